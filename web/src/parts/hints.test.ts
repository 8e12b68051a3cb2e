import { expect, test } from 'vitest';
import type { Variation } from '../core/rules';
import { hintLines, premoveLines } from './hints';

const variation = (turn: string) => ({ turns: [turn] }) as Variation;

test('a placement shows its marble, and the removed ring has a cross', () => {
  expect(hintLines(variation('Wd4,d1'))).toEqual([
    { from: 'd4', brush: 'page', content: 'W' },
    { from: 'd1', brush: 'page', content: 'cross' },
  ]);
  expect(hintLines(variation('Bd4'))).toEqual([{ from: 'd4', brush: 'page', content: 'B' }]);
});

test('a premove has a colour of its own', () => {
  expect(premoveLines('Gd4,d1')).toEqual([
    { from: 'd4', brush: 'blue', content: 'G' },
    { from: 'd1', brush: 'blue', content: 'cross' },
  ]);
});

test('jumps are arrows', () => {
  expect(hintLines(variation('xc2Be3Ge5'))).toEqual([
    { from: 'c2', to: 'e3', brush: 'page' },
    { from: 'e3', to: 'e5', brush: 'page' },
  ]);
});

test('without a hint nothing is drawn', () => {
  expect(hintLines(null)).toEqual([]);
});
