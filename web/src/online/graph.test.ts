import { expect, test } from 'vitest';
import type { Pace, RatingPoint } from './api';
import { graphOf, pointsText } from './graph';

const game = (at: number, rating: number, pace: Pace = 'bullet'): RatingPoint => ({
  game: `g${at}`,
  pace,
  at,
  rating,
  deviation: 80,
});

test('time runs to the right and higher ratings are higher', () => {
  const { series, from, to } = graphOf([game(1000, 1500), game(1500, 1550), game(2000, 1600)], 100, 50);
  expect([from, to]).toEqual([1000, 2000]);
  expect(series).toHaveLength(1);
  expect(pointsText(series[0]!.points)).toBe('0.0,50.0 50.0,25.0 100.0,0.0');
});

test('each pace has a series over the same time', () => {
  const { series } = graphOf([game(0, 1500, 'rapid'), game(5, 1490), game(10, 1520, 'rapid')], 100, 50);
  expect(series.map((line) => [line.pace, line.points.map((point) => point.x)])).toEqual([
    ['bullet', [50]],
    ['rapid', [0, 100]],
  ]);
  expect(series[1]).toMatchObject({ first: 1500, last: 1520 });
});

test('the marks are few round numbers around all ratings', () => {
  const { marks } = graphOf([game(0, 1387), game(1, 1704)], 100, 100);
  expect(marks.map((mark) => mark.rating)).toEqual([1200, 1400, 1600, 1800]);
  expect(marks[0]!.y).toBe(100);
  expect(marks.at(-1)!.y).toBe(0);
});

test('one game is a point in the middle', () => {
  const { series, marks } = graphOf([game(7, 1500)], 100, 50);
  expect(series[0]!.points).toEqual([{ x: 50, y: 50 }]);
  expect(marks.map((mark) => mark.rating)).toEqual([1500, 1510]);
});
