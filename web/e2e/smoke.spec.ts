/** The app starts from any address, online and offline. */
import { expect, test, type Page } from '@playwright/test';
import { problems, stored } from './checks';

/** Waits until the app has rendered something. */
async function shown(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/ZÈRTZ/);
  await expect(page.locator('#app > *').first()).toBeVisible();
}

/** The paths of all files that the service worker has stored. */
async function files(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
}

test('a deep link starts the app', async ({ page }) => {
  const list = problems(page);
  const response = await page.goto('/game/new');
  expect(response?.status()).toBe(200);
  await shown(page);
  expect(list).toEqual([]);
});

test('the browser may compile the WebAssembly, and the first page loads the rules only', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await shown(page);
  const isRules = (path: string) => path.includes('zertz_rules');
  expect(asked.filter((path) => path.endsWith('.wasm')).every(isRules)).toBe(true);
  await stored(page);
  const wasm = (await files(page)).filter((path) => path.endsWith('.wasm'));
  expect(wasm).toHaveLength(3);
  const names = await page.evaluate(async (path) => {
    const module = await WebAssembly.compileStreaming(fetch(path));
    return WebAssembly.Module.exports(module).map((item) => item.name);
  }, wasm.find(isRules)!);
  expect(names).toContain('viewOf');
  expect(names).not.toContain('review');
});

test('the app starts without an error, and without a network after the first visit', async ({ page, context }) => {
  const list = problems(page);
  await page.goto('/');
  await shown(page);
  await stored(page);
  await context.setOffline(true);
  // A browser without a network says so. Not every version of Chromium does when the network is only switched off by a test.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
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
