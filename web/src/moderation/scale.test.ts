import { expect, it } from 'vitest';
import { placeOf, TICKS } from './scale';

it('places times in their order, within the picture', () => {
  const places = [0, ...TICKS, 10_000_000].map(placeOf);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(places.length);
  expect([places[0], places.at(-1)]).toEqual([0, 1]);
});

it('gives equal room to equal ratios', () => {
  expect(placeOf(10_000) - placeOf(1_000)).toBeCloseTo(placeOf(100_000) - placeOf(10_000));
});
