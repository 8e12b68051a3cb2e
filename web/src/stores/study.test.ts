import { beforeEach, expect, test, vi } from 'vitest';
import { recordOf, usualRules, type GameData, type GameReport } from '../core/rules';
import { TableController } from '../table/controller.svelte';
import { Study } from './study.svelte';

/** The review that the engine is asked for. */
let finish: (review: GameReport) => void = () => {};

vi.mock('../core/engine', () => {
  class Stopped extends Error {}
  class Engine {
    #stop: (reason: unknown) => void = () => {};
    review = () =>
      new Promise<GameReport>((yes, no) => {
        finish = yes;
        this.#stop = no;
      });
    stop = () => this.#stop(new Stopped());
  }
  return { Engine, Stopped };
});

beforeEach(() => localStorage.clear());

function open(acts: string[], changes: Partial<GameData['rules']> = {}): Study {
  const study = new Study(recordOf({ rules: { ...usualRules(), ...changes }, acts }, ['Ann', 'Bob']));
  new TableController(study);
  return study;
}

const player = {
  name: null,
  choices: 1,
  best: 1,
  averageLoss: 0,
  accuracy: 1,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
};
const reviewOf = (...turns: string[]): GameReport => ({
  outcome: null,
  nodes: 1,
  complete: true,
  players: [player, player],
  start: { evaluation: null, chance: 0.5 },
  turns: turns.map((turn, index) => ({
    number: index + 1,
    player: 1 + (index % 2),
    turn,
    evaluation: null,
    chance: 0.5,
    verdict: 'mistake',
    sign: '?',
    loss: 0.1,
    variation: [turn],
    better: null,
  })),
  biggestSwing: null,
});

test('players are named by the sides that they play, also after a swap', () => {
  const study = open(['Wd4,d1', 'swap', 'Gb2,a1'], { swap: true });
  const names = (at: number) => {
    study.goTo(at);
    return [study.name(1), study.name(2)];
  };
  expect(names(-1)).toEqual(['Ann', 'Bob']);
  expect(names(0)).toEqual(['Bob', 'Ann']);
  expect(names(1)).toEqual(['Bob', 'Ann']);
  expect(study.names).toEqual(['Bob', 'Ann']);
  // Another first turn was not followed by a swap.
  study.goTo(-1);
  study.play('Bd4,d1');
  expect([study.name(1), study.name(2)]).toEqual(['Ann', 'Bob']);
});

test('the status names the player instead of saying that it is your turn', () => {
  expect(new TableController(open([])).status).toBe('Ann: Choose a marble from the pool.');
});

test('marks are on the turns that were reviewed', async () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  const done = study.reviewGame();
  finish(reviewOf('Wd4,d1', 'Gb2,a1'));
  await done;
  expect(study.review.map(({ index, turn }) => [index, turn])).toEqual([
    [0, 'Wd4,d1'],
    [1, 'Gb2,a1'],
  ]);
});

test('a turn that is removed during a review ends it', async () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  study.play('Bd4,d1');
  const done = study.reviewGame();
  study.remove(0);
  finish(reviewOf('Wd4,d1', 'Gb2,a1'));
  await done;
  expect([study.review, study.players, study.progress]).toEqual([[], null, null]);
  expect(study.turns.map(({ turn }) => turn)).toEqual(['Bd4,d1']);
});
