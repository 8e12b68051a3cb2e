import { expect, test } from 'vitest';
import { Narrator } from './narrator';

test('news and task are one announcement', () => {
  const narrator = new Narrator();
  narrator.add('Ann placed a marble.');
  narrator.add('Ann offers a draw.');
  expect(narrator.next('Place a marble.')).toBe('Ann placed a marble. Ann offers a draw. Place a marble.');
});

test('nothing is announced twice', () => {
  const narrator = new Narrator();
  narrator.add('Ann placed a marble.');
  narrator.next('Place a marble.');
  expect(narrator.next('Place a marble.')).toBe('');
  narrator.add('Ann gives you time.');
  expect(narrator.next('Place a marble.')).toBe('Ann gives you time.');
});

test('a task that comes again after a pause is announced again', () => {
  const narrator = new Narrator();
  narrator.next('Place a marble.');
  expect(narrator.next('')).toBe('');
  expect(narrator.next('Place a marble.')).toBe('Place a marble.');
});

test('news that the status repeats is announced once', () => {
  const narrator = new Narrator();
  narrator.add('Too late.');
  expect(narrator.next('Too late.')).toBe('Too late.');
});
