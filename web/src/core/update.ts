/**
 * Updates of the app. The service worker keeps the current version and downloads a new one beside it. This module tells the page when a
 * new version is ready, and the page decides when to switch.
 */

/** How often an open page checks for a new version. Browsers check only when a page is loaded. */
const INTERVAL = 60 * 60 * 1000;

/** Milliseconds before the whole app is downloaded for offline use, which would slow down the first page. */
const SETTLED = 4_000;

const listeners = new Set<() => void>();
let waiting: ServiceWorker | undefined;
let ready = false;
let switching = false;

/** Calls back when a new version is ready, also if it already is. Returns a function that unsubscribes. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener);
  if (ready) listener();
  return () => listeners.delete(listener);
}

/** Switches to the new version, if there is one, and reloads the page. */
export function reload(): void {
  switching = true;
  if (waiting?.state === 'installed') waiting.postMessage('take over');
  else location.reload();
}

/** Registers the service worker, except in development and where browsers do not allow it (without TLS). */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  // The first worker of a page is not an update.
  let first = workers.controller === null;
  workers.addEventListener('controllerchange', () => {
    if (switching) location.reload();
    else if (!first) notify();
    first = false;
  });
  const later = () => setTimeout(register, SETTLED);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

function register(): void {
  // Offline, or not allowed: the app works anyway.
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(watch, () => {});
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    const worker = registration.waiting;
    if (!worker || !navigator.serviceWorker.controller) return;
    waiting = worker;
    notify();
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  }, INTERVAL);
}

function notify(): void {
  ready = true;
  for (const listener of listeners) listener();
}
