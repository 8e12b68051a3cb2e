import { expect, it } from 'vitest';
import { ALL_DURATIONS, untilOf } from './durations';

it('ends later the longer it lasts, or never', () => {
  const ends = ALL_DURATIONS.map((duration) => untilOf(duration, 1_000)!);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  expect(ends[1]).toBe(1_000 + 86_400_000);
  expect(untilOf('forever', 1_000)).toBeNull();
});
