/** Playing a game: finds what can be done from what the page shows. */
import { expect, type Locator, type Page } from '@playwright/test';

export type Touch = (page: Page, place: Locator) => Promise<void>;

const touch =
  (act: (page: Page, x: number, y: number) => Promise<void>): Touch =>
  async (page, place) => {
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    if (!box) throw new Error(`${place} is not visible`);
    await act(page, box.x + box.width / 2, box.y + box.height / 2);
  };

export const click = touch((page, x, y) => page.mouse.click(x, y));
export const tap = touch((page, x, y) => page.touchscreen.tap(x, y));

/** Stores settings before the app starts. */
export async function prefer(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript((wanted) => {
    const key = 'zertz.settings';
    // Only once, so that later changes stay.
    if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(wanted));
  }, settings);
}

export const ring = (page: Page, name: string): Locator => page.locator(`[data-ring="${name}"]`);
export const marked = (page: Page, kind: string): Locator => page.locator(`[data-ring][data-marks~="${kind}"]`);
export const pool = (page: Page, colour: 'White' | 'Grey' | 'Black'): Locator =>
  page.getByRole('button', { name: new RegExp(`^${colour} marble, \\d+ left`) });
export const over = (page: Page): Locator => page.getByRole('dialog').getByText(/The game lasted \d+ turns?\./);
export const turns = (page: Page): Locator => page.getByRole('list', { name: 'Turns' }).getByRole('button');

/** The first ring, which appears together with the board. */
export const board = (page: Page): Locator => page.locator('[data-ring]').first();

/** Starts a game of two people on this device, with a choice of the form checked. */
export async function startGame(page: Page, choice?: string): Promise<void> {
  await page.goto('/new?vs=person');
  if (choice) await page.getByLabel(choice).check();
  await page.getByRole('button', { name: 'Start game' }).click();
}

/** Plays a turn: places a marble and removes a ring. */
export async function place(page: Page, colour: 'White' | 'Grey' | 'Black', on: string, gone: string): Promise<void> {
  await put(page, colour, on);
  await click(page, ring(page, gone));
}

export async function put(page: Page, colour: 'White' | 'Grey' | 'Black', on: string): Promise<void> {
  await expect(pool(page, colour)).toHaveAttribute('aria-disabled', 'false');
  await pool(page, colour).click();
  await click(page, ring(page, on));
}

type Task = 'jump' | 'land' | 'place' | 'remove' | 'over';

/** Waits until the player has something to do. */
export async function task(page: Page): Promise<Task> {
  const found = await page.waitForFunction(() => {
    if (document.querySelector('dialog[open]')) return 'over';
    const has = (kind: string) => document.querySelector(`[data-ring][data-marks~="${kind}"]`) !== null;
    if (has('landing')) return 'land';
    if (has('jumper')) return 'jump';
    if (has('remove')) return 'remove';
    if (has('place')) return 'place';
    return null;
  });
  return (await found.jsonValue())!;
}

/** Plays until the game is over. Returns the number of touches. */
export async function playToTheEnd(page: Page, touch: Touch): Promise<number> {
  const marks = () => page.locator('[data-marks]').evaluateAll((list) => list.map((e) => e.outerHTML).join());
  for (let touches = 1; touches < 500; touches++) {
    const now = await task(page);
    const before = await marks();
    if (now === 'over') {
      await expect(over(page)).toBeVisible();
      return touches;
    }
    if (now === 'place') {
      const colour = (['White', 'Grey', 'Black'] as const)[touches % 3]!;
      const open = page.locator('button[aria-disabled=false][aria-label*="marble, "]');
      const wanted = pool(page, colour);
      if (await wanted.and(open).count()) await touch(page, wanted);
      else await touch(page, open.first());
      // Near the middle, so that there is something to capture.
      const places = marked(page, 'place');
      await touch(page, places.nth(Math.floor((await places.count()) / 2)));
    } else {
      const kind = { jump: 'jumper', land: 'landing', remove: 'remove' }[now];
      await touch(page, marked(page, kind).first());
    }
    // Otherwise the touch was lost.
    await expect.poll(marks).not.toBe(before);
  }
  throw new Error('the game does not end');
}
