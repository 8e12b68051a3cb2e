import { describe, expect, it } from 'vitest';
import { usualGame, viewOf, type Variation } from './core/rules';
import type { Defences } from './stores/prover.svelte';
import type { Seat } from './stores/library';
import { answerText, evaluationText, hintText, saidText, seatName, sentences } from './words';

const variation = (turn: string, more: Partial<Variation> = {}): Variation => ({
  rank: 1,
  turns: [turn],
  chance: 0.5,
  proven: null,
  depth: 1,
  nodes: 1,
  time: 0,
  takes: 0,
  forces: false,
  only: false,
  ...more,
});
const game = (...acts: string[]) => usualGame(acts);

describe('a seat', () => {
  const names = (...seats: Seat[]) => seats.map((seat, index) => seatName(seat, index === 0 ? 1 : 2, seats));

  it('has the name of its person, with a number if both have the same name', () => {
    const person = (name: string): Seat => ({ kind: 'person', name });
    expect(names(person('Ann'), person('Bob'))).toEqual(['Ann', 'Bob']);
    expect(names(person('Ann'), person('Ann'))).toEqual(['Ann (1)', 'Ann (2)']);
    expect(names(person(''), person(''))).toEqual(['Player 1', 'Player 2']);
  });
});

describe('a hint', () => {
  it('gives the turn in words and in notation', () => {
    expect(hintText(game(), variation('Wd4,d1'))).toBe(
      'Try this: place a white marble on d4 and remove ring d1 (Wd4,d1). 50% win chance.',
    );
  });

  it('says what a jump captures, and that there is no other turn', () => {
    const found = variation('xd5Wd3', { takes: 1, only: true });
    expect(hintText(game('Wd4,d1', 'Gd5,a1'), found)).toBe(
      'Only one turn is possible: jump from d5 to d3 (xd5Wd3). This captures 1 marble.',
    );
  });

  it('names every ring that a chain lands on', () => {
    const start = '2o/oBooo/ooBooo/1oooGo/1ooGoWo/2ooooo/4oo 4/6/8 0/0/0 1/0/0 1';
    const found = variation('xb2Bd4Gd6Wf4', { takes: 3 });
    expect(hintText({ ...game(), start }, found)).toMatch(
      /^Try this: jump from b2 to d4, d6,? and f4 \(xb2Bd4Gd6Wf4\)\. This captures 3 marbles\./,
    );
  });
});

describe('the last turn in words', () => {
  const said = (start: string | null, ...acts: string[]) => {
    const played = { ...game(...acts), ...(start && { start }) };
    return saidText(played, viewOf(played), (player) => `Player ${player}`);
  };

  it('names the marble and the ring', () => {
    expect(said(null, 'Wd4,d1')).toBe('Player 1: white marble on d4. Ring d1 removed.');
  });

  it('tells a chain of jumps in one sentence and counts the captures', () => {
    const start = '2o/oBooo/ooBooo/1oooGo/1ooGoWo/2ooooo/4oo 4/6/8 0/0/0 1/0/0 1';
    expect(said(null, 'Wd4,d1', 'Gd5,a1', 'xd5Wd3')).toBe(
      'Player 1: jumped from d5 to d3 and captured 1 white marble.',
    );
    expect(said(start, 'xb2Bd4Gd6Wf4')).toMatch(
      /^Player 1: jumped from b2 to d4, d6,? and f4 and captured 1 black marble, 1 grey marble,? and 1 white marble\.$/,
    );
  });
});

describe('an evaluation', () => {
  it('is a bound, unless there is only one turn left', () => {
    expect(evaluationText(variation('Wd4,d1', { proven: 25 }))).toBe('Wins in at most 25 turns.');
    expect(evaluationText(variation('Wd4,d1', { proven: -24 }))).toBe('Loses in at most 24 turns.');
    expect(evaluationText(variation('Wd4,d1', { proven: 1 }))).toBe('Wins in 1 turn.');
  });
});

describe('texts joined into sentences', () => {
  it('get a full stop unless they end with punctuation', () => {
    expect(sentences('You lost', '', 'You resigned.')).toBe('You lost. You resigned.');
    expect(sentences('You won!', 'The board is full.')).toBe('You won! The board is full.');
  });
});

describe('the answer of the solver', () => {
  const name = (side: 1 | 2) => ['Ann', 'Bob'][side - 1]!;
  const proven = { winner: 2, turns: 3, turn: null } as const;
  const defences = (more: Partial<Defences>): Defences => ({
    kind: 'defences',
    winner: 2,
    open: [],
    lost: 0,
    longest: 4,
    count: 10,
    complete: true,
    nodes: 5000,
    ...more,
  });
  const open = (n: number) => Array.from({ length: n }, (_, index) => `Wa${index},g1`);
  const text = (more: Partial<Defences>) => answerText(defences(more), name, null);

  it('tells a list that was stopped from a complete one', () => {
    const [some, stopped] = ['Turns after which Bob wins by force: 4 of', 'Stopped after 4 of 10 turns.'];
    const others = 'After the others, no forced win was found with 5,000 nodes per turn:';
    expect(text({ lost: 4, open: open(6) })).toBe(`${some} 10. ${others}`);
    expect(text({ lost: 4 })).toBe(`${stopped} ${some} 4.`);
    expect(text({ open: open(4) })).toBe(
      `${stopped} Turns examined: 4. No forced win for Bob was found after any of them with 5,000 nodes per turn.`,
    );
  });

  it('calls a result proven only if every turn was examined', () => {
    expect(text({ lost: 10 })).toBe('Proven: Bob wins in at most 4 turns.');
    expect(text({ lost: 10, complete: false })).toBe(
      'This position has too many legal turns to examine them all. Turns after which Bob wins by force: 10 of 10.',
    );
  });

  it('neither repeats what is proven nor contradicts it', () => {
    const wins = { kind: 'wins', winner: 2, turns: ['Wa1,g1', 'Wb1,g2', 'Wc1,g3'] } as const;
    const line = { ...wins, turns: [...wins.turns] };
    expect(answerText(line, name, null)).toBe('Proven: Bob wins in at most 3 turns.');
    expect(answerText(line, name, proven)).toBe('Winning variation');
    expect(answerText(line, name, { ...proven, turns: 5 })).toBe('Proven: Bob wins in at most 3 turns.');
    expect(answerText(defences({ lost: 10 }), name, proven)).toBe('Turns after which Bob wins by force: 10 of 10.');
    const lost = 'Ann has no forced win: the opponent has one.';
    expect(answerText({ kind: 'lost', player: 1 }, name, null)).toBe(lost);
    const unknown = { kind: 'no-win', player: 1, sure: false, nodes: 1000 } as const;
    expect(answerText(unknown, name, proven)).toBe(lost);
    expect(answerText(unknown, name, null)).toMatch(/^No forced win for Ann was found within 1,000 nodes/);
  });
});
