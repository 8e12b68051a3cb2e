import { expect, test } from 'vitest';
import { abortedText } from './words';

test('a challenge that a bot declined says why', () => {
  expect(abortedText({})).toBe('The game was aborted.');
  expect(abortedText({ declined: 'busy' })).toBe(
    'The bot declined the challenge. This bot is already playing as many games as it can. Try again later.',
  );
  expect(abortedText({ declined: 'rated' })).toMatch(/plays only casual games\.$/);
});
