/** Chromium, through Playwright. All other tests in a browser use it; here it shows that a failure is due to the browser. */
import { chromium } from '@playwright/test';
import { problems } from '../e2e/checks';
import { SIZE, wrapped, type Browser } from './browser';

export async function startChromium(program: string | undefined): Promise<Browser> {
  const browser = await chromium.launch({
    ...(program && { executablePath: program }),
    // The sandbox does not work for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return {
    open: async () => {
      const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB' });
      const page = await context.newPage();
      const list = problems(page);
      return {
        goto: async (address) => void (await page.goto(address)),
        reload: async () => void (await page.reload()),
        call: async (what, ...args) =>
          JSON.parse(
            await page.evaluate<string>(`(${wrapped(what)})(${JSON.stringify(JSON.stringify(args))})`),
          ) as never,
        click: (x, y) => page.mouse.click(x, y),
        picture: () => page.screenshot(),
        problems: () => list,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
