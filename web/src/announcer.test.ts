import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announced, toast, toasts } from './announcer.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
});

test('an announcement that follows at once does not replace the one before', () => {
  announce('Ann declined the draw.');
  announce('Ann placed a marble.');
  announce('Your turn.');
  expect(announced()).toBe('Ann declined the draw.');
  vi.advanceTimersByTime(999);
  expect(announced()).toBe('Ann declined the draw.');
  vi.advanceTimersByTime(1);
  expect(announced()).toBe('Ann placed a marble. Your turn.');
});

test('after a pause an announcement is made at once', () => {
  announce('First.');
  vi.advanceTimersByTime(1_000);
  announce('Second.');
  expect(announced()).toBe('Second.');
});

test('the same text is announced again', () => {
  announce('Your turn.');
  vi.advanceTimersByTime(1_000);
  const before = announced();
  announce('Your turn.');
  expect(announced()).not.toBe(before);
  expect(announced().trim()).toBe('Your turn.');
});

test('messages are shown for some seconds, and the same one only once', () => {
  toast('Ann declined the draw.');
  toast('Ann gave you 15 seconds.');
  toast('Ann declined the draw.');
  expect(toasts().map(({ text }) => text)).toEqual(['Ann gave you 15 seconds.', 'Ann declined the draw.']);
  vi.advanceTimersByTime(7_000);
  expect(toasts()).toEqual([]);
});
