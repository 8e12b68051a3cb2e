/** Online games: two people in two browsers. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectTouchable, problems, stored } from './checks';
import { register, RULES, test, unique, type Person } from './people';
import { board, click, place, playToTheEnd, prefer, turns } from './table';

/** Counts the clicks that the pages receive. */
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

/** Makes a link with these choices; returns it. */
async function invite(page: Page, choose: (page: Page) => Promise<void>): Promise<string> {
  await page.goto('/lobby?own=friend');
  await choose(page);
  await page.getByRole('button', { name: 'Create link' }).click();
  return page.getByLabel('Invitation link').inputValue();
}

async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
}

/** A game between two people, in which the one who made the link goes first. */
async function friends(newPerson: () => Promise<Person>, choose: (page: Page) => Promise<void>) {
  const [one, two] = [await newPerson(), await newPerson()];
  const link = await invite(one.page, async (page) => {
    await page.getByLabel('Me', { exact: true }).check();
    await choose(page);
  });
  await accept(two.page, link);
  await expect(board(one.page)).toBeVisible();
  return [one, two] as const;
}

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

test('two strangers play after two clicks and one link, through a reload and a lost connection', async ({
  newPerson,
}) => {
  const [one, two] = [await newPerson(), await newPerson()];
  const clicks = await countClicks(one.page, two.page);
  await one.page.goto('/');
  await one.page.getByRole('button', { name: 'Play with a friend' }).click();
  const link = await one.page.getByLabel('Invitation link').inputValue();
  await accept(two.page, link);
  await expect(board(one.page)).toBeVisible();
  await expect(board(two.page)).toBeVisible();
  expect(clicks()).toBe(2);

  // It is random who goes first.
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

  // Nor does a lost connection: missed turns arrive later.
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

  // Offers: a draw is declined, an undo is accepted.
  await first.page.getByRole('button', { name: 'More' }).click();
  await first.page.getByRole('button', { name: 'Offer draw' }).click();
  await second.page.getByRole('button', { name: 'Decline' }).click();
  await expect(first.page.getByRole('button', { name: 'Offer draw' })).toBeEnabled();
  await second.page.getByRole('button', { name: 'More' }).click();
  await second.page.getByRole('button', { name: 'Request undo' }).click();
  await first.page.getByRole('button', { name: 'Accept' }).click();
  await expect(turns(second.page)).toHaveCount(3);
  await expect(turns(first.page)).toHaveCount(3);

  // A premove is shown on the board, and played automatically.
  await first.page.getByRole('button', { name: 'Premove' }).click();
  await place(first.page, 'White', 'c5', 'a4');
  await expect(first.page.locator('#main').getByText('After any turn: Wc5,a4')).toBeVisible();
  await expect(first.page.getByRole('button', { name: 'Remove Wc5,a4' })).toBeVisible();
  await expect(first.page.locator('.zb-drawing').first()).toBeAttached();
  await place(second.page, 'White', 'f4', 'g4');
  await expect(turns(first.page)).toHaveText(['Wd4,d1', 'Gb2,a1', 'Bf2,a2', 'Wf4,g4', 'Wc5,a4']);
  await expect(turns(second.page)).toHaveCount(5);

  // The end, and a rematch in which the other player goes first.
  await resign(second.page);
  await expect(first.page.getByRole('dialog')).toContainText('You won!');
  await expect(second.page.getByRole('dialog')).toContainText('You lost');
  await first.page.getByRole('dialog').getByRole('button', { name: 'Rematch' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Accept rematch' }).click();
  await expect(first.page).not.toHaveURL(link);
  await expect(second.page).toHaveURL(first.page.url());
  await place(second.page, 'White', 'd4', 'd1');
  await expect(turns(first.page)).toHaveText(['Wd4,d1']);

  // The home page lists the game, and whose turn it is.
  await first.page.goto('/');
  await expect(first.page.getByRole('link', { name: /Your turn/ })).toBeVisible();
});

test('a turn made offline outlives its tab, and is sent or dropped with a message', async ({ newPerson }) => {
  const [one, two] = await friends(newPerson, async () => {});
  const game = one.page.url();
  await stored(one.page);
  const unsent = (page: Page) => page.locator('#main').getByText('Not sent yet');

  // Made, closed and opened again without a network.
  await one.context.setOffline(true);
  await expect(one.page.locator('#main').getByText('Connection lost')).toBeVisible();
  await place(one.page, 'White', 'd4', 'd1');
  await expect(unsent(one.page)).toBeVisible();
  await one.page.close();
  const again = await one.context.newPage();
  await again.goto(game);
  await expect(turns(again)).toHaveText(['Wd4,d1']);
  await expect(unsent(again)).toBeVisible();
  await expect(turns(two.page)).toHaveCount(0);
  await one.context.setOffline(false);
  await expect(turns(two.page)).toHaveText(['Wd4,d1']);
  await expect(unsent(again)).toHaveCount(0);

  // Sent from another page of the app.
  await place(two.page, 'Grey', 'b2', 'a1');
  await expect(turns(again)).toHaveCount(2);
  await one.context.setOffline(true);
  await expect(again.locator('#main').getByText('Connection lost')).toBeVisible();
  await place(again, 'Black', 'f2', 'a2');
  await expect(unsent(again)).toBeVisible();
  await again.goto('/');
  await one.context.setOffline(false);
  await again.reload();
  await expect(turns(two.page)).toHaveCount(3);

  // Too late.
  await place(two.page, 'White', 'f4', 'g4');
  await again.goto(game);
  await expect(turns(again)).toHaveCount(4);
  await one.context.setOffline(true);
  await expect(again.locator('#main').getByText('Connection lost')).toBeVisible();
  await place(again, 'White', 'c5', 'a4');
  await expect(unsent(again)).toBeVisible();
  await resign(two.page);
  await again.goto('/');
  await one.context.setOffline(false);
  await again.reload();
  await expect(again.getByRole('alert')).toHaveText(/Your turn Wc5,a4 was not played\. The game is over\./);
});

test('a challenge in the lobby is accepted, and an own one is withdrawn', async ({ newPerson }) => {
  const [one, two] = [await newPerson(), await newPerson()];
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
});

test('a whole online game @mouse', async ({ newPerson }) => {
  const [one, two] = [await newPerson(), await newPerson()];
  const link = await invite(one.page, async (page) => {
    await page.getByLabel('Blitz').check();
    await page.getByLabel('No clock').check();
  });
  await accept(two.page, link);
  await Promise.all([playToTheEnd(one.page, click), playToTheEnd(two.page, click)]);
  for (const { page } of [one, two]) await expect(page.getByRole('dialog')).toContainText(/You (won|lost)|draw/i);
  expect(await turns(one.page).allTextContents()).toEqual(await turns(two.page).allTextContents());
});

test('two players who want the same game are paired @mouse', async ({ newPerson }) => {
  const [one, two] = [await newPerson(), await newPerson()];
  await one.page.goto('/lobby');
  await one.page.getByRole('button', { name: /20 min \+ 10 s/ }).click();
  await expect(one.page.getByText('Your challenge', { exact: true })).toBeVisible();
  await two.page.goto('/lobby');
  await expect(two.page.getByRole('listitem').filter({ hasText: '20 min + 10 s' })).toBeVisible();
  await two.page.getByRole('button', { name: /^20 min \+ 10 s/ }).click();
  await expect(board(one.page)).toBeVisible();
  await expect(board(two.page)).toBeVisible();
  await expect(one.page).toHaveURL(two.page.url());
});

test('two players who ask for the same game at once are paired @mouse', async ({ newPerson }) => {
  const people = [await newPerson(), await newPerson()];
  for (const { page } of people) await page.goto('/lobby');
  // Of all buttons, only this test uses this one.
  await Promise.all(people.map(({ page }) => page.getByRole('button', { name: /^5 min \+ 3 s/ }).click()));
  for (const { page } of people) await expect(board(page)).toBeVisible();
  await expect(people[0]!.page).toHaveURL(people[1]!.page.url());
});

test('a rated game with chat and a spectator', async ({ newPerson }) => {
  const [one, two, three] = [await newPerson(), await newPerson(), await newPerson()];
  await register(one.page.request, unique('Ann'));
  await register(two.page.request, unique('Ben'));
  const link = await invite(one.page, async (page) => {
    await page.getByLabel('Me', { exact: true }).check();
    await page.getByLabel('Rated').check();
  });

  // Guests cannot play rated games.
  await accept(three.page, link);
  await expect(three.page.getByRole('alert')).toContainText('A rated game needs an account');

  await accept(two.page, link);
  await expect(board(three.page)).toBeVisible();
  await expect(three.page.getByText('You are watching.')).toBeVisible();

  const words = '<b>Good luck</b> & have fun';
  await one.page.getByPlaceholder('Write a message').fill(words);
  await one.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(two.page.getByText(words)).toBeVisible();
  await expect(three.page.getByText(words)).toHaveCount(0);
  await two.page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = two.page.getByRole('dialog');
  await expect(dialog).toContainText(words);
  await dialog.getByLabel('Spam').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(two.page.getByRole('button', { name: 'Reported' })).toBeDisabled();
  await two.page.getByLabel('Hide chat').check();
  await expect(two.page.getByText(words)).toHaveCount(0);

  // Typed turns, then the end.
  const type = async (page: Page, turn: string) => {
    if (!(await page.getByLabel('Turn in official notation').isVisible())) {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Type a turn' }).click();
    }
    const count = await turns(page).count();
    await page.getByLabel('Turn in official notation').fill(turn);
    await page.getByLabel('Turn in official notation').press('Enter');
    for (const who of [one, two, three]) await expect(turns(who.page)).toHaveCount(count + 1);
  };
  await type(one.page, 'Wd4,d1');
  await type(two.page, 'Gd5,a1');
  await type(one.page, 'xd5Wd3');
  await type(two.page, 'Bg2,a4');
  await resign(two.page);
  await expect(one.page.getByRole('dialog')).toContainText(/Your rating is now \d+ \(\+\d+\)/);
  await expect(two.page.getByRole('dialog')).toContainText(/Your rating is now \d+ \(−\d+\)/);
  // A spectator wants to see more games, not to play the next one.
  await expect(three.page.getByRole('dialog').getByRole('button', { name: 'Live games' })).toBeVisible();
  await expect(three.page.getByRole('dialog').getByRole('button', { name: /New opponent|Rematch/ })).toHaveCount(0);
  await one.page.getByRole('dialog').getByRole('button', { name: 'Review game' }).click();
  // With the names of the players, and the review has begun.
  await expect(one.page.getByRole('button', { name: 'xd5Wd3' })).toBeVisible();
  for (const player of ['player1', 'player2'])
    await expect(
      one.page.getByRole('region', { name: new URL(one.page.url()).searchParams.get(player)!, exact: true }),
    ).toBeVisible();
  await expect(one.page.getByRole('img', { name: /turn by turn/ })).toBeVisible({ timeout: 120_000 });
});

test('the engine of the server plays', async ({ newPerson }) => {
  const { page } = await newPerson();
  await page.goto('/lobby?own=engine');
  await page.getByLabel('Me', { exact: true }).check();
  await page.getByLabel('No clock').check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await place(page, 'White', 'd4', 'd1');
  await expect(turns(page)).toHaveCount(2);
});

test('conditional turns are entered, kept and played', async ({ newPerson }) => {
  const [one, two] = await friends(newPerson, (page) => page.getByLabel('Correspondence', { exact: true }).check());
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
});

test('a player loses on time, and both see it', async ({ newPerson }) => {
  const [one, two] = await friends(newPerson, async (page) => {
    await page.getByLabel('Per turn', { exact: true }).check();
    await page.getByLabel('Seconds per turn').fill('5');
  });
  await place(one.page, 'White', 'd4', 'd1');
  await place(two.page, 'Grey', 'b2', 'a1');
  await expect(turns(one.page)).toHaveCount(2);
  await expect(one.page.getByRole('timer').last()).toHaveText(/^0:0[0-5]/);
  await expect(one.page.getByRole('dialog')).toContainText('You lost');
  await expect(two.page.getByRole('dialog')).toContainText('ran out of time');
});

test('a link to a game that does not exist says so', async ({ page }) => {
  await page.goto('/online/nosuchgame12');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Game not found');
});

for (const theme of ['classic', 'dark', 'light', 'contrast']) {
  test(`axe finds nothing in lobby and game in the theme ${theme}`, async ({ newPerson }) => {
    const [one, two] = [await newPerson({ theme }), await newPerson({ theme })];
    const errors = [one, two].map(({ page }) => problems(page));
    const check = async (page: Page, name: string) => {
      await expect(page.getByRole('heading').first()).toBeAttached();
      await expectAccessible(page, name);
      expect(errors.flat(), `${name}: problems`).toEqual([]);
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
    await expect(one.page.getByRole('button', { name: 'Report', exact: true })).toBeVisible();
    await check(one.page, 'playing');
    await check(two.page, 'playing');
    await resign(two.page);
    await expect(one.page.getByRole('dialog')).toContainText('You won!');
    await check(one.page, 'the end');
    await one.page.keyboard.press('Escape');
    await check(one.page, 'after the end');
  });
}

test('touch targets in lobby and game are large enough @touch', async ({ page }) => {
  await prefer(page, { motion: 'off', mute: true });
  await page.goto('/lobby?own=engine');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectTouchable(page, 'lobby');
  await page.getByLabel('No clock').check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(board(page)).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expectTouchable(page, 'game');
});
