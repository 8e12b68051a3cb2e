import { expect, test } from 'vitest';
import { TimeWarning } from './warning';

const due = (warning: TimeWarning, seconds: number) => warning.due(seconds * 1000);

test('a player is warned at 30 and at 10 seconds, once each', () => {
  const warning = new TimeWarning();
  expect([31, 30, 29, 11, 10, 9, 1].map((left) => due(warning, left))).toEqual([null, 30, null, null, 10, null, null]);
});

test('a late warning is left out', () => {
  const warning = new TimeWarning();
  expect(due(warning, 20)).toBeNull();
  expect(due(warning, 10)).toBe(10);
  expect(due(new TimeWarning(), 5)).toBeNull();
});

test('after the clock has gained time, warnings come again', () => {
  const warning = new TimeWarning();
  due(warning, 10);
  expect(due(warning, 20)).toBeNull();
  expect(due(warning, 9)).toBeNull();
  due(warning, 40);
  expect(due(warning, 30)).toBe(30);
});

test('without a clock there is no warning', () => {
  expect(new TimeWarning().due(null)).toBeNull();
});
