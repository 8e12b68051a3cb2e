import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A service worker, its registration, or the browser's container, as far as the page uses them. */
class Fake extends EventTarget {
  state = 'installed';
  postMessage = vi.fn();
  waiting: Fake | null = null;
  installing: Fake | null = null;
  controller: Fake | null = null;
  update = vi.fn(async () => {});
  register = vi.fn();
}

let workers: Fake;
let registration: Fake;
let update: typeof import('./update');
const reloaded = vi.fn();

beforeEach(async () => {
  vi.resetModules();
  vi.stubEnv('PROD', true);
  reloaded.mockReset();
  workers = new Fake();
  registration = new Fake();
  workers.register.mockResolvedValue(registration);
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('location', { reload: reloaded });
  vi.useFakeTimers();
  update = await import('./update');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Loads the page and waits until it has registered the service worker. */
async function start(): Promise<void> {
  update.installServiceWorker();
  window.dispatchEvent(new Event('load'));
  expect(workers.register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
}

/** A new version has been downloaded. */
function download(): Fake {
  const worker = new Fake();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = worker;
  worker.dispatchEvent(new Event('statechange'));
  return worker;
}

test('the first version is not an update', async () => {
  const heard = vi.fn();
  update.onUpdate(heard);
  await start();
  expect(workers.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  download();
  workers.controller = new Fake();
  workers.dispatchEvent(new Event('controllerchange'));
  expect(heard).not.toHaveBeenCalled();
  expect(reloaded).not.toHaveBeenCalled();
});

test('a new version is reported, takes over when asked, and is then shown', async () => {
  workers.controller = new Fake();
  const heard = vi.fn();
  const removed = vi.fn();
  update.onUpdate(removed)();
  update.onUpdate(heard);
  await start();
  expect(heard).not.toHaveBeenCalled();
  const worker = download();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(removed).not.toHaveBeenCalled();

  update.reload();
  expect(worker.postMessage).toHaveBeenCalledWith('take over');
  expect(reloaded).not.toHaveBeenCalled();
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reloaded).toHaveBeenCalledTimes(1);
});

test('a waiting version is reported to a late listener', async () => {
  workers.controller = new Fake();
  registration.waiting = new Fake();
  await start();
  const heard = vi.fn();
  update.onUpdate(heard);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('a page learns that another page has switched versions, and only needs to reload', async () => {
  workers.controller = new Fake();
  const heard = vi.fn();
  update.onUpdate(heard);
  await start();
  workers.dispatchEvent(new Event('controllerchange'));
  expect(heard).toHaveBeenCalledTimes(1);
  expect(reloaded).not.toHaveBeenCalled();
  update.reload();
  expect(reloaded).toHaveBeenCalledTimes(1);
});

test('an open page checks for a new version every hour', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(3 * 60 * 60 * 1000);
  expect(registration.update).toHaveBeenCalledTimes(3);
});

test('browsers without service workers cause no error', async () => {
  workers.register.mockRejectedValue(new Error('not here'));
  await start();
  vi.stubGlobal('navigator', {});
  update.installServiceWorker();
});
