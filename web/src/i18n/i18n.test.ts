import { expect, test } from 'vitest';
import { format, locale, preferred } from './index.svelte';

test('the language is the first of the browser that the app has', () => {
  expect(preferred(['pt-BR', 'fr-CA', 'en'])).toBe('fr');
  expect(preferred(['ja'])).toBe('en');
});

test('dates and numbers are those of the region that the browser names', () => {
  expect(locale(['fr-CA', 'en-GB', 'en'])).toBe('en-GB');
  expect(locale(['fr-CA'])).toBe('en');
});

test('plurals follow the rules of the language', () => {
  const rings = { one: '{n} кольцо', few: '{n} кольца', many: '{n} колец', other: '{n} кольца' };
  expect([1, 3, 37, 61].map((n) => format(rings, 'ru', { n }))).toEqual([
    '1 кольцо',
    '3 кольца',
    '37 колец',
    '61 кольцо',
  ]);
});

test('placeholders are replaced if there is a value', () => {
  expect(format('{a} and {b}', 'en', { a: 1 })).toBe('1 and {b}');
});
