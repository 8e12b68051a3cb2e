/** The few tests that run in every browser. Server, address and programs are those of the other tests in a browser. */
import { defineConfig } from '@playwright/test';
import chromium from './playwright.config';

const engines = ['chromium', 'firefox', 'webkit'] as const;

export default defineConfig<object, { engine: (typeof engines)[number] }>({
  webServer: chromium.webServer!,
  testDir: 'browsers',
  outputDir: 'test-results',
  forbidOnly: true,
  // Files, not tests, are shared out: each browser starts once, since that takes longer than most tests.
  workers: 2,
  reporter: 'list',
  // Generous, for slow and busy machines. All of it took 3.3 minutes on two cores with ten times as much to do.
  timeout: 120_000,
  globalTimeout: 300_000,
  use: { baseURL: chromium.use!.baseURL! },
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
