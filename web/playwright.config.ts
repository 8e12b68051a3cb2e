/**
 * Tests in a real browser, on the real server. `cargo xtask test` passes the program, a port and a browser as variables. The defaults are for
 * `npm run e2e` after `cargo xtask web` and `cargo build --release`.
 */
import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { binary, database } from './e2e/server';

const address = `127.0.0.1:${process.env['ZERTZ_PORT'] ?? '8099'}`;
/** A folder with another build of the app than the one in the binary. */
const app = process.env['ZERTZ_APP'] ? ` --app "${process.env['ZERTZ_APP']}"` : '';
const debian = '/usr/bin/chromium';
const chromium = process.env['CHROMIUM'] ?? (existsSync(debian) ? debian : undefined);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: 'list',
  // Generous, for slow and busy machines. Only failing tests wait this long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://${address}`,
    locale: 'en-GB',
    actionTimeout: 60_000,
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // The sandbox does not work for root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    // Tests that need a mouse, a keyboard or a touch screen run in one project only.
    {
      name: 'desktop',
      grepInvert: /@touch/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    { name: 'phone', grepInvert: /@mouse/, use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
  ],
  webServer: {
    command: `"${binary}" serve --addr ${address} --rate-limits off --trusted-proxies 127.0.0.1 --database-url ${database}${app}`,
    url: `http://${address}/healthz`,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
