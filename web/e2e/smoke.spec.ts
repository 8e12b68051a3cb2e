/** The least that must work: the app starts, from any address, with and without a network. */
import { expect, test, type Page } from '@playwright/test';

/** Collects what goes wrong on a page, refusals by the server's security policy included. */
function troubles(page: Page): string[] {
  const list: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) list.push(message.text());
  });
  page.on('pageerror', (error) => list.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) list.push(`${response.status()} ${response.url()}`);
  });
  return list;
}

/** The app has drawn something. */
async function shown(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/ZÈRTZ/);
  await expect(page.locator('#app > *').first()).toBeVisible();
}

/** Waits until the browser keeps the app. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 20));
  });
}

/** The address of every file of the app, as the service worker keeps them. */
async function files(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
}

test('the app starts without an error', async ({ page }) => {
  const list = troubles(page);
  await page.goto('/');
  await shown(page);
  await kept(page);
  expect(list).toEqual([]);
});

test('a deep link starts the app', async ({ page }) => {
  const list = troubles(page);
  const response = await page.goto('/game/new');
  expect(response?.status()).toBe(200);
  await shown(page);
  expect(list).toEqual([]);
});

test('the rules are WebAssembly that the browser may compile', async ({ page }) => {
  await page.goto('/');
  await kept(page);
  const wasm = (await files(page)).filter((path) => path.endsWith('.wasm'));
  expect(wasm).toHaveLength(1);
  const names = await page.evaluate(async (path) => {
    const module = await WebAssembly.compileStreaming(fetch(path));
    return WebAssembly.Module.exports(module).map((item) => item.name);
  }, wasm[0]!);
  expect(names).toContain('viewOf');
});

test('the app works without a network after the first visit', async ({ page, context }) => {
  await page.goto('/');
  await shown(page);
  await kept(page);
  await context.setOffline(true);
  const list = troubles(page);
  await page.reload();
  await shown(page);
  await page.goto('/game/new');
  await shown(page);
  for (const path of await files(page)) {
    expect(await page.evaluate(async (path) => (await fetch(path)).ok, path), path).toBe(true);
  }
  expect(list).toEqual([]);
});

test('the app can be installed', async ({ page, request }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await request.get(address!);
  expect(response.headers()['content-type']).toBe('application/manifest+json');
  const manifest = (await response.json()) as { name: string; display: string; icons: { src: string; type: string }[] };
  expect(manifest).toMatchObject({ name: 'ZÈRTZ', display: 'standalone' });
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const { src, type } of [...manifest.icons, { src: touch!, type: 'image/png' }]) {
    const icon = await request.get(src);
    expect(icon.ok(), src).toBe(true);
    expect(icon.headers()['content-type'], src).toBe(type);
  }
});
