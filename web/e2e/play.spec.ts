/** Games on one device: by mouse, touch and keyboard, on every board. */
import { expect, test, type Locator } from '@playwright/test';
import { click, marked, over, place, playToTheEnd, pool, prefer, ring, startGame, tap, task, turns } from './table';

/** More turns than a list shows at once. */
const LONG =
  'Wf2,e1 Bf4,c1 Wf3,a3 xf3Wf1 Ga1,g4 Ba4,e6 Wc4,b5 Wd7,c6 Gd6,b1 xd7Gd5Wb3 Ba2,d1 xa2Wc4 Bd2,c5 Be3,d7 Bc3,g2 xc4Bc2'.split(
    ' ',
  );

test.beforeEach(async ({ page }) => {
  await prefer(page, { motion: 'off', mute: true });
});

for (const [means, touch] of [
  ['mouse', click],
  ['touch', tap],
] as const) {
  test(`a whole game of two people by ${means} @${means}`, async ({ page }) => {
    await startGame(page, 'Blitz');
    await playToTheEnd(page, touch);
    await expect(page.getByRole('dialog')).toContainText(/wins|draw/i);
  });
}

test('a whole game against the engine', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Play now' }).click();
  await playToTheEnd(page, click);
  await expect(page.getByRole('dialog')).toContainText(/You (won|lost)|draw/i);
  await page.getByRole('dialog').getByRole('button', { name: 'Rematch' }).click();
  // Sides are swapped: now the engine begins.
  await expect(turns(page)).toHaveCount(1);
});

test('a whole game by keyboard only @mouse', async ({ page }) => {
  await page.goto('/new?vs=person');
  await page.getByLabel('Blitz').check();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/game\//);
  const here = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['ring'] ?? null);
  for (let i = 0; i < 30 && !(await here()); i++) await page.keyboard.press('Tab');
  expect(await here(), 'the board can be reached with Tab').not.toBeNull();

  /** Walks until the focused ring has this mark. */
  const walkTo = async (kind: string) => {
    const fits = async () =>
      (await here()) !== null &&
      (await ring(page, (await here())!).getAttribute('data-marks'))?.split(' ').includes(kind);
    if (await fits()) return;
    for (const column of ['ArrowRight', 'ArrowLeft']) {
      for (let i = 0; i < 8; i++) {
        for (const row of ['ArrowUp', 'ArrowDown']) {
          for (let j = 0; j < 8; j++) {
            if (await fits()) return;
            const before = await here();
            await page.keyboard.press(row);
            if ((await here()) === before) break;
          }
        }
        await page.keyboard.press(column);
      }
    }
    // Late in a game the board has holes, so walk at random.
    const ways = ['ArrowUp', 'PageUp', 'PageDown', 'ArrowDown', 'End', 'Home'];
    for (let i = 0, chance = 1; i < 600; i++) {
      if (await fits()) return;
      chance = (chance * 48271) % 2147483647;
      await page.keyboard.press(ways[chance % 6]!);
    }
    throw new Error(`no ring marked ${kind} is reached`);
  };

  for (let step = 0; step < 400; step++) {
    const now = await task(page);
    if (now === 'over') break;
    if (now === 'place') {
      for (const key of ['w', 'g', 'b', 'w'].slice(step % 3)) {
        await page.keyboard.press(key);
        if (await page.locator('button[aria-pressed=true]').count()) break;
      }
      await walkTo('place');
    } else {
      await walkTo({ jump: 'jumper', land: 'landing', remove: 'remove' }[now]);
    }
    await page.keyboard.press('Enter');
  }
  await expect(over(page)).toBeVisible();
});

test('a reload in the middle of a turn loses nothing', async ({ page }) => {
  await startGame(page);
  await pool(page, 'White').click();
  await click(page, ring(page, 'd4'));
  await expect(marked(page, 'remove').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('#main').getByText('Now remove one of the marked rings')).toBeVisible();
  await click(page, ring(page, 'd1'));
  await expect(turns(page)).toHaveText(['Wd4,d1']);
  await page.reload();
  await expect(turns(page)).toHaveText(['Wd4,d1']);
});

test('a capture must be made, and the page says why', async ({ page }) => {
  await startGame(page);
  await place(page, 'White', 'd4', 'd1');
  await place(page, 'Grey', 'd5', 'a1');
  await expect(page.locator('#main').getByText('You must capture: choose a marked marble')).toBeVisible();
  await click(page, ring(page, 'a4'));
  await expect(page.locator('#main').getByText('A capture is possible, so you must capture.')).toBeVisible();
  await click(page, ring(page, 'd5'));
  await click(page, ring(page, 'd3'));
  await expect(turns(page).last()).toHaveText('xd5Wd3');
});

test('a marble is dragged from the pool, and the step is undone @mouse', async ({ page }) => {
  await startGame(page);
  const from = (await pool(page, 'Black').boundingBox())!;
  const to = (await ring(page, 'd4').boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(marked(page, 'remove').first()).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(marked(page, 'remove')).toHaveCount(0);
  await expect(pool(page, 'Black')).toHaveAccessibleName(/10 left/);
});

test('a hint is shown on the board and in words', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Play now' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(
    page
      .locator('#main')
      .getByText(/^Try this: place a \w+ marble on [a-g]\d and remove ring [a-g]\d \([WGB][^)]+\)\./),
  ).toBeVisible();
  await expect(page.locator('.zb-drawing').first()).toBeAttached();
});

test('the result is shown beside the board, not over it', async ({ page }) => {
  await startGame(page);
  // Rare actions are behind a button, which also works with the keyboard.
  const more = page.getByRole('button', { name: 'More' });
  await expect(page.getByRole('button', { name: 'Resign' })).toHaveCount(0);
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(over(page)).toBeVisible();
  const dialog = (await page.getByRole('dialog').boundingBox())!;
  for (const box of await page
    .locator('[data-ring]')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))) {
    expect(
      box.right <= dialog.x || box.bottom <= dialog.y,
      `${JSON.stringify(box)} and ${JSON.stringify(dialog)}`,
    ).toBe(true);
  }
});

test('longer texts move nothing, and the list of turns stays in the window @mouse', async ({ page }) => {
  await startGame(page);
  const back = page.getByRole('button', { name: 'Undo turn' });
  const top = (await back.boundingBox())!.y;
  const played = [
    'White d4 a1',
    'Grey b3 a2',
    'Black f2 a3',
    'White d6 a4',
    'Grey f4 g4',
    'Black b5 d1',
    'White c5 g3',
  ].map((turn) => turn.split(' '));
  for (const [number, [colour, on, gone]] of played.entries()) {
    await place(page, colour as 'White', on!, gone!);
    await expect(turns(page)).toHaveCount(number + 1);
    expect((await back.boundingBox())!.y).toBe(top);
  }
  await expect(page.locator('#main').getByText('You must capture: choose')).toBeVisible();
  const list = (await page.getByRole('list', { name: 'Turns' }).boundingBox())!;
  const last = (await turns(page).last().boundingBox())!;
  expect(list.y + list.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  expect(last.y + last.height).toBeLessThanOrEqual(list.y + list.height);
});

test('everything needed to play is in view on a small phone, in every language @touch', async ({ browser }) => {
  for (const locale of ['en', 'de', 'fr', 'it', 'nl', 'es', 'pl', 'ru']) {
    const context = await browser.newContext({ locale, viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    await prefer(page, { motion: 'off', mute: true });
    await page.goto('/game/new');
    await expect(page.locator('.actions button').first()).toBeAttached();
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return box ? Math.round(box.y + box.height) : Infinity;
    };
    expect(await bottom('header'), `${locale}: the header has one line`).toBeLessThan(60);
    for (const selector of ['.top .player', '.bottom .player', '.board', '.pool', '.status p']) {
      expect(await bottom(selector), `${locale}: ${selector}`).toBeLessThanOrEqual(640);
    }
    await context.close();
  }
});

test('the list of turns follows the game, and the page stays where it is', async ({ page }) => {
  await startGame(page);
  await page.keyboard.press('n');
  const list = page.getByRole('list', { name: 'Turns' });
  const inList = async (turn: Locator) => {
    const [outer, inner] = [(await list.boundingBox())!, (await turn.boundingBox())!];
    return inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
  };
  for (const [number, turn] of LONG.entries()) {
    const field = page.getByLabel('Turn in official notation');
    await field.fill(turn);
    const top = await page.evaluate(() => scrollY);
    await field.press('Enter');
    await expect(turns(page)).toHaveCount(number + 1);
    await expect.poll(() => inList(turns(page).last())).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(top);
  }
  expect(await list.evaluate((it) => it.scrollTop)).toBeGreaterThan(0);
});

for (const board of ['37', '40', '43', '44', '48', '61']) {
  test(`the board of ${board} rings`, async ({ page }) => {
    await startGame(page, `${board} rings`);
    await expect(page.locator('[data-ring]')).toHaveCount(Number(board));
    await pool(page, 'White').click();
    await click(page, marked(page, 'place').first());
    await click(page, marked(page, 'remove').last());
    await expect(turns(page)).toHaveCount(1);
    // The whole board is within the window.
    const width = page.viewportSize()!.width;
    for (const box of await page
      .locator('[data-ring]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
    }
  });
}
