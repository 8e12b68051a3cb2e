import { beforeEach, expect, test, vi } from 'vitest';
import { recordOf, usualRules, type GameData, type GameReport } from '../core/rules';
import { TableController } from '../table/controller.svelte';
import { ringText } from '../words';
import { load } from './storage';
import { Study, STUDY, type StoredStudy } from './study.svelte';

/** What the engine is doing. */
interface Job {
  kind: 'search' | 'review' | 'prove' | 'defend';
  game: GameData;
  finish: (result: unknown) => void;
  fail: (reason: unknown) => void;
}
let jobs: Job[] = [];
const last = () => jobs.at(-1)!;

vi.mock('../core/engine', () => {
  class Stopped extends Error {}
  class Engine {
    #run = (kind: Job['kind'], game: GameData) => {
      this.stop();
      return new Promise<unknown>((finish, fail) => jobs.push({ kind, game, finish, fail }));
    };
    search = ({ game }: { game: GameData }) => this.#run('search', game);
    prove = ({ game }: { game: GameData }) => this.#run('prove', game);
    defend = ({ game }: { game: GameData }) => this.#run('defend', game);
    review = (game: GameData) => this.#run('review', game);
    stop = () => jobs.at(-1)?.fail(new Stopped());
  }
  return { Engine, Stopped };
});

beforeEach(() => {
  localStorage.clear();
  jobs = [];
});

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
  last().finish(reviewOf('Wd4,d1', 'Gb2,a1'));
  await done;
  expect(study.review.map(({ index, turn }) => [index, turn])).toEqual([
    [0, 'Wd4,d1'],
    [1, 'Gb2,a1'],
  ]);
});

test('a review survives a reload', async () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  const done = study.reviewGame();
  last().finish(reviewOf('Wd4,d1', 'Gb2,a1'));
  await done;
  const again = Study.from(load<StoredStudy>(STUDY)!);
  expect(again.review).toEqual(study.review);
  expect(again.players).toEqual(study.players);
  // Without the turns that were reviewed there is nothing to mark.
  study.remove(0);
  expect(Study.from(load<StoredStudy>(STUDY)!).review).toEqual([]);
});

test('a turn that is removed during a review ends it', async () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  study.play('Bd4,d1');
  const done = study.reviewGame();
  study.remove(0);
  last().finish(reviewOf('Wd4,d1', 'Gb2,a1'));
  await done;
  expect([study.review, study.players, study.progress]).toEqual([[], null, null]);
  expect(study.turns.map(({ turn }) => turn)).toEqual(['Bd4,d1']);
});

test('a question or a review that fails says so, until something else is asked', async () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  study.thinking = true;
  for (const begin of [() => study.ask('win'), () => study.ask('defences'), () => study.reviewGame()]) {
    const done = begin();
    last().fail(new Error('broken'));
    await done;
    expect([study.problem?.code, last().kind]).toEqual(['engine', 'search']);
  }
  const done = study.ask('win');
  expect(study.problem).toBeNull();
  last().finish({ verdict: 'unknown' });
  await done;
  expect(study.prover.about(study.game)?.kind).toBe('no-win');
});

test('another number of variations and the key of the engine wait for the end of a question', async () => {
  const study = open(['Wd4,d1']);
  const done = study.ask('win');
  study.setLines(5);
  study.keys.h();
  await Promise.resolve();
  expect([study.prover.running?.question, jobs.length]).toEqual(['win', 1]);
  last().finish({ verdict: 'unknown' });
  await done;
  expect([study.prover.about(study.game)?.kind, study.lines, last().kind]).toEqual(['no-win', 5, 'search']);
});

test('a question ends when it is stopped, at another position, and when the page is left', async () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  const leave = study.start();
  study.thinking = true;
  const shown = () => last().game.acts.length;
  let done = study.ask('win');
  study.stop();
  await done;
  expect([study.problem, study.prover.running, last().kind, shown()]).toEqual([null, null, 'search', 0]);
  done = study.ask('win');
  study.forward();
  await done;
  expect([study.problem, study.prover.running, last().kind, shown()]).toEqual([null, null, 'search', 1]);
  done = study.ask('win');
  const { length } = jobs;
  leave();
  await done;
  expect([study.problem, study.prover.running, jobs.length]).toEqual([null, null, length]);
});

test('a question or a review does not begin before the one that is running ends', async () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  const done = study.ask('win');
  await Promise.all([study.ask('defences'), study.reviewGame()]);
  expect(jobs.map(({ kind }) => kind)).toEqual(['prove']);
  last().finish({ verdict: 'unknown' });
  await done;
  expect([study.prover.running, study.prover.about(study.game)?.kind]).toEqual([null, 'no-win']);
});

test('a line is played in one go', () => {
  const study = open(['Wd4,d1']);
  study.thinking = true;
  const said = vi.spyOn(study.report, 'acted');
  const { length } = jobs;
  study.playLine(['Wd4,d1', 'Gb2,a1', 'Bb3,a2']);
  expect(study.game.acts).toEqual(['Wd4,d1', 'Gb2,a1', 'Bb3,a2']);
  expect(study.turns).toHaveLength(3);
  expect([said.mock.calls.length, jobs.length - length]).toEqual([1, 1]);
});

test('marks belong to their position, and survive a reload', () => {
  const study = open(['Wd4,d1', 'Gb2,a1']);
  study.pen!.on = true;
  study.pen!.tap('a1');
  study.forward();
  expect([study.marks, study.pen!.canUndo]).toEqual([[], false]);
  study.pen!.colour = 'orange';
  study.pen!.tap('d4');
  const again = Study.from(load<StoredStudy>(STUDY)!);
  expect(again.marks).toEqual([{ from: 'd4', brush: 'orange' }]);
  again.at = -1;
  expect(again.marks).toEqual([{ from: 'a1', brush: 'blue' }]);
});

test('the status says what to draw, and a ring says what is drawn on it', () => {
  const study = open(['Wd4,d1']);
  const table = new TableController(study);
  study.pen!.on = true;
  expect(table.status).toBe('Select a ring to mark it. Drag from ring to ring to draw an arrow.');
  study.keepMarks([{ from: 'd4', to: 'e5', brush: 'blue' }]);
  expect(ringText(table.view, [], 'e5', study.marks)).toBe('e5, vacant, arrow from d4 to e5 (blue)');
  expect(ringText(table.view, [], 'e4', study.marks)).toBe('e4, vacant');
});
