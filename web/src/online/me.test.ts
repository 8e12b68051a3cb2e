import { afterEach, expect, test, vi } from 'vitest';
import { change, me, refresh, signIn, signOut, stayKnown, whenLeft } from './me.svelte';

const ANN = {
  player: { id: 'a', kind: 'person', name: 'Ann', created: 1 },
  ratings: [],
  email: 'a@b.example',
  mayChat: true,
};
const GUEST = { player: { id: 'g', kind: 'guest', name: null, created: 1 }, ratings: [], email: null, mayChat: false };
const NOBODY = { player: null, ratings: [], email: null, mayChat: false };

/** A server that answers in turn. Gives what it was asked. */
function serve(...answers: (Response | Error)[]): [string, string, unknown][] {
  const asked: [string, string, unknown][] = [];
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    asked.push([method, path, body && JSON.parse(body)]);
    const answer = answers.shift()!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return asked;
}

const json = (data: unknown, status = 200) => Response.json(data, { status });
const done = () => new Response(null, { status: 204 });

afterEach(() => vi.unstubAllGlobals());

test('nothing is known before an answer; without a server one is offline', async () => {
  expect(me.state).toBe('unknown');
  serve(new Error('no network'));
  await refresh();
  expect(me.state).toBe('offline');
  // A host that has only files answers every address with the first page.
  serve(new Response('<!doctype html>'));
  await refresh();
  expect(me.state).toBe('offline');
  expect(me.account).toBeNull();
});

test('a guest is somebody, but has no account', async () => {
  serve(json(GUEST));
  await refresh();
  expect([me.state, me.player?.id, me.account]).toEqual(['known', 'g', null]);
});

test('who signs in is known at once, and is nobody after signing out', async () => {
  serve(json(ANN.player), json(ANN));
  await signIn('Ann', 'secret');
  expect(me.account?.name).toBe('Ann');
  serve(done(), json(NOBODY));
  await signOut();
  expect([me.player, me.account]).toEqual([null, null]);
});

test('a wrong password on the way in may be a wrong name', async () => {
  serve(json({ code: 'wrong-password', message: '…' }, 401));
  await expect(signIn('Ann', 'x')).rejects.toMatchObject({ code: 'no-fit' });
});

test('another password leaves the address as it is', async () => {
  serve(json(ANN));
  await refresh();
  const asked = serve(done(), json(ANN));
  await change('old', { password: 'new' });
  expect(asked[0]).toEqual(['POST', '/api/account', { password: 'old', newPassword: 'new' }]);
});

test('only the last question counts', async () => {
  let late!: (answer: Response) => void;
  const answers = [new Promise<Response>((resolve) => (late = resolve)), Promise.resolve(json(NOBODY))];
  vi.stubGlobal('fetch', () => answers.shift());
  const first = refresh();
  await refresh();
  late(json(ANN));
  await first;
  expect(me.player).toBeNull();
});

test('what another tab finds out is asked for, and lines that knew one are told', async () => {
  const left = vi.fn();
  const deaf = whenLeft(left);
  serve(json(ANN));
  await refresh();
  expect(left).not.toHaveBeenCalled();
  const asked = serve(json(NOBODY));
  const stop = stayKnown();
  expect(asked).toEqual([]);
  dispatchEvent(new StorageEvent('storage', { key: 'zertz.settings' }));
  expect(asked).toEqual([]);
  dispatchEvent(new StorageEvent('storage', { key: 'zertz.me' }));
  await vi.waitFor(() => expect(me.account).toBeNull());
  expect(left).toHaveBeenCalledOnce();
  stop();
  deaf();
});
