import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { settings } from '../stores/settings.svelte';
import { TableController } from '../table/controller.svelte';
import { refresh } from './me.svelte';
import { OnlinePlay } from './play.svelte';
import { Table } from './table.svelte';
import { fakeBrowser, restoreBrowser, snapshot, state, update, world } from './testing';
import { sendTurns, unsent, unsentTurn } from './unsent.svelte';

const SEATS = [
  { id: 'a', kind: 'guest', name: null },
  { id: 'b', kind: 'guest', name: null },
];
const game = (changes: object = {}) => snapshot({ seats: SEATS, ...changes });

let stop = () => {};

/** Opens the page of the game, as after a click on its link. */
function openPage(): { table: Table; play: OnlinePlay; controller: TableController } {
  const table = new Table('G');
  const end = table.start();
  if (!table.snapshot) {
    world.last.onopen?.();
    world.last.say(game());
  }
  const play = new OnlinePlay(table);
  const controller = new TableController(play);
  stop = end;
  return { table, play, controller };
}

/** Makes a turn without a connection and closes the page. */
function leaveTurn(): string {
  const { play } = openPage();
  world.last.onclose?.({ code: 1006 });
  play.play('Wd4,d1', null);
  vi.advanceTimersByTime(700);
  flushSync();
  expect(play.situation('')).toMatch(/^Not sent yet/);
  stop();
  const kept = unsentTurn('G');
  expect(kept?.request.turn).toBe('Wd4,d1');
  return kept!.request.id;
}

/** The server knows this player, and answers requests in games. */
function answer(player: string | null, act: () => Response): { body: unknown }[] {
  const asked: { body: unknown }[] = [];
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string } = {}) => {
    if (!address.endsWith('/act')) {
      const who = player && { id: player, kind: 'guest', name: null };
      return Promise.resolve(Response.json({ player: who, ratings: [], email: null, mayChat: true }));
    }
    asked.push({ body: JSON.parse(body!) as unknown });
    return Promise.resolve(act());
  });
  return asked;
}

beforeEach(() => {
  Object.assign(settings, { confirm: false, forced: false });
  localStorage.clear();
  sessionStorage.clear();
  unsent.dropped = '';
  fakeBrowser();
});
afterEach(() => {
  stop();
  restoreBrowser();
});

test('a turn that the server has confirmed is not kept', () => {
  const { play } = openPage();
  play.play('Wd4,d1', null);
  const { id } = world.last.sent[0]!;
  expect(unsentTurn('G')?.request.id).toBe(id);
  world.last.say({ type: 'ack', id, seq: 2 });
  expect(unsentTurn('G')).toBeNull();
});

test('a turn whose update comes before the confirmation is not kept', () => {
  const { play } = openPage();
  play.play('Wd4,d1', null);
  world.last.say(update(2, 'Wd4,d1', 0, { id: world.last.sent[0]!.id }));
  expect(unsentTurn('G')).toBeNull();
});

test('a turn made offline is shown after the page was closed, and sent once the state of the game is known', () => {
  const id = leaveTurn();
  const { play } = openPage();
  expect(play.game.acts).toEqual(['Wd4,d1']);
  expect(play.mine).toBe(false);
  world.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(700);
  flushSync();
  expect(play.situation('')).toMatch(/^Not sent yet/);
  vi.advanceTimersByTime(1_000);
  world.last.onopen?.();
  expect(world.last.sent).toEqual([]);
  world.last.say(game());
  expect(world.last.sent).toMatchObject([{ id, type: 'turn', turn: 'Wd4,d1', after: 1 }]);
  world.last.say({ type: 'ack', id, seq: 2 });
  world.last.say(update(2, 'Wd4,d1', 0, { id }));
  flushSync();
  expect(play.game.acts).toEqual(['Wd4,d1']);
  expect(unsentTurn('G')).toBeNull();
  stop();
  // Nothing is left for the next visit.
  expect(new Table('G').snapshot).toBeNull();
});

test('a turn that no longer fits is dropped, with a message', () => {
  const id = leaveTurn();
  const { play } = openPage();
  world.last.onopen?.();
  world.last.say(game({ seq: 4, state: state({ status: 'over', winner: 2 }) }));
  world.last.say({ type: 'refused', id, code: 'over', message: 'the game is over' });
  flushSync();
  expect(play.failure).toBe('Your turn Wd4,d1 was not played. The game is over.');
  expect(play.game.acts).toEqual([]);
  expect(unsentTurn('G')).toBeNull();
});

test('a turn is neither shown to nor sent by somebody else, and stays for its player', () => {
  leaveTurn();
  const { play } = openPage();
  world.last.onopen?.();
  world.last.say(game({ you: null }));
  flushSync();
  expect(play.game.acts).toEqual([]);
  expect(world.last.sent).toEqual([]);
  stop();
  expect(unsentTurn('G')).not.toBeNull();
});

test('a turn is sent without the page of its game', async () => {
  const id = leaveTurn();
  const asked = answer('a', () => Response.json({ seq: 2 }));
  await refresh();
  await sendTurns();
  expect(asked).toMatchObject([{ body: { id, type: 'turn', turn: 'Wd4,d1' } }]);
  expect(unsentTurn('G')).toBeNull();
  expect(unsent.dropped).toBe('');
});

test('without the page, a refused turn is dropped with a message, and others wait', async () => {
  leaveTurn();
  let problem = { code: 'rate-limited', message: 'too many requests' };
  const asked = answer('a', () => Response.json(problem, { status: 409 }));
  await refresh();
  await sendTurns();
  expect(unsentTurn('G')).not.toBeNull();
  problem = { code: 'stale', message: 'the game has moved on' };
  await sendTurns();
  expect(asked).toHaveLength(2);
  expect(unsentTurn('G')).toBeNull();
  expect(unsent.dropped).toMatch(/^Your turn Wd4,d1 was not played\. /);
});

test('nobody sends the turn of another player', async () => {
  leaveTurn();
  const asked = answer('x', () => Response.json({ seq: 2 }));
  await refresh();
  await sendTurns();
  expect(asked).toEqual([]);
  answer('a', () => Response.json({ seq: 2 }));
  await refresh();
  expect(unsentTurn('G')).not.toBeNull();
});

test('the page of a game sends its turn itself', async () => {
  leaveTurn();
  openPage();
  const asked = answer('a', () => Response.json({ seq: 2 }));
  await refresh();
  await sendTurns();
  expect(asked).toEqual([]);
});
