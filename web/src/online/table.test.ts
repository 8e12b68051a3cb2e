import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seatTime } from './seat-time';
import { fakeBrowser, restoreBrowser, snapshot, state, update, world } from './testing';
import { Table } from './table.svelte';

let table: Table;
let stop: () => void;
beforeEach(() => {
  fakeBrowser();
  table = new Table('G');
  stop = table.start();
});
afterEach(() => {
  stop();
  restoreBrowser();
});

function begin(changes: object = {}): void {
  world.last.onopen?.();
  world.last.say(snapshot(changes));
}

test('a snapshot comes first, then updates, each of which is applied once', () => {
  begin();
  world.last.say(update(2, 'Wd4,d1', 0));
  world.last.say(update(2, 'Wd4,d1', 0));
  expect(table.snapshot!.acts).toEqual(['Wd4,d1']);
  expect(table.snapshot!.state.mover).toBe(2);
  expect(table.status).toBe('open');
});

test('after a lost connection only missed events are requested', () => {
  begin({ seq: 7 });
  world.last.onclose?.({ code: 1006 });
  expect(table.status).toBe('lost');
  expect(world.sockets).toHaveLength(1);
  vi.advanceTimersByTime(600);
  expect(world.sockets).toHaveLength(2);
  expect(world.last.address).toMatch(/\?after=7$/);
  world.last.onopen?.();
  world.last.say(update(9, 'Wd4,d1', 0));
  expect(table.snapshot!.seq).toBe(9);
});

test('a connection on which nothing arrives is dead within 10 seconds', () => {
  begin({ seq: 7 });
  for (let beats = 0; beats < 5; beats += 1) {
    vi.advanceTimersByTime(4_000);
    world.last.say({ type: 'heartbeat', lag: 40 });
  }
  expect(table.lag).toBe(40);
  expect(world.sockets).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(world.sockets[0]!.closed).toBe(true);
  expect(world.sockets).toHaveLength(2);
  expect(world.last.address).toMatch(/\?after=7$/);
});

test('the pauses between attempts grow, and end when the network returns', () => {
  begin();
  for (const pause of [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]) {
    world.last.onclose?.({ code: 1006 });
    const before = world.sockets.length;
    vi.advanceTimersByTime(pause - 1);
    expect(world.sockets).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(world.sockets).toHaveLength(before + 1);
  }
  world.last.onclose?.({ code: 1006 });
  const before = world.sockets.length;
  dispatchEvent(new Event('online'));
  expect(world.sockets).toHaveLength(before + 1);
});

test('a restarting server is contacted again soon', () => {
  begin();
  for (let i = 0; i < 4; i++) {
    world.last.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(20_000);
  }
  world.last.onopen?.();
  world.last.onclose?.({ code: 1012 });
  const before = world.sockets.length;
  vi.advanceTimersByTime(500);
  expect(world.sockets).toHaveLength(before + 1);
});

test('a page that becomes visible reconnects only after a long time', () => {
  begin();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(world.sockets).toHaveLength(1);
  // The timers of a hidden page may not run.
  vi.setSystemTime(Date.now() + 61_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(world.sockets).toHaveLength(2);
  expect(world.sockets[0]!.closed).toBe(true);
});

test('without a network the connection is lost at once', () => {
  begin();
  dispatchEvent(new Event('offline'));
  expect(table.status).toBe('lost');
  dispatchEvent(new Event('online'));
  world.last.onopen?.();
  expect(table.status).toBe('open');
});

test('a connection is reported as lost after a moment, and when it is back', () => {
  const reports: boolean[] = [];
  table.listener = { connection: (lost) => reports.push(lost) };
  begin();
  world.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(500);
  world.last.onopen?.();
  expect(reports).toEqual([]);
  world.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(700);
  expect(table.lost).toBe(true);
  vi.advanceTimersByTime(300);
  world.last.onopen?.();
  expect(table.lost).toBe(false);
  expect(reports).toEqual([true, false]);
});

test('a turn is pending until its update comes, before or after the acknowledgement', () => {
  begin();
  table.send({ type: 'turn', turn: 'Wd4,d1', after: 1 });
  const { id } = world.last.sent[0]!;
  world.last.say({ type: 'ack', id, seq: 2 });
  expect(table.waiting('turn')?.turn).toBe('Wd4,d1');
  world.last.say(update(2, 'Wd4,d1', 0, { id }));
  expect(table.waiting('turn')).toBeNull();
  table.send({ type: 'turn', turn: 'Gb2,a1', after: 2 });
  world.last.say(update(3, 'Gb2,a1', 1, { id: world.last.sent[1]!.id }));
  expect(table.waiting('turn')).toBeNull();
  expect(table.snapshot!.acts).toEqual(['Wd4,d1', 'Gb2,a1']);
});

test('a request whose answer was lost is sent again with the same id', () => {
  begin();
  table.send({ type: 'turn', turn: 'Wd4,d1', after: 1 });
  const sent = world.last.sent[0];
  world.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  world.last.onopen?.();
  expect(world.last.sent).toEqual([sent]);
  world.last.say(update(2, 'Wd4,d1', 0, { id: sent!.id }));
  world.last.say({ type: 'ack', id: sent!.id, seq: 2 });
  expect(table.waiting('turn')).toBeNull();
  world.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  world.last.onopen?.();
  expect(world.last.sent).toEqual([]);
});

test('a request made without a connection is sent later', () => {
  table.send({ type: 'resign' });
  expect(world.last.sent).toEqual([]);
  begin();
  expect(world.last.sent.map(({ type }) => type)).toEqual(['resign']);
});

test('a connection without answers is replaced', () => {
  begin();
  table.send({ type: 'offerDraw' });
  vi.advanceTimersByTime(8_000);
  expect(world.sockets).toHaveLength(2);
  world.last.onopen?.();
  expect(world.last.sent).toEqual(world.sockets[0]!.sent);
});

test('a refusal has its reason and its command', () => {
  const changing = vi.fn();
  begin();
  table.listener = { changing, happened: () => {} };
  table.send({ type: 'turn', turn: 'Wd4,d1', after: 0 });
  world.last.say({ type: 'refused', id: world.last.sent[0]!.id, code: 'stale', message: 'the game has moved on' });
  expect(table.refused).toMatchObject({ code: 'stale', command: { turn: 'Wd4,d1' } });
  expect(table.waiting('turn')).toBeNull();
  expect(changing).toHaveBeenCalled();
  // A repeated refusal is ignored.
  table.refused = null;
  world.last.say({ type: 'refused', id: world.last.sent[0]!.id, code: 'stale', message: 'the game has moved on' });
  expect(table.refused).toBeNull();
});

test('missing acts are a gap, missing numbers are not', () => {
  begin();
  world.last.say(update(5, 'Wd4,d1', 0));
  expect(table.snapshot!.seq).toBe(5);
  world.last.say(update(8, 'Wc3,a2', 2));
  expect(table.snapshot!.acts).toEqual(['Wd4,d1']);
  expect(world.sockets).toHaveLength(2);
  expect(world.last.address).not.toContain('after');
  world.last.onopen?.();
  world.last.say(snapshot({ seq: 8, acts: ['Wd4,d1', 'Gb2,a1', 'Wc3,a2'] }));
  expect(table.snapshot!.acts).toHaveLength(3);
});

test('the clock offset comes from the fastest message', () => {
  begin({ now: 5_000 });
  expect(table.offset).toBe(4_000);
  vi.setSystemTime(1_900);
  world.last.say({ ...update(2, 'Wd4,d1', 0), now: 6_000 });
  expect(table.offset).toBe(4_100);
  vi.setSystemTime(9_000);
  world.last.say({ ...update(3, 'Gb2,a1', 1), now: 10_000 });
  expect(table.offset).toBe(4_100);
});

test('only the clock of the player to move runs', () => {
  const clock = state({ left: [60_000, 30_000], running: 2, since: 1_000 });
  expect(seatTime(clock, 1, 11_000)).toBe(60_000);
  expect(seatTime(clock, 2, 11_000)).toBe(20_000);
  expect(seatTime(clock, 2, 500)).toBe(30_000);
  expect(seatTime(clock, 2, 99_000)).toBe(0);
  expect(seatTime(state(), 1, 0)).toBeNull();
});
