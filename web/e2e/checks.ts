/** Checks that several tests make of a page. */
import AxeBuilder from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';

export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found, what).toEqual([]);
}

/** Expects that fingers can hit everything that can be touched, and that the page does not scroll sideways. */
export async function expectTouchable(page: Page, what: string): Promise<void> {
  const targets = '#main :is(button, select, input, .button, [data-ring]):not([inert] *), .tabs a, header a';
  const small = await page.locator(targets).evaluateAll((all) =>
    all.flatMap((one) => {
      // The label of a box can be touched too. Turns in a list are text among text, which may be smaller.
      const target = one.matches('[type=checkbox], [type=radio]') ? one.closest('label')! : one;
      const { width, height } = target.getBoundingClientRect();
      const inText = one.closest('ol, .tree') !== null;
      return width > 0 && !inText && (width < 43.5 || height < 43.5)
        ? [`${one.outerHTML.slice(0, 80)} ${width}×${height}`]
        : [];
    }),
  );
  expect(small, what).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0);
}

/** Expects that nothing reaches beyond the right edge of the window. */
export async function expectNarrow(page: Page, what: string): Promise<void> {
  const wide = await page
    .locator('#main *, dialog *')
    .evaluateAll((all) =>
      all.flatMap((one) => (one.getBoundingClientRect().right > innerWidth + 1 ? [one.outerHTML.slice(0, 120)] : [])),
    );
  expect(wide, what).toEqual([]);
}

/** Collects errors and warnings of a page, including what the security policy of the server blocks. */
export function problems(page: Page): string[] {
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

/** Waits until the service worker has stored the app. */
export async function stored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 20));
  });
}

/** Clicks something that downloads a file; returns the file's name and contents. */
export async function download(page: Page, click: () => Promise<void>): Promise<{ name: string; data: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: file.suggestedFilename(), data: await readFile(await file.path()) };
}
