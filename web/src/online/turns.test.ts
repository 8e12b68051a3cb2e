import { afterEach, expect, test, vi } from 'vitest';
import type { GameSummary } from './api';
import { refresh } from './me.svelte';
import { showBadge, turns } from './turns.svelte';

const summary = (id: string, mover: number, seats: string[], status = 'playing') =>
  ({ id, status, mover, seats: seats.map((id) => ({ id, kind: 'person', name: id })) }) as unknown as GameSummary;

/** The server knows Ann, who has these games. */
function answer(games: GameSummary[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    const player = { id: 'ann', kind: 'person', name: 'Ann' };
    return Promise.resolve(
      Response.json(address.startsWith('/api/me') ? { player, ratings: [], email: null, mayChat: true } : games),
    );
  });
  return asked;
}

afterEach(() => {
  turns.games = [];
  vi.unstubAllGlobals();
});

test('games wait in which the player is to move, and the next one is another', async () => {
  const asked = answer([
    summary('a', 1, ['ann', 'bob']),
    summary('b', 1, ['bob', 'ann']),
    summary('c', 2, ['bob', 'ann']),
    summary('d', 1, ['ann', 'bob'], 'waiting'),
  ]);
  await refresh();
  await turns.refresh();
  expect(asked.at(-1)).toBe('/api/games?status=playing&player=Ann');
  expect(turns.waiting.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(turns.after('a')?.id).toBe('c');
  turns.games = turns.games.slice(0, 2);
  expect(turns.after('a')).toBeNull();
});

test('the icon shows how many games wait, where the browser can', () => {
  showBadge(1);
  const [setAppBadge, clearAppBadge] = [vi.fn(() => Promise.reject(new Error())), vi.fn(() => Promise.resolve())];
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge });
  showBadge(2);
  showBadge(0);
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(2);
  expect(clearAppBadge).toHaveBeenCalledOnce();
});
