import { afterEach, expect, test, vi } from 'vitest';
import { block, blocks, loadBlocks, unblock } from './blocks.svelte';
import { refresh } from './me.svelte';

const me = (id: string) => ({
  player: { id, kind: 'person', name: id, created: 1 },
  ratings: [],
  email: null,
  mayChat: true,
});
const BEN = { id: 'ben', kind: 'person', name: 'Ben' };

/** A server that gives these answers in turn; nothing for an answer without a body. Returns the list of requests. */
function serve(...answers: unknown[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const answer = answers.shift();
    return Promise.resolve(answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer));
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test('a player is blocked and unblocked, and the list is loaded again', async () => {
  const asked = serve(me('ann'), undefined, [BEN], undefined, []);
  await refresh();
  await block(BEN);
  expect(blocks.has('ben')).toBe(true);
  await unblock(BEN);
  expect(blocks.players).toEqual([]);
  expect(asked.slice(1)).toEqual([
    'POST /api/account/blocks/ben',
    'GET /api/account/blocks',
    'DELETE /api/account/blocks/ben',
    'GET /api/account/blocks',
  ]);
});

test('the list of one player is not that of the next', async () => {
  serve(me('ann'), [BEN], me('zoe'));
  await refresh();
  await loadBlocks();
  expect(blocks.has('ben')).toBe(true);
  await refresh();
  expect(blocks.has('ben')).toBe(false);
});
