import { afterEach, expect, test, vi } from 'vitest';
import { ask, queryText, Refused } from './api';

function answer(status: number, body?: unknown) {
  const fake = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status })),
  );
  vi.stubGlobal('fetch', fake);
  return fake;
}

afterEach(() => vi.unstubAllGlobals());

test('a request has the method, path, parameter, query and body of its endpoint', async () => {
  const fetched = answer(200, []);
  await ask('GET /api/players/{name}', { params: 'a/ñ' });
  expect(fetched).toHaveBeenLastCalledWith('/api/players/a%2F%C3%B1', expect.objectContaining({ method: 'GET' }));
  await ask('GET /api/games', { query: { status: 'over', rated: false } });
  expect(fetched.mock.lastCall![0]).toBe('/api/games?status=over&rated=false');
  await ask('POST /api/account/bots', { body: { name: 'X' } });
  expect(fetched.mock.lastCall![1]).toMatchObject({ method: 'POST', body: '{"name":"X"}' });
});

test('a response without a body is undefined', async () => {
  answer(204);
  expect(await ask('POST /api/account/sign-out')).toBeUndefined();
});

test('a refusal has its code and how long to wait', async () => {
  answer(429, { code: 'rate-limited', message: 'too many requests', retryAfter: 7 });
  const refused = await ask('GET /api/me').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: 'rate-limited', message: 'too many requests', retryAfter: 7 });
});

test('without a network the code is offline', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  await expect(ask('GET /api/me')).rejects.toMatchObject({ code: 'offline' });
});

test('a query has no empty values, and is readable', () => {
  expect(queryText({ player: '', board: null, result: undefined })).toBe('');
  expect(queryText({ opening: 'Wd4,d1', rated: false })).toBe('?opening=Wd4,d1&rated=false');
});
