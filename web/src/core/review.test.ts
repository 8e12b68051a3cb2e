import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { provideProof, review, type GameReport } from '../wasm/zertz_engine.js';
import { usualGame } from './rules';
import { read } from '../wasm/zertz_extras.js';

/** The value as JSON has it: what is absent is null. */
const asJson = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (part === undefined ? null : part))) as unknown;

test('WebAssembly reviews a game as the command line does', { timeout: 60_000 }, () => {
  const expected = JSON.parse(readFileSync('../testdata/review.json', 'utf8')) as GameReport;
  const { game } = read(readFileSync('../testdata/games/engines-48.zen', 'utf8'));
  const shares: number[] = [];
  const found = review(game, expected.nodes, (share: number) => shares.push(share));
  // The command line knows the players' names from the record.
  expected.players.forEach((player) => (player.name = null));
  expect(asJson(found)).toEqual(expected);
  expect(shares).toHaveLength(expected.turns.length + 1);
});

test('a turn that plays the opening proof is not a mistake', { timeout: 60_000 }, () => {
  provideProof(readFileSync('../crates/zertz-engine/proofs/37.txt', 'utf8'));
  const { turns } = review(usualGame(['Wd4,a2', 'Gc3,a3']), 5000, () => {});
  expect(turns.map(({ verdict }) => verdict)[1]).toBe('best');
  expect(turns[1]!.evaluation).toEqual({ winner: 2, turns: 24 });
});
