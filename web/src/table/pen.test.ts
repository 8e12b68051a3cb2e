import { beforeEach, expect, test } from 'vitest';
import type { MarkData } from '../core/rules';
import { Pen } from './pen.svelte';

let marks: MarkData[];
let said: string[];
let pen: Pen;

beforeEach(() => {
  marks = [];
  said = [];
  pen = new Pen({
    get marks() {
      return marks;
    },
    keepMarks: (list) => (marks = list),
    tell: (text) => said.push(text),
  });
  pen.on = true;
});

test('a tap draws a circle, and erases it again', () => {
  pen.tap('d4');
  expect(marks).toEqual([{ from: 'd4', brush: 'blue' }]);
  pen.colour = 'yellow';
  pen.tap('d4');
  expect(marks).toEqual([{ from: 'd4', brush: 'yellow' }]);
  pen.tap('d4');
  expect(marks).toEqual([]);
  expect(said).toEqual(['Drawn: circle on d4 (blue)', 'Drawn: circle on d4 (yellow)', 'Erased: circle on d4 (yellow)']);
});

test('two taps draw an arrow; the same ring twice draws none', () => {
  pen.shape = 'arrow';
  pen.tap('d4');
  expect([pen.from, pen.task]).toEqual(['d4', 'Arrow from d4: select the ring where it ends.']);
  pen.tap('d4');
  expect([pen.from, marks]).toEqual([null, []]);
  pen.tap('d4');
  pen.tap('e5');
  expect([pen.from, marks]).toEqual([null, [{ from: 'd4', to: 'e5', brush: 'blue' }]]);
});

test('every change is undone, also clearing, until another position is shown', () => {
  pen.tap('d4');
  pen.tap('e5');
  pen.clear();
  expect(marks).toEqual([]);
  pen.undo();
  expect(marks).toHaveLength(2);
  pen.undo();
  expect(marks).toEqual([{ from: 'd4', brush: 'blue' }]);
  pen.turnPage();
  pen.undo();
  expect([marks.length, pen.canUndo]).toEqual([1, false]);
});

test('Escape puts down first the arrow, then the pen', () => {
  pen.shape = 'arrow';
  pen.tap('d4');
  expect([pen.cancel(), pen.from, pen.on]).toEqual([true, null, true]);
  expect([pen.cancel(), pen.on]).toEqual([true, false]);
  expect(pen.cancel()).toBe(false);
});
