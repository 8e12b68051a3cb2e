/** A new version of the app is downloaded beside the old one, and shown when the page switches to it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { writeServiceWorker } from '../build/precache';
import { stored } from './checks';
import { binary } from './server';

let folder: string;
let server: ChildProcess | undefined;

/** Serves the folder; returns the address. */
async function serve(listen: string): Promise<string> {
  const started = spawn(
    binary,
    ['serve', '--addr', listen, '--app', folder, '--database-url', `sqlite://${folder}.db`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  server = started;
  const line = await new Promise<string>((yes) => started.stdout.once('data', (data: Buffer) => yes(data.toString())));
  return /http:\/\/\S+/.exec(line)![0];
}

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((yes) => server!.once('exit', yes));
  server.kill();
  await ended;
}

async function change(): Promise<void> {
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<body>', '<body data-version="new">'));
  // The compressed files are of the old page.
  for (const file of readdirSync(folder).filter((name) => /^(index\.html|sw\.js)\.(br|gz)$/.test(name)))
    rmSync(join(folder, file));
  await writeServiceWorker('src/sw.ts', folder);
}

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zertz-update-'));
  cpSync('dist', folder, { recursive: true });
});

test.afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

test('a new version waits until the page lets it take over', async ({ page }) => {
  const address = await serve('127.0.0.1:0');
  await page.goto(address);
  await stored(page);
  const before = await page.evaluate(() => caches.keys());
  expect(before).toHaveLength(1);

  await stop();
  await change();
  expect(await serve(new URL(address).host)).toBe(address);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((go) => setTimeout(go, 20));
  });
  await page.reload();
  await expect(page.locator('body')).not.toHaveAttribute('data-version');
  expect(await page.evaluate(() => caches.keys())).toHaveLength(2);

  await page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready;
    const changed = new Promise((yes) => navigator.serviceWorker.addEventListener('controllerchange', yes));
    waiting!.postMessage('take over');
    await changed;
  });
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-version', 'new');
  const after = await page.evaluate(() => caches.keys());
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});
