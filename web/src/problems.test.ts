import { expect, test } from 'vitest';
import en from '../messages/en.json';
import type { ProblemCode } from './core/rules';
import type { Key } from './i18n/index.svelte';
import { Refused } from './online/api';
import { detailText, hasCode, problemOf, problemText } from './problems';

test('every message has all its values', () => {
  // The cast fails if there is a message for an unknown code.
  type Codes<K> = K extends `problem.${infer Code}` ? Code : never;
  const keys = Object.keys(en).filter((key) => key.startsWith('problem.'));
  const codes: ProblemCode[] = keys.map((key) => key.slice('problem.'.length) as Codes<Key>);
  for (const code of codes) expect(problemText({ code, message: '' }), code).toMatch(/^[^{]+$/);
  expect(problemText({ code: 'bad-name', message: '' })).toMatch(/^Use 2 to 20 letters/);
  expect(problemText({ code: 'bad-conditional-turns', message: '' })).toMatch(
    /^Save at most 20 lines of up to 20 turns/,
  );
  expect(problemText({ code: 'rate-limited', message: '', retryAfter: 7 })).toMatch(/in 7 seconds\.$/);
});

test('a restriction says when it ends', () => {
  expect(problemText({ code: 'muted', message: '' })).toBe('A moderator has muted you. You cannot chat.');
  const until = new Date(2027, 0, 31, 18, 30).getTime();
  expect(problemText({ code: 'muted', message: '', until })).toMatch(
    /^You cannot chat until .*31.*2027.*: a moderator/,
  );
  expect(problemText({ code: 'banned', message: '', until })).toMatch(/^You cannot play online or chat until .*2027/);
  // Other problems have no end.
  expect(problemText({ code: 'offline', message: '', until })).toMatch(/^Cannot reach the server/);
});

test('a code without a message is explained in English', () => {
  expect(problemText({ code: 'malformed', message: 'too loud' })).toBe('too loud');
  // A server may be newer than the page.
  expect(problemText({ code: 'unheard-of' as ProblemCode, message: 'too loud' })).toBe('too loud');
});

test('the details are a sentence', () => {
  expect(detailText({ code: 'unreadable', message: 'line 1, column 3: a ring is missing' })).toBe(
    'Line 1, column 3: a ring is missing.',
  );
});

test('an error is a problem if it has a code', () => {
  expect(problemOf(new Refused({ code: 'offline', message: 'no network' }))).toEqual({
    code: 'offline',
    message: 'no network',
  });
  expect(problemOf(new TypeError('oops'), 'engine')).toEqual({ code: 'engine', message: 'TypeError: oops' });
  expect(hasCode(new DOMException('full', 'QuotaExceededError'), 'other')).toBe(true);
});
