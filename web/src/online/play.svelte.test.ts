import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { toasts } from '../announcer.svelte';
import { usualRules, viewOf, type RulesData, type StepData } from '../core/rules';
import { settings } from '../stores/settings.svelte';
import { TableController } from '../table/controller.svelte';
import { OnlinePlay } from './play.svelte';
import { Table } from './table.svelte';
import { fakeBrowser, restoreBrowser, snapshot, state, update, world } from './testing';

beforeEach(() => {
  Object.assign(settings, { confirm: false, forced: false });
  sessionStorage.clear();
  fakeBrowser();
});
afterEach(restoreBrowser);

const seated = (id: string) => ({ id, kind: 'guest', name: null });

/** A game after some acts, as the player on a seat sees it. */
function sit(you: 1 | 2 | null, acts: string[], changes: Partial<RulesData> = {}, more: object = {}) {
  const table = new Table('G');
  table.start();
  world.last.onopen?.();
  const rules = { ...usualRules(), ...changes };
  const view = viewOf({ rules, acts });
  const mover = view.swapped === (view.mover === 1) ? 2 : 1;
  world.last.say(
    snapshot({
      you,
      acts,
      seq: acts.length + 1,
      settings: { rules, time: { kind: 'none' }, rated: false },
      seats: [seated('a'), seated('b')],
      state: state({ mover }),
      ...more,
    }),
  );
  const play = new OnlinePlay(table);
  return { play, table: new TableController(play) };
}

const place = (table: TableController, colour: 'W' | 'G' | 'B', ...rings: string[]) => {
  table.turn.pick(colour);
  for (const ring of rings) table.turn.tapRing(ring);
  flushSync();
};

test('a turn is shown at once, and no other can be made until the opponent has moved', () => {
  const { play, table } = sit(1, []);
  expect(table.mine).toBe(true);
  place(table, 'W', 'd4', 'd1');
  expect(world.last.sent).toMatchObject([{ type: 'turn', turn: 'Wd4,d1', after: 1 }]);
  expect(play.game.acts).toEqual(['Wd4,d1']);
  expect(table.mine).toBe(false);
  world.last.say(update(2, 'Wd4,d1', 0, { id: world.last.sent[0]!.id }));
  expect(play.game.acts).toEqual(['Wd4,d1']);
  world.last.say({ ...update(3, 'Gb2,a1', 1, { by: 2 }), state: state({ mover: 1 }) });
  expect(play.game.acts).toEqual(['Wd4,d1', 'Gb2,a1']);
  expect(table.mine).toBe(true);
  expect(table.lastTurn).not.toBe('');
});

test('a refused turn is removed', () => {
  const { play, table } = sit(1, []);
  place(table, 'W', 'd4', 'd1');
  world.last.say({ type: 'refused', id: world.last.sent[0]!.id, code: 'too-late', message: 'your time is up' });
  expect(play.game.acts).toEqual([]);
});

test('a turn that arrived before the connection was lost is not shown twice', () => {
  const { play, table } = sit(1, []);
  place(table, 'W', 'd4', 'd1');
  play.table.askAnew();
  world.last.onopen?.();
  world.last.say(snapshot({ ...play.snapshot, acts: ['Wd4,d1'], seq: 2, state: state({ mover: 2 }) }));
  expect(play.game.acts).toEqual(['Wd4,d1']);
  world.last.say({ type: 'ack', id: world.sockets[0]!.sent[0]!.id, seq: 2 });
  expect(play.table.waiting('turn')).toBeNull();
});

test('an unfinished turn is discarded when turns are undone', () => {
  const { play, table } = sit(1, ['Wd4,d1', 'Gb2,a1']);
  table.turn.pick('W');
  table.turn.tapRing('f4');
  expect(table.view.choices.task).toBe('remove');
  world.last.say({ ...update(4, '', 0, { type: 'undone', keep: 0 }), add: [], state: state({ mover: 1 }) });
  expect(table.view.choices.task).toBe('place');
  expect(play.game.acts).toEqual([]);
});

test('an unfinished turn survives a reload, but not another position', () => {
  const acts = ['Wd4,d1', 'Gb2,a1'];
  const step: StepData = { kind: 'place', colour: 'B', ring: 'f2' };
  sit(1, acts).table.turn.step(step);
  expect(sit(1, acts).table.turn.steps).toEqual([step]);
  // Chat changes nothing on the board.
  expect(sit(1, acts, {}, { seq: 9 }).table.turn.steps).toEqual([step]);
  expect(sit(1, ['Wd4,d1', 'Gb2,a2']).table.turn.steps).toEqual([]);
  // It does not come back with the position.
  expect(sit(1, acts).table.turn.steps).toEqual([]);
});

test('a complete, undone or foreign turn is not restored', () => {
  const { table } = sit(1, []);
  const step: StepData = { kind: 'place', colour: 'W', ring: 'd4' };
  table.turn.step(step);
  expect(sit(null, []).table.turn.steps).toEqual([]);
  table.turn.step({ kind: 'remove', ring: 'd1' });
  expect(sit(1, []).table.turn.steps).toEqual([]);
  const again = sit(1, []).table;
  again.turn.step(step);
  again.turn.undoStep();
  expect(sit(1, []).table.turn.steps).toEqual([]);
});

test('a spectator cannot move', () => {
  const { table } = sit(null, []);
  place(table, 'W', 'd4', 'd1');
  expect(world.last.sent).toEqual([]);
  expect(table.mine).toBe(false);
});

test('only the opponent can demand a missed capture', () => {
  const acts = ['Wd4,d1', 'Gd5,a1', 'Bb2,a2'];
  expect(sit(2, acts, { captures: 'on-demand' }).play.mayDemand).toBe(true);
  expect(sit(1, acts, { captures: 'on-demand' }).play.mayDemand).toBe(false);
  expect(sit(null, acts, { captures: 'on-demand' }).play.mayDemand).toBe(false);
});

test('players keep their seats when the sides are swapped', () => {
  const { play } = sit(2, ['Wd4,d1', 'swap'], { swap: true });
  expect(play.side(2)).toBe(1);
  expect(play.myTurn).toBe(false);
  expect(sit(1, ['Wd4,d1', 'swap'], { swap: true }).play.myTurn).toBe(true);
});

test('a premove is entered like a normal turn, and replies to any turn', () => {
  const { play, table } = sit(1, ['Wd4,d1']);
  expect(play.mayPrepare).toBe(true);
  play.prepare('premove');
  place(table, 'B', 'g4', 'a4');
  expect(world.last.sent.at(-1)).toMatchObject({ type: 'conditionalTurns', turns: { lines: [['*', 'Bg4,a4']] } });
  expect(play.preparing).toBeNull();
});

test('while a premove is entered, the opponent is still to move', () => {
  const { play, table } = sit(1, ['Wd4,d1']);
  play.prepare('premove');
  expect(table.view.mover).toBe(1);
  expect(table.mover).toBe(2);
  expect(table.status).toMatch(/^Guest is still thinking\. This is a premove:/);
  play.stopPreparing();
  expect(table.mover).toBe(2);
});

test.each([
  ['drawDeclined', {}, 'Guest declined the draw.'],
  ['undoDeclined', {}, 'Guest declined your undo request.'],
  ['rematchDeclined', {}, 'Guest declined the rematch.'],
  ['timeGiven', { millis: 15_000 }, 'Guest gave you 15 seconds.'],
])('everybody sees the event %s', (type, more, text) => {
  sit(1, ['Wd4,d1', 'Gb2,a1']);
  world.last.say({
    type: 'update',
    event: { seq: 4, at: 0, by: 2, type, ...more },
    now: 2_000,
    keep: 2,
    add: [],
    state: state({ mover: 1 }),
  });
  expect(toasts().map((one) => one.text)).toContain(text);
});

test('a connection that is back is shown', () => {
  const { play } = sit(1, ['Wd4,d1']);
  play.table.listener.connection?.(false);
  expect(toasts().at(-1)?.text).toBe('Reconnected.');
});

test('the level of the engine is not part of its name', () => {
  const engine = { id: 'e', kind: 'engine', name: 'Computer', level: 7 };
  const { play } = sit(1, [], {}, { seats: [seated('a'), engine] });
  expect(play.panel(2)).toMatchObject({ name: 'Computer', note: 'Level 7' });
  expect(play.name(2)).toBe('Computer (level 7)');
});

test('a conditional line has the turns of both players', () => {
  const { play, table } = sit(1, ['Wd4,d1']);
  play.prepare('conditional');
  expect(play.preparing!.theirs).toBe(true);
  place(table, 'B', 'g4', 'a1');
  expect(play.preparing!.complete).toBe(false);
  place(table, 'G', 'a4', 'b1');
  expect(play.preparing!.complete).toBe(true);
  play.keepLine(play.preparing!.turns);
  expect(world.last.sent.at(-1)).toMatchObject({ turns: { lines: [['Bg4,a1', 'Ga4,b1']] } });
});

test('the confirmation of an own turn does not end a premove', () => {
  const { play, table } = sit(1, []);
  place(table, 'W', 'd4', 'd1');
  play.prepare('premove');
  world.last.say(update(2, 'Wd4,d1', 0, { id: world.last.sent[0]!.id }));
  expect(play.preparing).not.toBeNull();
  world.last.say({ ...update(3, 'Gb2,a1', 1, { by: 2 }), state: state({ mover: 1 }) });
  expect(play.preparing).toBeNull();
});

test('the only capture is played automatically if the settings say so', async () => {
  settings.forced = true;
  const { table } = sit(2, ['Wd4,d1', 'Ga4,a1', 'Bg1,a2', 'Gd7,g4', 'Wd6,g3']);
  const stop = $effect.root(() => table.start());
  await vi.advanceTimersByTimeAsync(3_000);
  expect(world.last.sent).toMatchObject([{ type: 'turn', turn: expect.stringMatching(/^x/) as string }]);
  stop();
});

test("a clock runs down between messages, by the server's time", () => {
  const { play, table } = sit(
    1,
    ['Wd4,d1', 'Gb2,a1'],
    {},
    { now: 1_000_000, state: state({ mover: 1, left: [60_000, 40_000], running: 1, since: 999_000 }) },
  );
  const stop = $effect.root(() => table.start());
  vi.advanceTimersByTime(10_200);
  expect(play.left(2)).toBe(40_000);
  expect(play.left(1)).toBeCloseTo(60_000 - 1_000 - 10_200, -3);
  stop();
});

test('a turn of the opponent is described while an earlier position is shown, which stays', () => {
  const { table } = sit(1, ['Wd4,d1']);
  table.goTo(0);
  world.last.say({ ...update(3, 'Gb2,a1', 1, { by: 2 }), state: state({ mover: 1 }) });
  expect(table.shown).toBe(0);
  expect(table.lastTurn).toMatch(/b2.*a1/);
});

test('a demanded capture replaces the description of the last turn', () => {
  const { table } = sit(1, ['Wd4,d1', 'Gd5,a1', 'Bb2,a2'], { captures: 'on-demand' });
  world.last.say({ ...update(5, 'demand', 3, { by: 2, type: 'demanded' }), state: state({ mover: 1 }) });
  expect(table.lastTurn).toMatch(/The turn was undone,/);
  expect(table.beats).toEqual([]);
});

test('a refusal is the status for a while', () => {
  const { table } = sit(1, []);
  const task = table.status;
  place(table, 'W', 'd4', 'd1');
  world.last.say({ type: 'refused', id: world.last.sent[0]!.id, code: 'stale', message: 'the game has moved on' });
  expect(table.wrong).toBe(true);
  expect(table.status).not.toBe(task);
  vi.advanceTimersByTime(8_000);
  expect(table.status).toBe(task);
});

test('a dialog opens when the game ends, but not for a game that was over before', () => {
  const over = { status: 'over', winner: 1 } as const;
  const { table } = sit(1, ['Wd4,d1', 'Gb2,a1']);
  world.last.say({ ...update(4, 'resign 2', 2, { by: 2, type: 'resigned' }), state: state(over) });
  vi.advanceTimersByTime(2_000);
  expect(table.dialog).toBe('end');
  const old = sit(1, ['Wd4,d1', 'Gb2,a1', 'resign 2'], {}, { state: state(over) });
  world.last.say({ ...update(5, '', 3, { by: 2, type: 'rematchOffered' }), add: [], state: state(over) });
  vi.advanceTimersByTime(2_000);
  expect(old.table.dialog).toBeNull();
});
