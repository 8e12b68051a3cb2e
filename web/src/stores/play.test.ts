import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { usualRules, type TimeControl } from '../core/rules';
import { listGames, loadGame, newGame, type SavedGame, type Seat } from './library';
import { TableController } from '../table/controller.svelte';
import { Play } from './play.svelte';
import { settings } from './settings.svelte';

const person: Seat = { kind: 'person', name: '' };
const engine: Seat = { kind: 'engine', level: 1 };

/** The fourth turn makes a capture possible. The fifth isolates a white marble instead, which is the goal here. */
const MISSED = ['Wa1,a2', 'Gg4,a3', 'Bd4,b3', 'Gd5,b2', 'Wg1,b1'];
const MISSABLE = { captures: 'on-demand', goals: [1, 5, 6, 3] };

beforeEach(() => {
  localStorage.clear();
  Object.assign(settings, { confirm: false, forced: false });
});

afterEach(() => vi.useRealTimers());

interface Wanted {
  acts?: string[];
  seats?: [Seat, Seat];
  time?: TimeControl;
}

function sit(changes = {}, { acts = [], seats = [person, person], time = { kind: 'none' } }: Wanted = {}) {
  const game = newGame({ rules: { ...usualRules(), ...changes }, acts }, seats, time);
  return new TableController(new Play(game));
}

const again = (table: TableController<Play>) => new TableController(new Play(loadGame(table.source.saved.id)!));

const turn = (table: TableController, colour: 'W' | 'G' | 'B', ...rings: string[]) => {
  table.turn.pick(colour);
  for (const ring of rings) table.turn.tapRing(ring);
  flushSync();
};

test('a turn is played by taps and stored', () => {
  const table = sit();
  turn(table, 'W', 'd4', 'd1');
  expect(table.source.game.acts).toEqual(['Wd4,d1']);
  expect(table.view.mover).toBe(2);
  expect(loadGame(table.source.saved.id)?.game.acts).toEqual(['Wd4,d1']);
  expect(listGames()).toHaveLength(1);
});

test('an unfinished turn is stored, and can be finished later', () => {
  const table = sit();
  turn(table, 'W', 'd4');
  const later = again(table);
  expect(later.view.choices.task).toBe('remove');
  later.turn.tapRing('d1');
  expect(later.source.game.acts).toEqual(['Wd4,d1']);
});

test('a complete turn waits for confirmation if the settings say so', () => {
  settings.confirm = true;
  const table = sit();
  turn(table, 'W', 'd4', 'd1');
  expect(table.source.game.acts).toEqual([]);
  expect(table.view.choices.task).toBe('confirm');
  table.turn.undoStep();
  expect(table.view.choices.task).toBe('remove');
  table.turn.tapRing('a1');
  table.turn.confirm();
  expect(table.source.game.acts).toEqual(['Wd4,a1']);
});

test('a touched marble must be played where the rules demand it', () => {
  const table = sit({ touchMove: true });
  table.turn.pick('W');
  table.turn.pick('B');
  expect(table.turn.hand.colour).toBe('W');
  expect(table.turn.canUndoStep).toBe(false);
  expect(table.source.canUndo).toBe(false);
});

test('a missed capture can be demanded, and sides can be swapped', () => {
  const table = sit({ captures: 'on-demand', swap: true });
  turn(table, 'W', 'd4', 'd1');
  expect(table.view.maySwap).toBe(true);
  turn(table, 'G', 'd5', 'a1');
  turn(table, 'B', 'a4', 'g1');
  expect(table.view.mayDemand).toBe(true);
  table.source.demand();
  expect(table.view.mover).toBe(1);
  expect(table.view.choices.task).toBe('jump');
  expect(table.source.game.acts).toHaveLength(4);
  expect(listGames()[0]!.turns).toBe(2);
});

test('a win with a missed capture waits for the loser, who can accept it', () => {
  const table = sit(MISSABLE, { acts: MISSED.slice(0, 4) });
  table.source.play(MISSED[4]!, null);
  expect(table.source.contested && table.source.mayDemand).toBe(true);
  expect([table.source.over, table.source.running, table.ending]).toEqual([false, false, null]);
  expect(table.status).toBe(
    'Player 1 wins with white marbles. However, a capture was missed. You can demand it or accept the result.',
  );
  expect(again(table).source.contested).toBe(true);
  table.source.accept();
  expect([table.source.over, table.source.contested, table.source.mayDemand]).toEqual([true, false, false]);
  expect(again(table).source.over).toBe(true);
});

test('a win with a missed capture is undone if the loser demands the capture', () => {
  const table = sit(MISSABLE, { acts: MISSED });
  table.source.demand();
  expect([table.source.running, table.view.mover, table.view.choices.task]).toEqual([true, 1, 'jump']);
  expect(table.lastTurn).toBe(
    'Player 2: demanded the missed capture. The turn was undone, and the other player must capture instead.',
  );
});

test('the computer demands the capture that a win has missed', async () => {
  vi.useFakeTimers();
  const table = sit(MISSABLE, { acts: MISSED.slice(0, 4), seats: [person, engine] });
  table.source.play(MISSED[4]!, null);
  expect([table.source.mayDemand, table.source.contested]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(table.source.game.acts.at(-1)).toBe('demand');
  expect(table.view.choices.task).toBe('jump');
});

/** The milliseconds that the panels of both sides show. */
const left = (table: TableController) => ([1, 2] as const).map((side) => table.source.panel(side).left);

test('a turn earns the increment; a demand and a resignation do not', () => {
  vi.useFakeTimers();
  const table = sit({ captures: 'on-demand' }, { time: { kind: 'fischer', initial: 60, increment: 5 } });
  const stop = table.source.start();
  for (const turn of ['Wd4,d1', 'Gd5,a1', 'Ba4,g1']) {
    vi.advanceTimersByTime(1_000);
    table.source.play(turn, null);
  }
  expect(left(table)).toEqual([68_000, 64_000]);
  vi.advanceTimersByTime(1_000);
  table.source.demand();
  expect(left(table)).toEqual([68_000, 63_000]);
  vi.advanceTimersByTime(1_000);
  table.source.resign();
  expect(left(table)).toEqual([67_000, 63_000]);
  stop();
});

test('players keep their clocks when they swap sides', () => {
  vi.useFakeTimers();
  const table = sit({ swap: true }, { time: { kind: 'fischer', initial: 60, increment: 5 } });
  const stop = table.source.start();
  vi.advanceTimersByTime(10_000);
  table.source.play('Wd4,d1', null);
  vi.advanceTimersByTime(2_000);
  table.source.swap();
  // The person who began plays the second side now.
  expect(left(table)).toEqual([63_000, 55_000]);
  vi.advanceTimersByTime(55_000);
  expect(table.view.outcome).toEqual({ winner: 1, how: 'time' });
  stop();
});

test('a game of the first release keeps its clock', () => {
  const table = sit({}, { time: { kind: 'fischer', initial: 60, increment: 5 } });
  turn(table, 'W', 'd4', 'd1');
  const key = `zertz.game.${table.source.saved.id}`;
  const saved = JSON.parse(localStorage.getItem(key)!) as SavedGame;
  localStorage.setItem(key, JSON.stringify({ ...saved, time: undefined, clock: { minutes: 1, increment: 5 } }));
  expect(again(table).source.saved.time).toEqual({ kind: 'fischer', initial: 60, increment: 5 });
});

test('a typed turn is played, a wrong one explained', () => {
  const table = sit();
  expect(table.type('nonsense')?.code).toBe('not-a-turn');
  expect(table.type('Wd4,d1')).toBeNull();
  expect(table.source.game.acts).toHaveLength(1);
});

test('resigning ends the game', () => {
  const table = sit();
  table.source.resign();
  expect(table.view.outcome).toEqual({ winner: 2, how: 'resignation' });
  expect(table.source.saved.over).toBe(true);
});
