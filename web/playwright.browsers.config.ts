/** The few tests that run in every browser. Server, address and programs are those of the other tests in a browser. */
import { defineConfig } from '@playwright/test';
import chromium from './playwright.config';

const engines = ['chromium', 'firefox', 'webkit'] as const;

export default defineConfig<object, { engine: (typeof engines)[number] }>({
  webServer: chromium.webServer!,
  testDir: 'browsers',
  outputDir: 'test-results',
  forbidOnly: true,
  // One browser after the other, each with one process: starting a browser takes longer than most tests.
  workers: 2,
  reporter: 'list',
  timeout: 60_000,
  globalTimeout: 180_000,
  use: { baseURL: chromium.use!.baseURL! },
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
