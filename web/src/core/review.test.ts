import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { read, review } from '../wasm/zertz_wasm.js';

/** What `zertz analyse --json` writes, as far as the web app uses it. */
interface Report {
  nodes: number;
  players: { accuracy: number; blunders: number }[];
  start: { chance: number };
  turns: {
    turn: string;
    chance: number;
    verdict: string;
    loss: number;
    better: { chance: number; variation: string[] } | null;
  }[];
}

test('WebAssembly reviews a game as the command line does', { timeout: 60_000 }, () => {
  const expected = JSON.parse(readFileSync('../testdata/review.json', 'utf8')) as Report;
  const { game } = read(readFileSync('../testdata/games/engines-48.zen', 'utf8'));
  const shares: number[] = [];
  const found = review(game, expected.nodes, (share: number) => shares.push(share));
  expect(found.turns.map(({ turn, chance, verdict, loss }) => ({ turn, chance, verdict, loss }))).toEqual(
    expected.turns.map(({ turn, chance, verdict, loss }) => ({ turn, chance, verdict, loss })),
  );
  expect(found.turns.map(({ better }) => better ?? null)).toEqual(
    expected.turns.map(({ better }) => better && { chance: better.chance, variation: better.variation }),
  );
  expect(found.start).toBe(expected.start.chance);
  expect(found.players.map(({ accuracy, blunders }) => [accuracy, blunders])).toEqual(
    expected.players.map(({ accuracy, blunders }) => [accuracy, blunders]),
  );
  expect(shares).toHaveLength(expected.turns.length + 1);
});
