/** Games over the network: two people in two browsers. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { person, register, RULES, unique } from './people';
import { board, click, place, playToTheEnd, prefer, ring, turns } from './table';

/** Counts the clicks that the pages receive, whatever the test does to cause them. */
async function countClicks(...pages: Page[]): Promise<() => number> {
  let clicks = 0;
  for (const page of pages) {
    await page.exposeFunction('countClick', () => (clicks += 1));
    await page.addInitScript(() => {
      const { countClick } = window as unknown as { countClick: () => void };
      addEventListener('click', (event) => event.isTrusted && countClick(), { capture: true });
    });
  }
  return () => clicks;
}

test('two strangers play after two clicks and one link, through a reload and a lost connection', async ({
  browser,
}) => {
  const [one, two] = [await person(browser), await person(browser)];
  const clicks = await countClicks(one.page, two.page);
  await one.page.goto('/');
  await one.page.getByRole('button', { name: 'Play with a friend' }).click();
  const link = await one.page.getByLabel('Invitation link').inputValue();
  await two.page.goto(link);
  await two.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(board(one.page)).toBeVisible();
  await expect(board(two.page)).toBeVisible();
  expect(clicks()).toBe(2);

  // The lot decides who begins.
  const mayPlace = (page: Page) => page.locator('button[aria-disabled=false][aria-label^="White marble"]').first();
  const first = await Promise.race(
    [one, two].map((who) =>
      mayPlace(who.page)
        .waitFor()
        .then(() => who),
    ),
  );
  const second = first === one ? two : one;
  await place(first.page, 'White', 'd4', 'd1');
  await expect(turns(second.page)).toHaveText(['Wd4,d1']);

  // A reload loses nothing.
  await second.page.reload();
  await expect(turns(second.page)).toHaveText(['Wd4,d1']);
  await place(second.page, 'Grey', 'b2', 'a1');
  await expect(turns(first.page)).toHaveCount(2);

  // Nor does a lost connection: what happens meanwhile comes afterwards.
  await second.context.setOffline(true);
  await expect(second.page.locator('#main').getByText('Connection lost')).toBeVisible();
  await place(first.page, 'Black', 'f2', 'a2');
  await expect(turns(first.page)).toHaveCount(3);
  await second.context.setOffline(false);
  await expect(turns(second.page)).toHaveCount(3);
  await expect(second.page.locator('#main').getByText('Connection lost')).toHaveCount(0);

  // A turn made without a connection is sent when there is one.
  await second.context.setOffline(true);
  await expect(second.page.locator('#main').getByText('Connection lost')).toBeVisible();
  await place(second.page, 'White', 'f4', 'g4');
  await expect(turns(second.page)).toHaveCount(4);
  await expect(turns(first.page)).toHaveCount(3);
  await second.context.setOffline(false);
  await expect(turns(first.page)).toHaveCount(4);
  await expect(turns(second.page)).toHaveCount(4);

  // Offers: a draw is declined, a turn is given back.
  await first.page.getByRole('button', { name: 'More' }).click();
  await first.page.getByRole('button', { name: 'Offer draw' }).click();
  await second.page.getByRole('button', { name: 'Decline' }).click();
  await expect(first.page.getByRole('button', { name: 'Offer draw' })).toBeEnabled();
  await second.page.getByRole('button', { name: 'More' }).click();
  await second.page.getByRole('button', { name: 'Request undo' }).click();
  await first.page.getByRole('button', { name: 'Accept' }).click();
  await expect(turns(second.page)).toHaveCount(3);
  await expect(turns(first.page)).toHaveCount(3);

  // A turn is prepared, shown on the board, and made by itself.
  await first.page.getByRole('button', { name: 'Premove' }).click();
  await place(first.page, 'White', 'c5', 'a4');
  await expect(first.page.locator('#main').getByText('After any turn: Wc5,a4')).toBeVisible();
  await expect(first.page.getByRole('button', { name: 'Remove Wc5,a4' })).toBeVisible();
  await expect(first.page.locator('.zb-drawing').first()).toBeAttached();
  await place(second.page, 'White', 'f4', 'g4');
  await expect(turns(first.page)).toHaveText(['Wd4,d1', 'Gb2,a1', 'Bf2,a2', 'Wf4,g4', 'Wc5,a4']);
  await expect(turns(second.page)).toHaveCount(5);

  // The end, and again with the sides changed.
  await second.page.getByRole('button', { name: 'Resign' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(first.page.getByRole('dialog')).toContainText('You won!');
  await expect(second.page.getByRole('dialog')).toContainText('You lost');
  await first.page.getByRole('dialog').getByRole('button', { name: 'Rematch' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Accept rematch' }).click();
  await expect(first.page).not.toHaveURL(link);
  await expect(second.page).toHaveURL(first.page.url());
  await place(second.page, 'White', 'd4', 'd1');
  await expect(turns(first.page)).toHaveText(['Wd4,d1']);

  // Home knows of the game, and whose turn it is.
  await first.page.goto('/');
  await expect(first.page.getByRole('link', { name: /Your turn/ })).toBeVisible();
  await one.context.close();
  await two.context.close();
});

test("an offer in the lobby is taken, and one of one's own is withdrawn", async ({ browser }) => {
  const [one, two] = [await person(browser), await person(browser)];
  await one.page.goto('/lobby');
  // Settings that no other test has.
  const seconds = String(600 + Math.floor(Math.random() * 3000));
  await one.page.getByRole('button', { name: 'Custom' }).click();
  await one.page.getByLabel('Anyone').check();
  await one.page.getByLabel('43 rings').check();
  await one.page.getByLabel('Per turn', { exact: true }).check();
  await one.page.getByLabel('Seconds per turn').fill(seconds);
  await one.page.getByRole('button', { name: 'Create challenge' }).click();
  await expect(one.page.getByText('Your challenge', { exact: true })).toBeVisible();
  await one.page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(one.page.getByText('Your challenge', { exact: true })).toHaveCount(0);
  await one.page.getByRole('button', { name: 'Custom' }).click();
  await one.page.getByRole('button', { name: 'Create challenge' }).click();
  await expect(one.page.getByText('Your challenge', { exact: true })).toBeVisible();
  await two.page.goto('/lobby');
  await two.page
    .getByRole('listitem')
    .filter({ hasText: `${seconds} s per turn` })
    .getByRole('button', { name: 'Play' })
    .press('Enter');
  await expect(board(one.page)).toBeVisible();
  await expect(board(two.page)).toBeVisible();
  await expect(one.page).toHaveURL(two.page.url());
  await expect(one.page.locator('[data-ring]')).toHaveCount(43);
  // Nobody has moved yet, so the game can be aborted.
  await one.page.getByRole('button', { name: 'Abort' }).click();
  await expect(two.page.locator('#main').getByText('The game was aborted.')).toBeVisible();
  await one.context.close();
  await two.context.close();
});

test('a whole game over the network @mouse', async ({ browser }) => {
  const [one, two] = [await person(browser), await person(browser)];
  await one.page.goto('/lobby?own=friend');
  await one.page.getByLabel('Blitz').check();
  await one.page.getByLabel('No clock').check();
  await one.page.getByRole('button', { name: 'Create link' }).click();
  await two.page.goto(await one.page.getByLabel('Invitation link').inputValue());
  await two.page.getByRole('button', { name: 'Play', exact: true }).click();
  await Promise.all([playToTheEnd(one.page, click), playToTheEnd(two.page, click)]);
  for (const { page } of [one, two]) await expect(page.getByRole('dialog')).toContainText(/You (won|lost)|draw/i);
  expect(await turns(one.page).allTextContents()).toEqual(await turns(two.page).allTextContents());
  await one.context.close();
  await two.context.close();
});

test('two who want the same are brought together @mouse', async ({ browser }) => {
  const [one, two] = [await person(browser), await person(browser)];
  await one.page.goto('/lobby');
  await one.page.getByRole('button', { name: /20 min \+ 10 s/ }).click();
  await expect(one.page.getByText('Your challenge', { exact: true })).toBeVisible();
  await two.page.goto('/lobby');
  await expect(two.page.getByRole('listitem').filter({ hasText: '20 min + 10 s' })).toBeVisible();
  await two.page.getByRole('button', { name: /^20 min \+ 10 s/ }).click();
  await expect(board(one.page)).toBeVisible();
  await expect(board(two.page)).toBeVisible();
  await expect(one.page).toHaveURL(two.page.url());
  await one.context.close();
  await two.context.close();
});

test('a rated game with words between the players, and somebody who watches', async ({ browser }) => {
  const [one, two, three] = [await person(browser), await person(browser), await person(browser)];
  await register(one.page.request, unique('Ann'));
  await register(two.page.request, unique('Ben'));
  await one.page.goto('/lobby?own=friend');
  await one.page.getByLabel('Me', { exact: true }).check();
  await one.page.getByRole('form', { name: 'Custom' }).getByLabel('Rated').check();
  await one.page.getByRole('button', { name: 'Create link' }).click();
  const link = await one.page.getByLabel('Invitation link').inputValue();

  // Guests cannot play for ratings, and are told so.
  await three.page.goto(link);
  await three.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(three.page.getByRole('alert')).toContainText('A rated game needs an account');

  await two.page.goto(link);
  await two.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(board(three.page)).toBeVisible();
  await expect(three.page.getByText('You are watching.')).toBeVisible();

  const words = '<b>Good luck</b> & have fun';
  await one.page.getByPlaceholder('Write a message').fill(words);
  await one.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(two.page.getByText(words)).toBeVisible();
  await expect(three.page.getByText(words)).toHaveCount(0);
  await two.page.getByRole('button', { name: 'Report' }).click();
  await expect(two.page.getByRole('button', { name: 'Reported' })).toBeDisabled();
  await two.page.getByLabel('Hide').check();
  await expect(two.page.getByText(words)).toHaveCount(0);

  // Typed turns, then the end.
  const type = async (page: Page, turn: string) => {
    if (!(await page.getByLabel('Turn in notation').isVisible())) {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Type a turn' }).click();
    }
    const count = await turns(page).count();
    await page.getByLabel('Turn in notation').fill(turn);
    await page.getByLabel('Turn in notation').press('Enter');
    for (const who of [one, two, three]) await expect(turns(who.page)).toHaveCount(count + 1);
  };
  await type(one.page, 'Wd4,d1');
  await type(two.page, 'Gd5,a1');
  await type(one.page, 'xd5Wd3');
  await two.page.getByRole('button', { name: 'Resign' }).click();
  await two.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(one.page.getByRole('dialog')).toContainText(/Your rating is now \d+ \(\+\d+\)/);
  await expect(two.page.getByRole('dialog')).toContainText(/Your rating is now \d+ \(−\d+\)/);
  await one.page.getByRole('dialog').getByRole('button', { name: 'Review game' }).click();
  await expect(one.page.getByRole('button', { name: 'xd5Wd3' })).toBeVisible();
  for (const { context } of [one, two, three]) await context.close();
});

test("the server's engine plays, and answers are prepared to certain turns", async ({ browser }) => {
  const [one, two] = [await person(browser), await person(browser)];
  await one.page.goto('/lobby?own=engine');
  await one.page.getByLabel('Me', { exact: true }).check();
  await one.page.getByLabel('No clock').check();
  await one.page.getByRole('button', { name: 'Start game' }).click();
  await place(one.page, 'White', 'd4', 'd1');
  await expect(turns(one.page)).toHaveCount(2);

  await one.page.goto('/lobby?own=friend');
  await one.page.getByLabel('Me', { exact: true }).check();
  await one.page.getByLabel('Correspondence', { exact: true }).check();
  await one.page.getByRole('button', { name: 'Create link' }).click();
  await two.page.goto(await one.page.getByLabel('Invitation link').inputValue());
  await two.page.getByRole('button', { name: 'Play', exact: true }).click();
  await place(one.page, 'White', 'd4', 'd1');
  await one.page.getByRole('button', { name: 'Add a conditional turn' }).click();
  await place(one.page, 'Black', 'g4', 'a1');
  await place(one.page, 'Grey', 'a4', 'b1');
  await one.page.getByRole('button', { name: 'Save line' }).click();
  await expect(one.page.getByText('Bg4,a1 → Ga4,b1')).toBeVisible();
  await one.page.reload();
  await expect(one.page.getByText('Bg4,a1 → Ga4,b1')).toBeVisible();
  await place(two.page, 'Black', 'g4', 'a1');
  await expect(turns(two.page)).toHaveText(['Wd4,d1', 'Bg4,a1', 'Ga4,b1']);
  await one.context.close();
  await two.context.close();
});

/** A game by link, in which the one who makes it begins. */
async function friends(browser: Browser, choose: (page: Page) => Promise<void>) {
  const [one, two] = [await person(browser), await person(browser)];
  await one.page.goto('/lobby?own=friend');
  await one.page.getByLabel('Me', { exact: true }).check();
  await choose(one.page);
  await one.page.getByRole('button', { name: 'Create link' }).click();
  await two.page.goto(await one.page.getByLabel('Invitation link').inputValue());
  await two.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(board(one.page)).toBeVisible();
  return [one, two] as const;
}

test('a missed capture is demanded', async ({ browser }) => {
  const [one, two] = await friends(browser, async (page) => {
    await page.getByLabel('Tournament').check();
    await page.getByLabel('37 rings').check();
    await page.getByLabel('No clock').check();
  });
  await place(one.page, 'White', 'd4', 'd1');
  await place(two.page, 'Grey', 'd5', 'a1');
  await place(one.page, 'Black', 'b2', 'a2');
  await expect(turns(two.page)).toHaveCount(3);
  await two.page.getByRole('button', { name: 'Demand the capture' }).click();
  await expect(turns(one.page)).toHaveCount(2);
  await click(one.page, ring(one.page, 'd5'));
  await click(one.page, ring(one.page, 'd3'));
  await expect(turns(two.page).last()).toHaveText('xd5Wd3');
  for (const { context } of [one, two]) await context.close();
});

test('time runs out, and both see it', async ({ browser }) => {
  const [one, two] = await friends(browser, async (page) => {
    await page.getByLabel('Per turn', { exact: true }).check();
    await page.getByLabel('Seconds per turn').fill('5');
  });
  await place(one.page, 'White', 'd4', 'd1');
  await place(two.page, 'Grey', 'b2', 'a1');
  await expect(turns(one.page)).toHaveCount(2);
  await expect(one.page.getByRole('timer').last()).toHaveText(/^0:0[0-5]/);
  await expect(one.page.getByRole('dialog')).toContainText('You lost');
  await expect(two.page.getByRole('dialog')).toContainText('ran out of time');
  for (const { context } of [one, two]) await context.close();
});

test('a link that leads nowhere says so', async ({ page }) => {
  await page.goto('/online/nosuchgame12');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game not found');
});

for (const theme of ['classic', 'dark', 'light', 'contrast']) {
  test(`axe finds nothing in lobby and game in the theme ${theme}`, async ({ browser }) => {
    const [one, two] = [await person(browser, { theme }), await person(browser, { theme })];
    const refused: string[] = [];
    for (const { page } of [one, two]) {
      page.on('console', (message) => {
        if (message.type() === 'error') refused.push(message.text());
      });
    }
    const check = async (page: Page, name: string) => {
      await expect(page.getByRole('heading').first()).toBeAttached();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
        name,
      ).toEqual([]);
      expect(refused, `${name}: errors in the console`).toEqual([]);
    };
    await register(one.page.request, unique('Ann'));
    await register(two.page.request, unique('Ben'));
    await one.page.goto('/');
    await expect(one.page.getByRole('button', { name: 'Play with a friend' })).toBeVisible();
    await check(one.page, 'home');
    const time = { kind: 'perTurn', seconds: 600 + Math.floor(Math.random() * 3000) };
    await two.page.request.post('/api/lobby', { data: { settings: { rules: RULES, time, rated: true }, first: 'me' } });
    await two.page.goto('/lobby?own=bot');
    await expect(two.page.getByText('Your challenge', { exact: true })).toBeVisible();
    await check(two.page, 'lobby');
    await two.page.getByRole('button', { name: 'Withdraw' }).click();
    await one.page.getByRole('button', { name: 'Play with a friend' }).click();
    const link = await one.page.getByLabel('Invitation link').inputValue();
    await check(one.page, 'waiting');
    await two.page.goto(link);
    await two.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await check(two.page, 'invited');
    await two.page.getByRole('button', { name: 'Play', exact: true }).click();
    for (const { page } of [one, two]) {
      await expect(board(page)).toBeVisible();
      await page.getByPlaceholder('Write a message').fill('Hello');
      await page.getByPlaceholder('Write a message').press('Enter');
      await page.getByRole('button', { name: 'More' }).click();
    }
    await expect(one.page.getByRole('button', { name: 'Report' })).toBeVisible();
    await check(one.page, 'playing');
    await check(two.page, 'playing');
    await one.context.close();
    await two.context.close();
  });
}

test('what can be touched on a phone is large enough in lobby and game @touch', async ({ page }) => {
  const small = () =>
    page.locator('#main button, #main select, #main .button, header a, #main [data-ring]').evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        const inText = one.closest('ol') !== null;
        return width > 0 && !inText && (width < 43.5 || height < 43.5)
          ? [`${one.outerHTML.slice(0, 80)} ${width}×${height}`]
          : [];
      }),
    );
  await prefer(page, { motion: 'off', mute: true });
  await page.goto('/lobby?own=engine');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await small()).toEqual([]);
  await page.getByLabel('No clock').check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(board(page)).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  expect(await small()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
