import { expect, test } from 'vitest';
import { Clock, clockText } from './clock';

test('only the running clock loses time, and a turn adds the increment', () => {
  let now = 1000;
  const clock = new Clock({ kind: 'fischer', initial: 10, increment: 2 }, [10_000, 10_000], () => now);
  clock.run(0);
  now += 3000;
  expect(clock.left).toEqual([7000, 10_000]);
  clock.press();
  expect(clock.left).toEqual([9000, 10_000]);
  clock.run(1);
  now += 10_000;
  expect(clock.fallen).toBe(1);
  clock.press();
  expect(clock.left).toEqual([9000, 0]);
});

test('time is shown in hours, minutes and seconds, with tenths at the end', () => {
  expect(clockText(245_000)).toBe('4:05');
  expect(clockText(3_600_000)).toBe('1:00:00');
  expect(clockText(9_440)).toBe('0:09.4');
  expect(clockText(9_990)).toBe('0:10');
  expect(clockText(-5)).toBe('0:00.0');
});
