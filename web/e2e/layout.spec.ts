/** The app on every screen: layouts, forced colours, focus, and what phones show of the chat. */
import { expect, test, type Page } from '@playwright/test';
import { test as people, ask, makeTurn, register, RULES } from './people';
import { board, click, marked, place, playToTheEnd, pool, prefer, put, ring, startGame, turns } from './table';

const LANGUAGES = ['en', 'de', 'fr', 'it', 'nl', 'es', 'pl', 'ru'];

test.beforeEach(async ({ page }) => {
  await prefer(page, { motion: 'off', mute: true });
});

const box = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;

/** Whether no part of an element is outside the window. */
async function inView(page: Page, selector: string): Promise<boolean> {
  const { x, y, width, height } = await box(page, selector);
  const size = page.viewportSize()!;
  return x >= 0 && y >= 0 && x + width <= size.width + 1 && y + height <= size.height + 1;
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

// A phone on its side, and computers with a zoom of 200%.
for (const [width, height] of [
  [844, 390],
  [683, 425],
  [960, 540],
] as const) {
  test(`board, pool, players and status are side by side at ${width}×${height} @mouse`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/game/new');
    await expect(board(page)).toBeVisible();
    for (const selector of ['.board', '.pool', '.top .player', '.bottom .player', '.status > .words'])
      expect(await inView(page, selector), selector).toBe(true);
    expect((await box(page, '.pool')).x).toBeGreaterThan((await box(page, '.board')).x + 200);
    await page.goto('/analyse');
    await expect(board(page)).toBeVisible();
    for (const selector of ['.board', '.pool']) expect(await inView(page, selector), selector).toBe(true);
  });
}

test('the header has one row at 320 pixels, in every language @touch', async ({ browser }) => {
  for (const locale of LANGUAGES) {
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 568 } });
    const page = await context.newPage();
    await page.goto('/lobby');
    await expect(page.locator('header a[href^="/account"]')).toBeVisible();
    expect((await box(page, 'header')).height, locale).toBeLessThan(60);
    expect(await sideways(page), locale).toBeLessThanOrEqual(0);
    await context.close();
  }
});

test('captures can be read on a narrow phone, and the engine keeps its level @touch', async ({ browser }) => {
  for (const locale of LANGUAGES) {
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    await page.goto('/game/new');
    await expect(board(page)).toBeVisible();
    for (const tally of await page.locator('.tally').all()) {
      const size = await tally.evaluate((one) => ({
        font: parseFloat(getComputedStyle(one).fontSize),
        right: one.getBoundingClientRect().right - one.closest('.player')!.getBoundingClientRect().right,
        marble: one.querySelector('.zm')!.getBoundingClientRect().width,
      }));
      expect(size.font, locale).toBeGreaterThanOrEqual(11);
      expect(size.marble, locale).toBeGreaterThanOrEqual(12);
      expect(size.right, locale).toBeLessThanOrEqual(0);
    }
    const level = page.locator('.top .head .small');
    await expect(level).toHaveText(/1/);
    expect(await level.evaluate((one) => one.scrollWidth - one.clientWidth), locale).toBeLessThanOrEqual(0);
    expect(await inView(page, '.top .head .small'), locale).toBe(true);
    await context.close();
  }
});

for (const [width, height] of [
  [320, 568],
  [360, 640],
  [360, 740],
  [390, 844],
] as const) {
  test(`board, pool, status and buttons fit on a phone of ${width}×${height} @touch`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/game/new');
    await put(page, 'White', 'd4');
    await expect(marked(page, 'remove').first()).toBeVisible();
    // From a phone of 360 pixels on, the line below the buttons fits too.
    for (const selector of ['.top .player', '.bottom .player', '.board', '.pool', '.status > .words'])
      expect(await inView(page, selector), selector).toBe(true);
    if (width >= 360) {
      expect(await inView(page, '.actions'), '.actions').toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
    }
    // As high as its text, but for a line.
    const [status, words] = [await box(page, '.status'), await box(page, '.status > .words')];
    expect(status.height - words.height).toBeLessThan(45);
  });
}

test('a large window has three columns in the analysis, and wastes no room @mouse', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/analyse?board=37&turns=Wd4,d1');
  await expect(board(page)).toBeVisible();
  const [first, last] = [await box(page, '.board'), await box(page, '.table > .more')];
  expect(first.x).toBeLessThan(60);
  expect(last.x + last.width).toBeGreaterThan(1860);
  expect(last.y).toBeLessThan(120);
});

test('a walk through the proof does not scroll sideways on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/theory/walk?turns=Wd4,a2');
  await expect(board(page)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Turns' })).toBeVisible();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test('the field for a turn takes the focus', async ({ page }) => {
  await startGame(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Type a turn' }).click();
  await expect(page.getByLabel('Turn in official notation')).toBeFocused();
});

test('a button keeps the focus when there is nothing left to do @mouse', async ({ page }) => {
  await page.goto('/analyse?board=37&turns=Wd4,d1');
  const back = page.getByRole('button', { name: 'Previous turn' });
  await back.focus();
  await page.keyboard.press('Enter');
  await expect(back).toBeDisabled();
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(back).toBeFocused();
  await startGame(page);
  await place(page, 'White', 'd4', 'd1');
  const undo = page.getByRole('button', { name: 'Undo turn' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(turns(page)).toHaveCount(0);
  await expect(undo).toBeFocused();
});

test('the pool stays in its place while the page is built and when a marble is picked up @mouse', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = new Set<number>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const pool = document.querySelector('.pool');
      if (pool) seen.add(Math.round(pool.getBoundingClientRect().y));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  for (const path of ['/game/new', '/analyse?board=37']) {
    await page.goto(path);
    await expect(board(page)).toBeVisible();
    await expect(page.locator('.actions, .players').first()).toBeVisible();
    await put(page, 'White', 'd4');
    await expect(marked(page, 'remove').first()).toBeVisible();
    const places = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<number> }).seen]);
    expect(places, path).toHaveLength(1);
  }
});

test('the keyboard is on the board after a game was started @mouse', async ({ page }) => {
  await page.goto('/new?vs=engine');
  await page.getByRole('button', { name: 'Start game' }).press('Enter');
  await expect(page.locator('[data-ring]:focus')).toHaveCount(1);
});

test.describe('in forced colours', () => {
  test.use({ forcedColors: 'active' });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a whole game is played (${colorScheme}) @mouse`, async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await startGame(page, 'Blitz');
      await expect(board(page)).toBeVisible();
      /** A style of an element, as it is painted. */
      const style = (selector: string, property: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
      expect(await style('.pool .zm', 'background-image')).toContain('gradient');
      // The player to move differs from the other one, and the picked marble from the rest.
      expect(await style('.player.to-move', 'border-top-color')).not.toBe(
        await style('.player:not(.to-move)', 'border-top-color'),
      );
      expect(await style('.to-move .lamp', 'background-color')).not.toBe(
        await style('.player:not(.to-move) .lamp', 'background-color'),
      );
      await pool(page, 'White').click();
      expect(await style('.colour.picked', 'background-color')).not.toBe(
        await style('.colour:not(.picked)', 'background-color'),
      );
      await click(page, ring(page, 'd4'));
      await click(page, marked(page, 'remove').first());
      await expect(turns(page)).toHaveCount(1);
      await place(page, 'Grey', 'b2', 'a4');
      expect(await style('.current', 'background-color')).not.toBe(
        await style('ol button:not(.current)', 'background-color'),
      );
      await playToTheEnd(page, click);
    });
  }
});

test('nothing points at a capture that has to be demanded @mouse', async ({ page }) => {
  await startGame(page, 'Tournament');
  await expect(board(page)).toBeVisible();
  const demand = page.getByRole('button', { name: 'Demand a missed capture' });
  await expect(demand).toBeVisible();
  await page.keyboard.press('n');
  const type = async (turn: string) => {
    const count = await turns(page).count();
    await page.getByLabel('Turn in official notation').fill(turn);
    await page.keyboard.press('Enter');
    await expect(turns(page)).toHaveCount(count + 1);
  };
  for (const turn of ['Wd4,d1', 'Ge4,a1']) await type(turn);
  // The white marble can jump, or the grey one.
  await expect(marked(page, 'jumper')).toHaveCount(0);
  await expect(page.locator('#main').getByText('Choose a marble from the pool.')).toBeVisible();
  await demand.click();
  await expect(page.locator('#main').getByText('No capture was missed.')).toBeVisible();
  await type('Ba4,a2');
  await expect(marked(page, 'jumper')).toHaveCount(0);
  await demand.click();
  await expect(page.getByTestId('toast')).toContainText('demanded the missed capture. The turn was undone,');
  await expect(turns(page)).toHaveCount(2);
  await expect(marked(page, 'jumper').first()).toBeVisible();
});

test('an engine line is opened, shown on the board under the pointer, and played @mouse', async ({ page }) => {
  await page.goto('/analyse?board=37&turns=Wd4,d1&player1=Ann&player2=Bob');
  await page.getByRole('checkbox', { name: 'Engine' }).check();
  const engine = page.getByRole('region', { name: 'Engine' });
  await expect(engine.getByText('Win chance for Bob')).toBeVisible();
  const lines = engine.getByRole('listitem');
  await engine.getByRole('button', { name: 'Show the whole variation' }).first().click();
  // So that the turns stay the same.
  await expect.poll(() => lines.first().getByRole('button').count()).toBeGreaterThan(4);
  const turn = lines.first().getByRole('button').nth(2);
  await turn.hover();
  await expect(page.locator('.status')).toHaveText(/^Engine variation: \S+ \S+$/);
  await expect(marked(page, 'place')).toHaveCount(0);
  await page.mouse.move(5, 5);
  await expect(page.locator('.status')).toHaveText(/^Bob: /);
  await turn.click();
  await expect(page.getByRole('group', { name: 'Turns' }).getByRole('button')).toHaveCount(4);
});

people('a phone marks an unread message, and shows a declined draw @touch', async ({ newPerson }) => {
  const [one, two] = [await newPerson(), await newPerson()];
  const names = [await register(one.page.request), await register(two.page.request)];
  const { id } = await ask<{ id: string }>(one.page.request, 'post', '/games', {
    settings: { rules: RULES, time: { kind: 'none' }, rated: false },
    first: 'me',
    opponent: { kind: 'friend' },
  });
  await ask(two.page.request, 'post', `/games/${id}/join`);
  await makeTurn(one.page.request, id, 'Wd4,d1');
  await makeTurn(two.page.request, id, 'Gb2,a1');
  for (const { page } of [one, two]) {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/online/${id}`);
    await expect(board(page)).toBeVisible();
  }
  const field = two.page.getByLabel('Write a message…');
  await field.fill('Good luck!');
  await field.press('Enter');
  await expect(one.page.getByTestId('unread')).toBeVisible();
  await expect(one.page.getByTestId('unread')).toBeInViewport();
  await one.page.getByRole('button', { name: 'Chat' }).click();
  await expect(one.page.getByText('Good luck!')).toBeInViewport();
  await expect(one.page.getByTestId('unread')).toHaveCount(0);

  await one.page.getByRole('button', { name: 'More' }).click();
  const chat = two.page.getByRole('button', { name: 'Chat' });
  const before = await chat.boundingBox();
  await one.page.getByRole('button', { name: 'Offer draw' }).click();
  // Shown once, with its buttons, and nothing else moves.
  await expect(two.page.getByTestId('offer')).toBeVisible();
  await expect(two.page.locator('#main').getByText('offers a draw')).toHaveCount(1);
  // At once: a message would go by itself.
  expect(await two.page.getByTestId('toast').count()).toBe(0);
  expect(await chat.boundingBox()).toEqual(before);
  await two.page.getByRole('button', { name: 'Decline' }).click();
  await expect(one.page.getByTestId('toast')).toHaveText(`${names[1]} declined the draw.`);
  // It goes by itself.
  await expect(one.page.getByTestId('toast')).toHaveCount(0);
});
