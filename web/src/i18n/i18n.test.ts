import { expect, test } from 'vitest';
import { preferred, say } from './index.svelte';

test('the browser decides the language, as far as there are words', () => {
  expect(preferred(['pt-BR', 'fr-CA', 'en'])).toBe('fr');
  expect(preferred(['ja'])).toBe('en');
});

test('plurals follow the language', () => {
  const rings = { one: '{n} кольцо', few: '{n} кольца', many: '{n} колец', other: '{n} кольца' };
  expect([1, 3, 37, 61].map((n) => say(rings, 'ru', { n }))).toEqual(['1 кольцо', '3 кольца', '37 колец', '61 кольцо']);
});

test('values are put in their places, and what is not given stays', () => {
  expect(say('{a} and {b}', 'en', { a: 1 })).toBe('1 and {b}');
});
