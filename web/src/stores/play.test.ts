import { beforeEach, expect, test } from 'vitest';
import { flushSync } from 'svelte';
import { usualRules } from '../core/rules';
import { listGames, loadGame, newGame, type Seat } from './library';
import { TableController } from '../table/controller.svelte';
import { Play } from './play.svelte';
import { settings } from './settings.svelte';

const person: Seat = { kind: 'person', name: '' };

beforeEach(() => {
  localStorage.clear();
  Object.assign(settings, { confirm: false, forced: false });
});

function sit(changes = {}) {
  const game = newGame({ rules: { ...usualRules(), ...changes }, acts: [] }, [person, person], null);
  return new TableController(new Play(game));
}

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
  const again = new TableController(new Play(loadGame(table.source.saved.id)!));
  expect(again.view.choices.task).toBe('remove');
  again.turn.tapRing('d1');
  expect(again.source.game.acts).toEqual(['Wd4,d1']);
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
