import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A worker, a registration and the browser's own object, as far as the page uses them. */
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

/** Starts, leaves the page to itself for a while, and lets the browser answer. */
async function start(): Promise<void> {
  update.keepOffline();
  window.dispatchEvent(new Event('load'));
  expect(workers.register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
}

/** A new version is fetched. */
function arrives(): Fake {
  const worker = new Fake();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = worker;
  worker.dispatchEvent(new Event('statechange'));
  return worker;
}

test('the first version is nothing new', async () => {
  const heard = vi.fn();
  update.onUpdate(heard);
  await start();
  expect(workers.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  arrives();
  workers.controller = new Fake();
  workers.dispatchEvent(new Event('controllerchange'));
  expect(heard).not.toHaveBeenCalled();
  expect(reloaded).not.toHaveBeenCalled();
});

test('a new version is told, takes over when asked to, and is then shown', async () => {
  workers.controller = new Fake();
  const heard = vi.fn();
  const deaf = vi.fn();
  update.onUpdate(deaf)();
  update.onUpdate(heard);
  await start();
  expect(heard).not.toHaveBeenCalled();
  const worker = arrives();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(deaf).not.toHaveBeenCalled();

  update.reload();
  expect(worker.postMessage).toHaveBeenCalledWith('take over');
  expect(reloaded).not.toHaveBeenCalled();
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reloaded).toHaveBeenCalledTimes(1);
});

test('a version that was there before is told to those who ask late', async () => {
  workers.controller = new Fake();
  registration.waiting = new Fake();
  await start();
  const heard = vi.fn();
  update.onUpdate(heard);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('a page learns that another one has changed the version, and just loads again', async () => {
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

test('an open page looks for a new version every hour', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(3 * 60 * 60 * 1000);
  expect(registration.update).toHaveBeenCalledTimes(3);
});

test('a browser that keeps nothing is no trouble', async () => {
  workers.register.mockRejectedValue(new Error('not here'));
  await start();
  vi.stubGlobal('navigator', {});
  update.keepOffline();
});
