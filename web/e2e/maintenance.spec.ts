/** Planned maintenance that the operator of a server announces. It has its own server, because everyone there sees it. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './checks';
import { binary } from './server';

test('planned maintenance is announced on every page, and can be hidden', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'zertz-maintenance-'));
  const database = ['--database-url', `sqlite://${folder}/zertz.db`];
  const app = process.env['ZERTZ_APP'] ? ['--app', process.env['ZERTZ_APP']] : [];
  const server = spawn(binary, ['serve', '--addr', '127.0.0.1:0', ...database, ...app], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const line = await new Promise<string>((yes) => server.stdout.once('data', (data: Buffer) => yes(data.toString())));
    const address = /http:\/\/[^\s/]+/.exec(line)![0];
    const announce = (...what: string[]) => execFileSync(binary, ['admin', ...database, 'maintenance', ...what]);
    const banner = page.getByRole('region', { name: 'Planned maintenance' });

    await page.goto(`${address}/lobby`);
    await expect(page.getByRole('heading', { level: 1, name: 'Lobby' })).toBeVisible();
    await expect(banner).toHaveCount(0);
    // The socket of the lobby tells of it.
    announce('--at', '+2h', '--text', 'New disks.');
    await expect(banner).toContainText(/^Planned maintenance: .+\. New disks\./);
    await expectAccessible(page, 'banner');
    await page.goto(`${address}/rules`);
    await banner.getByRole('button', { name: 'Hide' }).click();
    await expect(banner).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(0);
    // Another announcement is news. The server tells of it within seconds.
    announce('--at', '+3h', '--text', 'Later.');
    await page.goto(`${address}/lobby`);
    await expect(banner).toContainText('Later.');
  } finally {
    const ended = new Promise((yes) => server.once('exit', yes));
    server.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
});
