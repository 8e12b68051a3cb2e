import { afterEach, expect, test } from 'vitest';
import { go, route, signInAddress } from './router.svelte';

afterEach(() => go('/', 'replace'));

test('signing in leads back to the whole address, with the study after the #', () => {
  for (const address of ['/lobby', '/lobby?own=bot', '/analyse?board=37#record=%7Ba+%26+b%7D+*&turn=-1']) {
    go(address);
    go(signInAddress());
    expect(route().query.get('to')).toBe(address);
    expect([route().path, location.hash]).toEqual(['/account', '']);
  }
});
