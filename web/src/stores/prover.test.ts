import { expect, test, vi } from 'vitest';
import type { Engine } from '../core/engine';
import { usualGame, type DefenceData, type Solved } from '../core/rules';
import { allLose, Prover, type Defences } from './prover.svelte';

type Defence = [turn: string, loses: number | null];

/** An engine with prepared answers. The last defence is followed by a stop if there are fewer than `count`. */
function prover(solved: Solved, defences: Defence[] = [], count = defences.length): Prover {
  const engine = {
    prove: (_: unknown, progress: (share: number) => void) => {
      progress(0.5);
      return Promise.resolve(solved);
    },
    defend: (_: unknown, report: (defence: DefenceData) => void) => {
      defences.forEach(([turn, loses], index) => report({ turn, loses, number: index + 1, count, complete: true }));
      return defences.length < count ? Promise.reject(new Error('stopped')) : Promise.resolve();
    },
  };
  return new Prover(engine as unknown as Engine);
}

const after = (...acts: string[]) => usualGame(acts);

test('a win is known along its whole line, and nowhere else', async () => {
  const one = prover({ verdict: 'wins', turns: ['Wb2,a1', 'xb2Wd2', 'Gc3,a2'] });
  const asked = one.ask('win', after('Wd4,d1'), 2);
  expect(one.running).toEqual({ question: 'win', share: 0.5 });
  await asked;
  expect(one.running).toBeNull();
  expect(one.about(after('Wd4,d1'))).toEqual({ kind: 'wins', winner: 2, turns: ['Wb2,a1', 'xb2Wd2', 'Gc3,a2'] });
  expect(one.about(after('Wd4,d1', 'Wb2,a1'))).toEqual({ kind: 'wins', winner: 2, turns: ['xb2Wd2', 'Gc3,a2'] });
  for (const other of [after(), after('Wd4,d1', 'Wb3,a1'), after('Wd4,d1', 'Wb2,a1', 'xb2Wd2', 'Gc3,a2')]) {
    expect(one.about(other)).toBeNull();
  }
});

test('that no win was found is not the same as that there is none', async () => {
  for (const [verdict, sure] of [
    ['unknown', false],
    ['no-forced-win', true],
  ] as const) {
    const one = prover({ verdict });
    await one.ask('win', after('Wd4,d1'), 2);
    expect(one.about(after('Wd4,d1'))).toEqual({ kind: 'no-win', player: 2, sure, nodes: 1_000_000 });
  }
});

test('turns that lose are counted, the others are listed', async () => {
  const one = prover({ verdict: 'unknown' }, [
    ['Wb2,a1', 4],
    ['Gb2,a1', null],
    ['Bb2,a1', 2],
  ]);
  await one.ask('defences', after('Wd4,d1'), 2);
  const found = { kind: 'defences', winner: 1, open: ['Gb2,a1'], lost: 2, longest: 4, count: 3, complete: true };
  expect(one.about(after('Wd4,d1'))).toEqual({ ...found, nodes: 5000 });
});

test('what was found before a stop is kept', async () => {
  const one = prover({ verdict: 'unknown' }, [['Wb2,a1', 4]], 10);
  await expect(one.ask('defences', after('Wd4,d1'), 2)).rejects.toThrow('stopped');
  expect(one.running).toBeNull();
  expect(one.about(after('Wd4,d1'))).toMatchObject({ lost: 1, open: [], count: 10 });
});

/** An engine that answers each question with the next of these; a rest of a list of defences that is missing was stopped. */
function answering(wins: Solved[], lists: { found: Defence[]; count: number; complete?: boolean }[] = []) {
  const engine = {
    prove: vi.fn(() => Promise.resolve(wins.shift()!)),
    defend: vi.fn((_: unknown, report: (defence: DefenceData) => void) => {
      const { found, count, complete = true } = lists.shift()!;
      found.forEach(([turn, loses], index) => report({ turn, loses, number: index + 1, count, complete }));
      return found.length < count ? Promise.reject(new Error('stopped')) : Promise.resolve();
    }),
  };
  return { engine, one: new Prover(engine as unknown as Engine) };
}

test('the question that was asked last is answered, and each keeps its answer', async () => {
  const game = after('Wd4,d1');
  const { one } = answering(
    [
      { verdict: 'wins', turns: ['Wb2,a1'] },
      { verdict: 'wins', turns: ['Wb2,a1'] },
    ],
    [{ found: [['Wb2,a1', null]], count: 1 }],
  );
  await one.ask('win', game, 2);
  await one.ask('defences', game, 2);
  expect(one.about(game)?.kind).toBe('defences');
  await one.ask('win', game, 2);
  expect(one.about(game)?.kind).toBe('wins');
});

test('a list that was stopped does not replace a longer one', async () => {
  const game = after('Wd4,d1');
  const all: Defence[] = [
    ['Wb2,a1', 2],
    ['Gb2,a1', null],
  ];
  const { one } = answering(
    [{ verdict: 'unknown' }],
    [
      { found: all, count: 2 },
      { found: all.slice(0, 1), count: 2 },
    ],
  );
  await one.ask('defences', game, 2);
  await one.ask('win', game, 2);
  await expect(one.ask('defences', game, 2)).rejects.toThrow('stopped');
  expect(one.about(game)).toMatchObject({ kind: 'defences', lost: 1, open: ['Gb2,a1'] });
});

test('the shortest win is shown, and instead of a failure to find one', async () => {
  const game = after('Wd4,d1');
  const [long, short] = [['Wb2,a1', 'xb2Wd2', 'Gc3,a2'], ['Gb2,a1']];
  const { one } = answering([
    { verdict: 'wins', turns: short },
    { verdict: 'wins', turns: long },
    { verdict: 'unknown' },
  ]);
  for (let n = 0; n < 3; n++) {
    await one.ask('win', game, 2);
    expect(one.about(game)).toEqual({ kind: 'wins', winner: 2, turns: short });
  }
});

test('a player who is known to lose does not search for a win', async () => {
  const { one, engine } = answering(
    [{ verdict: 'wins', turns: ['Wb2,a1', 'xb2Wd2', 'Gc3,a2'] }],
    [
      { found: [['Wb2,a1', 2]], count: 1 },
      { found: [['Wb2,a1', 2]], count: 1, complete: false },
    ],
  );
  const lost = (player: number) => ({ kind: 'lost', player });
  // By the opening proof, on the line of a win, and because every turn loses.
  await one.ask('win', after('Bd4,d1', 'Wb2,a1'), 1, 2);
  expect(one.about(after('Bd4,d1', 'Wb2,a1'))).toEqual(lost(1));
  await one.ask('win', after('Wd4,d1'), 2);
  await one.ask('win', after('Wd4,d1', 'Wb2,a1'), 1);
  expect(one.about(after('Wd4,d1', 'Wb2,a1'))).toEqual(lost(1));
  await one.ask('defences', after('Gd4,d1'), 2);
  await one.ask('win', after('Gd4,d1'), 2);
  expect(one.about(after('Gd4,d1'))).toEqual(lost(2));
  expect(engine.prove).toHaveBeenCalledTimes(1);
  // If only some turns were examined, others may not lose.
  await one.ask('defences', after(), 1);
  expect(allLose(one.about(after()) as Defences)).toBe(false);
});

test('a question does not disturb one that is being answered', async () => {
  const { one, engine } = answering([{ verdict: 'unknown' }], []);
  const first = one.ask('win', after('Wd4,d1'), 2);
  await one.ask('defences', after('Wd4,d1'), 2);
  expect([one.running?.question, engine.defend.mock.calls.length]).toEqual(['win', 0]);
  await first;
  expect(one.about(after('Wd4,d1'))?.kind).toBe('no-win');
});
