/**
 * The service worker: stores the whole app, so that it starts at once and offline.
 *
 * The build inserts the list of files and a version. Every version has its own cache. A new one is filled while the old one still serves, and
 * waits until the page lets it take over.
 */
declare const self: ServiceWorkerGlobalScope;

/** The paths of all files of the app; `/` is the page. */
declare const FILES: readonly string[];

/** Changes with any file. */
declare const VERSION: string;

const PREFIX = 'zertz-';
const CACHE = PREFIX + VERSION;
const STORED = new Set(FILES);

/** Paths that the server handles itself. */
const SERVER = /^\/(api|healthz|readyz|metrics)(\/|$)/;

self.addEventListener('install', (event) => event.waitUntil(fill()));

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const page = request.mode === 'navigate' && !url.pathname.includes('.') && !SERVER.test(url.pathname);
  if (page) event.respondWith(stored('/', request));
  else if (STORED.has(url.pathname)) event.respondWith(stored(url.pathname, request));
});

/** Downloads all files. If one fails, there is no new version. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async (path) => {
      // The name of an asset contains its hash, so the copy of the old version is still valid.
      const named = path.startsWith('/assets/');
      const old = named ? await caches.match(path, { ignoreVary: true }) : undefined;
      const response = old ?? (await fetch(path, { cache: named ? 'default' : 'no-cache' }));
      if (!response.ok) throw new Error(`${path} cannot be loaded: ${response.status}`);
      await cache.put(path, response);
    }),
  );
}

/** Deletes old versions and serves the open pages. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

/** The stored file, or the file from the network if the browser has deleted it. */
async function stored(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(request);
}

export {};
