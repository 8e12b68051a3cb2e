/** The fixtures of the tests: a browser for each worker, and people who use it. */
import { test as base } from '@playwright/test';
import type { Browser, Tab } from './browser';
import { startChromium } from './chromium';
import { startFirefox } from './firefox';
import { Person } from './person';
import { startWebKit } from './webkit';

/** The paths of the programs. `cargo xtask test` passes them; the defaults are those of Debian. */
const PROGRAMS = {
  chromium: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  firefox: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
  webkit: {
    driver: process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver',
    browser: process.env['MINI_BROWSER'] ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  },
};

const START = {
  chromium: () => startChromium(PROGRAMS.chromium),
  firefox: () => startFirefox(PROGRAMS.firefox),
  webkit: () => startWebKit(PROGRAMS.webkit),
};

interface Fixtures {
  /** Opens the browser of another person, at this address of the server. */
  newPerson: (root?: string) => Promise<Person>;
}

interface WorkerFixtures {
  engine: keyof typeof START;
  running: Browser;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  running: [
    async ({ engine }, use) => {
      const browser = await START[engine]();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  newPerson: async ({ running, baseURL }, use, info) => {
    const tabs: Tab[] = [];
    await use(async (root = baseURL!) => {
      const tab = await running.open();
      tabs.push(tab);
      const person = new Person(tab, root);
      await person.prefer({ motion: 'off', mute: true });
      return person;
    });
    for (const [index, tab] of tabs.entries()) {
      if (info.status !== info.expectedStatus) {
        // Not what the test is about: it has failed already.
        const body = await tab.picture().catch(() => Buffer.alloc(0));
        await info.attach(`person ${index + 1}`, { body, contentType: 'image/png' });
      }
      await tab.close();
    }
  },
});
