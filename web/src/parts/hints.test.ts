import { expect, test } from 'vitest';
import type { Variation } from '../core/rules';
import { hintLines } from './hints';

const variation = (turn: string) => ({ turns: [turn] }) as Variation;

test('a placement is green and the removed ring is red', () => {
  expect(hintLines(variation('Wd4,d1'))).toEqual([
    { from: 'd4', brush: 'green' },
    { from: 'd1', brush: 'red' },
  ]);
  expect(hintLines(variation('Wd4'))).toEqual([{ from: 'd4', brush: 'green' }]);
});

test('jumps are arrows', () => {
  expect(hintLines(variation('xc2Be3Ge5'))).toEqual([
    { from: 'c2', to: 'e3', brush: 'green' },
    { from: 'e3', to: 'e5', brush: 'green' },
  ]);
});

test('without a hint nothing is drawn', () => {
  expect(hintLines(null)).toEqual([]);
});
