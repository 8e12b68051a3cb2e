import { beforeAll, beforeEach, expect, test } from 'vitest';
import { flushSync } from 'svelte';
import { rules } from '../core/rules';
import { loadRulesForTests } from '../testing';
import { listGames, loadGame, newGame, type Seat } from './library';
import { Play } from './play.svelte';
import { settings } from './settings.svelte';

const person: Seat = { kind: 'person', name: '' };

beforeAll(loadRulesForTests);
beforeEach(() => {
  localStorage.clear();
  Object.assign(settings, { confirm: false, forced: false });
});

function table(changes = {}) {
  const game = newGame({ rules: { ...rules('standard', '37'), ...changes }, acts: [] }, [person, person], null);
  return new Play(game);
}

const turn = (play: Play, colour: 'W' | 'G' | 'B', ...rings: string[]) => {
  play.making.pick(colour);
  for (const ring of rings) play.making.tapRing(ring);
  flushSync();
};

test('a turn is made by touches and kept', () => {
  const play = table();
  turn(play, 'W', 'd4', 'd1');
  expect(play.game.acts).toEqual(['Wd4,d1']);
  expect(play.live.mover).toBe(2);
  expect(loadGame(play.saved.id)?.game.acts).toEqual(['Wd4,d1']);
  expect(listGames()).toHaveLength(1);
});

test('an unfinished turn is kept too, and gone on with', () => {
  const play = table();
  turn(play, 'W', 'd4');
  const again = new Play(loadGame(play.saved.id)!);
  expect(again.live.choices.task).toBe('remove');
  again.making.tapRing('d1');
  expect(again.game.acts).toEqual(['Wd4,d1']);
});

test('a turn waits for a word if the person likes it so', () => {
  settings.confirm = true;
  const play = table();
  turn(play, 'W', 'd4', 'd1');
  expect(play.game.acts).toEqual([]);
  expect(play.live.choices.task).toBe('confirm');
  play.making.stepBack();
  expect(play.live.choices.task).toBe('remove');
  play.making.tapRing('a1');
  play.making.confirm();
  expect(play.game.acts).toEqual(['Wd4,a1']);
});

test('a wrong touch is explained', () => {
  const play = table();
  turn(play, 'W', 'd4', 'd1');
  turn(play, 'G', 'd5', 'a1');
  play.making.tapRing('a4');
  expect(play.making.trouble?.code).toBe('must-jump');
  play.making.tapRing('d5');
  expect(play.making.trouble).toBeNull();
  play.making.tapRing('d3');
  expect(play.game.acts.at(-1)).toBe('xd5Wd3');
});

test('turns are taken back one by one, and looked back at', () => {
  const play = table();
  turn(play, 'W', 'd4', 'd1');
  turn(play, 'G', 'd6', 'a1');
  play.goTo(1);
  expect(play.view.played).toHaveLength(1);
  expect(play.mine).toBe(false);
  play.goTo(Infinity);
  play.undo();
  expect(play.game.acts).toEqual(['Wd4,d1']);
});

test('what is touched must be played where the rules want it', () => {
  const play = table({ touchMove: true });
  play.making.pick('W');
  play.making.pick('B');
  expect(play.making.hand.colour).toBe('W');
  expect(play.making.canStepBack).toBe(false);
  expect(play.canUndo).toBe(false);
});

test('a missed capture can be demanded, and sides be changed', () => {
  const play = table({ captures: 'claimed', swap: true });
  turn(play, 'W', 'd4', 'd1');
  expect(play.live.maySwap).toBe(true);
  turn(play, 'G', 'd5', 'a1');
  turn(play, 'B', 'a4', 'g1');
  expect(play.live.mayDemand).toBe(true);
  play.demand();
  expect(play.live.mover).toBe(1);
  expect(play.live.choices.task).toBe('jump');
});

test('a typed turn is played, a wrong one explained', () => {
  const play = table();
  expect(play.type('nonsense')?.code).toBe('not-a-turn');
  expect(play.type('Wd4,d1')).toBeNull();
  expect(play.game.acts).toHaveLength(1);
});

test('giving up ends the game', () => {
  const play = table();
  play.resign();
  expect(play.live.outcome).toEqual({ winner: 2, how: 'resignation' });
  expect(play.saved.over).toBe(true);
});
