import { afterEach, expect, test, vi } from 'vitest';
import {
  changeAccount,
  me,
  planMaintenance,
  refresh,
  signIn,
  signOut,
  watchPlayer,
  onLeavingAccount,
} from './me.svelte';

const ANN = {
  player: { id: 'a', kind: 'person', name: 'Ann', created: 1 },
  ratings: [],
  email: 'a@b.example',
  mayChat: true,
};
const GUEST = { player: { id: 'g', kind: 'guest', name: null, created: 1 }, ratings: [], email: null, mayChat: false };
const NOBODY = { player: null, ratings: [], email: null, mayChat: false };

/** A server that gives these answers in turn. Returns the list of requests. */
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

test('the state is unknown before the first answer, and offline without a server', async () => {
  expect(me.state).toBe('unknown');
  serve(new Error('no network'));
  await refresh();
  expect(me.state).toBe('offline');
  // A static host answers every request with the page.
  serve(new Response('<!doctype html>'));
  await refresh();
  expect(me.state).toBe('offline');
  expect(me.account).toBeNull();
});

test('a guest is a player without an account', async () => {
  serve(json(GUEST));
  await refresh();
  expect([me.state, me.player?.id, me.account]).toEqual(['known', 'g', null]);
});

test('signing in and out changes the player at once', async () => {
  serve(json(ANN.player), json(ANN));
  await signIn('Ann', 'secret');
  expect(me.account?.name).toBe('Ann');
  serve(done(), json(NOBODY));
  await signOut();
  expect([me.player, me.account]).toEqual([null, null]);
});

test('a wrong password when signing in may be a wrong name', async () => {
  serve(json({ code: 'wrong-password', message: '…' }, 401));
  await expect(signIn('Ann', 'x')).rejects.toMatchObject({ code: 'no-fit' });
});

test('a new password does not change the email address', async () => {
  serve(json(ANN));
  await refresh();
  const asked = serve(done(), json(ANN));
  await changeAccount('old', { password: 'new' });
  expect(asked[0]).toEqual(['POST', '/api/account', { password: 'old', newPassword: 'new' }]);
});

test('answers to earlier requests are ignored', async () => {
  let late!: (answer: Response) => void;
  const answers = [new Promise<Response>((resolve) => (late = resolve)), Promise.resolve(json(NOBODY))];
  vi.stubGlobal('fetch', () => answers.shift());
  const first = refresh();
  await refresh();
  late(json(ANN));
  await first;
  expect(me.player).toBeNull();
});

test('a change in another tab is noticed, and listeners learn that the account was left', async () => {
  const left = vi.fn();
  const unsubscribe = onLeavingAccount(left);
  serve(json(ANN));
  await refresh();
  expect(left).not.toHaveBeenCalled();
  const asked = serve(json(NOBODY));
  const stop = watchPlayer();
  expect(asked).toEqual([]);
  dispatchEvent(new StorageEvent('storage', { key: 'zertz.settings' }));
  expect(asked).toEqual([]);
  dispatchEvent(new StorageEvent('storage', { key: 'zertz.me' }));
  await vi.waitFor(() => expect(me.account).toBeNull());
  expect(left).toHaveBeenCalledOnce();
  stop();
  unsubscribe();
});

test('planned maintenance comes with the player, and sockets tell of changes', async () => {
  const maintenance = { at: 1, text: 'new disks' };
  serve(json({ ...ANN, maintenance }));
  await refresh();
  expect(me.maintenance).toEqual(maintenance);
  planMaintenance(null);
  expect(me.maintenance).toBeNull();
  expect(me.account?.name).toBe('Ann');
  planMaintenance({ at: 2, text: '' });
  expect(me.maintenance).toEqual({ at: 2, text: '' });
});

test('a server of an older version has no moderators', async () => {
  serve(json(ANN));
  await refresh();
  expect([me.moderator, me.restrictions, me.warnings, me.maintenance]).toEqual([false, [], [], null]);
});
