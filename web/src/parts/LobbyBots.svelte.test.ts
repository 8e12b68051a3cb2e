import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { rules } from '../core/rules';
import type { BotRules, LobbyBot, Settings } from '../online/api';
import { refresh } from '../online/me.svelte';
import LobbyBots from './LobbyBots.svelte';

let mounted: Record<string, unknown> | undefined;

afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const ACCEPTS: BotRules = {
  boards: [],
  presets: [],
  paces: [],
  untimed: true,
  rated: true,
  casual: true,
  humansOnly: false,
  maxGames: null,
};

function bot(name: string, changes: Partial<BotRules> = {}): LobbyBot {
  const accepts = { ...ACCEPTS, ...changes };
  const time = { kind: 'fischer' as const, initial: 300, increment: 3 };
  const game: Settings = { rules: rules('standard', '37'), time, rated: !accepts.casual };
  return { name, ratings: [], accepts, busy: false, game };
}

/** Shows these bots to a guest or to a player with an account. */
async function show(kind: 'guest' | 'person', ...bots: LobbyBot[]): Promise<void> {
  const me = {
    player: { id: 'a', kind, name: kind === 'guest' ? null : 'Ann', created: 1 },
    ratings: [],
    mayChat: true,
  };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(path === '/api/me' ? me : bots)));
  await refresh();
  const props = { busy: false, rated: false, onplay: vi.fn(), onchoose: vi.fn() };
  mounted = mount(LobbyBots, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(bots.length));
  flushSync();
}

const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, ' ').trim());

/** What can be done with each bot. */
const ways = () =>
  [...document.querySelectorAll('.buttons')].map(({ children }) =>
    [...children].map(({ firstChild }) => firstChild!.textContent!.trim()),
  );

test('a guest is asked to sign in for a bot that plays only rated games', async () => {
  await show('guest', bot('Casual'), bot('Strict', { casual: false }));
  expect(ways()).toEqual([['Play', 'Custom'], ['Sign in']]);
  expect(document.querySelector('.buttons a')?.getAttribute('href')).toMatch(/^\/account\?to=/);
});

test('a player with an account can play such a bot', async () => {
  await show('person', bot('Strict', { casual: false }));
  expect(ways()).toEqual([['Play', 'Custom']]);
});

test('the line of a bot says whether it plays without a clock', async () => {
  const some = { paces: ['rapid' as const] };
  await show('guest', bot('A'), bot('B', { untimed: false }), bot('C', some), bot('D', { ...some, untimed: false }));
  expect(texts('li').map((text) => /Accepts: all boards · (.*?) (Play|Sign)/.exec(text)?.[1])).toEqual([
    'all paces',
    'all paces · only with a clock',
    'Rapid, No clock',
    'Rapid',
  ]);
});
