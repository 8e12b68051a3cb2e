/**
 * The service worker: keeps the whole app, so that it starts at once and without a network.
 *
 * The build puts the list of files and a version in. Every version has a cache of its own; a new one is filled while the old one still
 * serves, then waits until the page says that it may take over.
 */
declare const self: ServiceWorkerGlobalScope;

/** The address of every file of the app; `/` is its page. */
declare const FILES: readonly string[];

/** Another one as soon as a file is another. */
declare const VERSION: string;

const PREFIX = 'zertz-';
const CACHE = PREFIX + VERSION;
const KEPT = new Set(FILES);

/** What is the server's own, even if it looks like a page. */
const SERVER = /^\/(api|health)(\/|$)/;

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
  if (page) event.respondWith(kept('/', request));
  else if (KEPT.has(url.pathname)) event.respondWith(kept(url.pathname, request));
});

/** Fetches all files; if one of them cannot be had there is no new version. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async (path) => {
      // What is named after its content never changes: the version before may have it. All else is asked for anew.
      const named = path.startsWith('/assets/');
      const old = named ? await caches.match(path, { ignoreVary: true }) : undefined;
      const response = old ?? (await fetch(path, { cache: named ? 'default' : 'no-cache' }));
      if (!response.ok) throw new Error(`${path} cannot be had: ${response.status}`);
      await cache.put(path, response);
    }),
  );
}

/** Drops the versions before and serves the pages that are open. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

/** The file as kept; from the network if the browser has thrown it away. */
async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(request);
}

export {};
