/**
 * New versions of the app. The service worker keeps the version that is shown and fetches a new one beside it; this tells the page when
 * one is there, and the page decides when to change.
 */

/** How often an open page looks for a new version. Browsers look by themselves only when a page is loaded. */
const INTERVAL = 60 * 60 * 1000;

/** How long a page has the processor and the network for itself. To keep the app is to fetch all of it, which would hold up what is wanted now. */
const SETTLED = 4_000;

const listeners = new Set<() => void>();
let waiting: ServiceWorker | undefined;
let there = false;
let asked = false;

/** Calls back when a new version is there, also if it is there already. Gives what ends that. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener);
  if (there) listener();
  return () => listeners.delete(listener);
}

/** Changes to the new version, if there is one, and loads the page again. */
export function reload(): void {
  asked = true;
  if (waiting?.state === 'installed') waiting.postMessage('take over');
  else location.reload();
}

/** Has the browser keep the app. In development there is nothing to keep, and on an address without TLS it may not. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  // A page that had no worker gets its first one; there is nothing new in that.
  let first = workers.controller === null;
  workers.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    else if (!first) tell();
    first = false;
  });
  const later = () => setTimeout(register, SETTLED);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

function register(): void {
  // Offline, or not allowed: the app works all the same.
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(watch, () => {});
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    const worker = registration.waiting;
    if (!worker || !navigator.serviceWorker.controller) return;
    waiting = worker;
    tell();
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  }, INTERVAL);
}

function tell(): void {
  there = true;
  for (const listener of listeners) listener();
}
