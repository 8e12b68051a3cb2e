import { beforeAll, expect, test } from 'vitest';
import type { Variation } from '../core/rules';
import { loadRulesForTests } from '../testing';
import { hintLines } from './hints';

beforeAll(loadRulesForTests);

const variation = (turn: string) => ({ turns: [turn] }) as Variation;

test('a placement is green and the ring to remove red', () => {
  expect(hintLines(variation('Wd4,d1'))).toEqual([
    { from: 'd4', brush: 'green' },
    { from: 'd1', brush: 'red' },
  ]);
  expect(hintLines(variation('Wd4'))).toEqual([{ from: 'd4', brush: 'green' }]);
});

test('what a turn claims is not drawn', () => {
  expect(hintLines(variation('Bg1,f2xBg1'))).toHaveLength(2);
});

test('jumps are arrows, one after the other', () => {
  expect(hintLines(variation('xc2Be3Ge5'))).toEqual([
    { from: 'c2', to: 'e3', brush: 'green' },
    { from: 'e3', to: 'e5', brush: 'green' },
  ]);
});

test('no hint, nothing to draw', () => {
  expect(hintLines(null)).toEqual([]);
});
