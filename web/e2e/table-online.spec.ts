/** Online games: offers, clocks, demands, sharing, premoves, sessions. The games are created through the API. */
import { expect, type Page } from '@playwright/test';
import { ask, lookAt, makeTurn, register, RULES, test, unique, type Person } from './people';
import { board, click, marked, place, pool, put, ring, turns } from './table';

interface Wanted {
  rules?: Partial<typeof RULES>;
  time?: object;
  /** The turns played before the pages are opened. */
  played?: string[];
}

/** Two people in a game that the first of them started. */
async function sit(
  newPerson: () => Promise<Person>,
  { rules = {}, time = { kind: 'none' }, played = [] }: Wanted = {},
): Promise<[Person, Person, string]> {
  const [one, two] = [await newPerson(), await newPerson()];
  const settings = { rules: { ...RULES, ...rules }, time, rated: false };
  const { id } = await ask<{ id: string }>(one.page.request, 'post', '/games', {
    settings,
    first: 'me',
    opponent: { kind: 'friend' },
  });
  await ask(two.page.request, 'post', `/games/${id}/join`);
  for (const [n, turn] of played.entries()) await makeTurn([one, two][n % 2]!.page.request, id, turn);
  for (const { page } of [one, two]) {
    await page.goto(`/online/${id}`);
    await expect(board(page)).toBeVisible();
  }
  return [one, two, id];
}

/** Everything that screen readers speak by themselves when it changes. Clocks do not. */
const live = (page: Page) =>
  page.locator('[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output');

/** The announcement for screen readers. */
const spoken = (page: Page) => page.locator('[aria-live=polite][aria-atomic=true]');
const more = (page: Page) => page.getByRole('button', { name: 'More' }).click();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the second player swaps sides', async ({ newPerson }) => {
  const [one, two] = await sit(newPerson, { rules: { swap: true } });
  await place(one.page, 'White', 'd4', 'd1');
  await button(two.page, 'Swap sides').click();
  // The other player plays the next turn, and is told why.
  for (const { page } of [one, two]) await expect(page.getByRole('main')).toContainText('swapped sides.');
  await expect(spoken(one.page)).toContainText('swapped sides.');
  await expect(button(two.page, 'Swap sides')).toHaveCount(0);
  await place(one.page, 'Grey', 'b2', 'a1');
  for (const { page } of [one, two]) await expect(turns(page)).toHaveText(['Wd4,d1', 'Gb2,a1']);
  await expect(button(one.page, 'Swap sides')).toHaveCount(0);
  await place(two.page, 'Black', 'f2', 'a2');
  await expect(turns(one.page)).toHaveCount(3);
});

/** The fourth turn makes a capture possible. The fifth isolates a white marble instead, which is the goal here. */
const MISSED = ['Wa1,a2', 'Gg4,a3', 'Bd4,b3', 'Gd5,b2', 'Wg1,b1'];

const contested = (newPerson: () => Promise<Person>) =>
  sit(newPerson, { rules: { captures: 'on-demand', goals: [1, 5, 6, 3] }, played: MISSED });

test('a win with a missed capture stands if the opponent accepts it', async ({ newPerson }) => {
  const [one, two] = await contested(newPerson);
  await expect(
    one.page.locator('#main').getByText('However, a capture was missed, and your opponent can still demand it.'),
  ).toBeVisible();
  await expect(
    two.page.locator('#main').getByText('However, a capture was missed. You can demand it or accept the result.'),
  ).toBeVisible();
  await expect(button(one.page, 'Accept the result')).toHaveCount(0);
  await button(two.page, 'Accept the result').click();
  await expect(one.page.getByRole('dialog')).toContainText('You won!');
  await expect(two.page.getByRole('dialog')).toContainText(/You lost.*The game was won with white marbles\./);
});

test('a win with a missed capture is undone if the opponent demands the capture', async ({ newPerson }) => {
  const [one, two] = await contested(newPerson);
  await button(two.page, 'Demand a missed capture').click();
  for (const words of [spoken(one.page), one.page.getByRole('main')])
    await expect(words).toContainText('The turn was undone,');
  for (const { page } of [one, two]) await expect(turns(page)).toHaveCount(4);
  // Nothing but a capture is possible now.
  await expect(marked(one.page, 'place')).toHaveCount(0);
  await click(one.page, ring(one.page, 'd5'));
  await click(one.page, ring(one.page, 'd3'));
  await expect(turns(two.page).last()).toHaveText('xd5Bd3');
});

test('time is given to the opponent', async ({ newPerson }) => {
  const [one, two] = await sit(newPerson, {
    time: { kind: 'fischer', initial: 300, increment: 0 },
    played: ['Wd4,d1', 'Gb2,a1'],
  });
  // The clock of the player who is not to move stands still, so it is the same on both pages.
  const clocks = [one.page.getByRole('timer').first(), two.page.getByRole('timer').last()];
  for (const clock of clocks) await expect(clock).toHaveText('5:00');
  await more(one.page);
  await button(one.page, 'Give 15 seconds').click();
  for (const clock of clocks) await expect(clock).toHaveText('5:15');
  await expect(spoken(two.page)).toHaveText(/gave you 15 seconds\./);
  await expect(two.page.getByTestId('toast')).toHaveText(/gave you 15 seconds\./);
});

test('an online game is shared, also at an earlier position', async ({ newPerson }) => {
  const [one, two] = await sit(newPerson, { played: ['Wd4,d1', 'Gb2,a1'] });
  await more(one.page);
  await button(one.page, 'Share').click();
  const dialog = one.page.getByRole('dialog');
  await expect(dialog.getByLabel('As text').last()).toHaveValue(/Wd4,d1\s+Gb2,a1/);
  const link = await dialog.getByLabel('Link to this game').inputValue();
  await one.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await turns(one.page).first().click();
  await button(one.page, 'Share').click();
  await expect(dialog.getByLabel('Link to this game')).toHaveValue(`${link}&at=1`);
  await two.page.goto(link);
  await expect(two.page.getByRole('button', { name: 'Gb2,a1' })).toBeVisible();
  // With the names of the players.
  const names = new URL(link).searchParams;
  for (const player of ['player1', 'player2'])
    await expect(two.page.getByRole('region', { name: names.get(player)!, exact: true })).toBeVisible();
});

/** Collects the announcements about time on the page from now on. The clock of the test may also make it announce a lost connection. */
async function warnings(page: Page): Promise<() => Promise<string[]>> {
  await spoken(page).evaluate((region) => {
    const heard: string[] = [];
    new MutationObserver(() => heard.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(globalThis, { heard });
  });
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  return async () => (await heard()).flatMap((text) => text.match(/\d+ seconds left!/g) ?? []);
}

test('the player to move is warned twice of little time', async ({ newPerson }) => {
  const [one, two, game] = await sit(newPerson, {
    time: { kind: 'perTurn', seconds: 120 },
    played: ['Wd4,d1', 'Gb2,a1'],
  });
  const { since } = (await lookAt(one.page.request, game)).state;
  const [first, second] = await Promise.all(
    [one, two].map(async ({ page }) => {
      await page.clock.install();
      await page.reload();
      await expect(turns(page)).toHaveCount(2);
      const heard = await warnings(page);
      await page.clock.pauseAt(since + 88_500);
      await page.clock.runFor(1_000);
      return heard;
    }),
  );
  expect(await first!()).toEqual([]);
  await one.page.clock.runFor(1_000);
  await expect.poll(first!).toEqual(['30 seconds left!']);
  await one.page.clock.fastForward(19_000);
  await expect(one.page.getByRole('timer').last()).toHaveText('0:11');
  expect(await first!()).toEqual(['30 seconds left!']);
  await one.page.clock.runFor(1_000);
  await expect.poll(first!).toEqual(['30 seconds left!', '10 seconds left!']);
  await two.page.clock.runFor(2_000);
  await expect(two.page.getByRole('timer').first()).toHaveText(/^0:2/);
  expect(await second!()).toEqual([]);
});

test('a bot is challenged by name', async ({ newPerson, newClient }) => {
  const [one, owner] = [await newPerson(), await newClient()];
  await register(owner);
  const name = unique('Bot');
  const { token } = await ask<{ token: string }>(owner, 'post', '/account/bots', { name });
  const bot = await newClient({ authorization: `Bearer ${token}` });

  await one.page.goto('/lobby?own=bot');
  await one.page.getByLabel('Me', { exact: true }).check();
  await one.page.getByLabel('No clock').check();
  await one.page.getByLabel('Bot name').fill('Nobody-at-all');
  await button(one.page, 'Start game').click();
  await expect(one.page.getByRole('alert')).toHaveText('No bot with this name is available.');
  await one.page.getByLabel('Bot name').fill(name);
  await button(one.page, 'Start game').click();
  await expect(one.page).toHaveURL(/\/online\/\w+$/);
  const game = new URL(one.page.url()).pathname.split('/')[2]!;
  await place(one.page, 'White', 'd4', 'd1');
  await expect(one.page.getByText(`${name}’s turn`)).toBeVisible();
  await expect.poll(async () => (await lookAt(bot, game)).acts).toEqual(['Wd4,d1']);
  await makeTurn(bot, game, 'Gb2,a1');
  await expect(turns(one.page)).toHaveText(['Wd4,d1', 'Gb2,a1']);
  await ask(bot, 'post', `/games/${game}/act`, { id: 'end', type: 'resign' });
  await expect(one.page.getByRole('dialog')).toContainText('You won!');
});

test('an unfinished turn is still there after a reload, until the game moves on', async ({ newPerson }) => {
  const [one, two] = await sit(newPerson, { played: ['Wd4,d1', 'Gb2,a1'] });
  await put(one.page, 'Black', 'f2');
  await expect(marked(one.page, 'remove').first()).toBeVisible();
  await one.page.reload();
  await expect(marked(one.page, 'remove').first()).toBeVisible();
  await click(one.page, ring(one.page, 'a2'));
  for (const { page } of [one, two]) await expect(turns(page)).toHaveText(['Wd4,d1', 'Gb2,a1', 'Bf2,a2']);

  // A turn is undone while the player is away, so the unfinished turn belongs to another position.
  await put(two.page, 'White', 'f4');
  await expect(marked(two.page, 'remove').first()).toBeVisible();
  const game = new URL(two.page.url()).pathname.split('/')[2]!;
  await two.page.goto('/settings');
  await more(one.page);
  await button(one.page, 'Request undo').click();
  await expect(button(one.page, 'Undo requested')).toBeDisabled();
  await ask(two.page.request, 'post', `/games/${game}/act`, { id: 'yes', type: 'offerUndo' });
  await expect(turns(one.page)).toHaveCount(2);
  await place(one.page, 'Grey', 'f2', 'a2');
  await expect(turns(one.page)).toHaveCount(3);
  await two.page.goto(`/online/${game}`);
  await expect(turns(two.page).last()).toHaveText('Gf2,a2');
  await expect(pool(two.page, 'White')).toHaveAttribute('aria-disabled', 'false');
  await expect(marked(two.page, 'remove')).toHaveCount(0);
});

test('offers are accepted and declined', async ({ newPerson }) => {
  const [one, two] = await sit(newPerson, { played: ['Wd4,d1', 'Gb2,a1'] });
  const before = one.page.url();
  await more(two.page);
  await button(two.page, 'Request undo').click();
  await expect(one.page.getByRole('main')).toContainText('asks to undo the last turn.');
  // Nothing is spoken twice: there is no second live region.
  for (const { page } of [one, two]) await expect(live(page)).toHaveCount(1);
  await button(one.page, 'Decline').click();
  await expect(spoken(two.page)).toHaveText(/declined your undo request\./);
  // Everything that is spoken can also be seen.
  await expect(two.page.getByTestId('toast')).toHaveText(/declined your undo request\./);
  for (const { page } of [one, two]) await expect(live(page)).toHaveCount(1);
  await expect(turns(two.page)).toHaveCount(2);
  await button(two.page, 'Offer draw').click();
  await button(one.page, 'Accept').click();
  for (const { page } of [one, two]) await expect(page.getByRole('dialog')).toContainText(/draw/i);
  await one.page.keyboard.press('Escape');
  await button(one.page, 'Rematch').click();
  await expect(button(one.page, 'Rematch offered')).toBeDisabled();
  // The dialog with the result closes.
  await button(two.page, 'Decline').click();
  await expect(two.page.getByRole('dialog')).toHaveCount(0);
  await expect(spoken(one.page)).toHaveText(/declined the rematch\./);
  // A player who declined can still offer a rematch, and one who left finds it.
  await one.page.goto('/');
  await button(two.page, 'Rematch').click();
  await one.page.goto(before);
  await button(one.page, 'Accept').click();
  for (const { page } of [one, two]) await expect(page).not.toHaveURL(before);
  await one.page.goto(before);
  await one.page.getByRole('link', { name: 'Go to rematch' }).click();
  await expect(one.page).toHaveURL(two.page.url());
});

test('a player views an earlier position, undoes a step and removes a premove', async ({ newPerson }) => {
  const [one, two] = await sit(newPerson, { played: ['Wd4,d1', 'Gb2,a1'] });
  await turns(one.page).first().click();
  await expect(ring(one.page, 'a1')).toBeVisible();
  await button(one.page, 'Back to game').click();
  await expect(ring(one.page, 'a1')).toHaveCount(0);

  await put(one.page, 'Black', 'f2');
  await expect(marked(one.page, 'remove').first()).toBeVisible();
  await button(one.page, 'Undo step').click();
  await expect(marked(one.page, 'remove')).toHaveCount(0);
  await expect(turns(two.page)).toHaveCount(2);

  await button(two.page, 'Premove').click();
  await button(two.page, 'Cancel').click();
  await button(two.page, 'Premove').click();
  await place(two.page, 'White', 'c5', 'a4');
  await button(two.page, 'Remove Wc5,a4').click();
  await expect(button(two.page, 'Premove')).toBeVisible();
  await place(one.page, 'Black', 'f2', 'a2');
  await expect(pool(two.page, 'White')).toHaveAttribute('aria-disabled', 'false');
  await expect(turns(one.page)).toHaveCount(3);
});

test('signing out in one tab signs out the others', async ({ newPerson }) => {
  const [one] = await sit(newPerson);
  const name = await register(one.page.request);
  const [account, lobby] = [await one.context.newPage(), await one.context.newPage()];
  await account.goto('/account');
  await lobby.goto('/lobby');
  await expect(lobby.getByRole('heading', { name: 'Your games in progress' })).toBeVisible();
  await one.page.reload();
  const tabs = [one.page, lobby, account];
  const wayIn = (tab: Page, words: string) => tab.getByRole('banner').getByRole('link', { name: words });
  for (const tab of tabs) await expect(wayIn(tab, `Account: ${name}`)).toBeVisible();
  await put(one.page, 'White', 'd4');
  await expect(pool(one.page, 'White')).toHaveAccessibleName(/5 left/);
  await button(account, 'Sign out').first().click();
  for (const tab of tabs) await expect(wayIn(tab, 'Sign in')).toBeVisible();
  // An open game cannot be continued.
  await expect(one.page.getByText('You are watching.')).toBeVisible();
  await expect(pool(one.page, 'White')).toHaveAttribute('aria-disabled', 'true');
  await expect(pool(one.page, 'White')).toHaveAccessibleName(/6 left/);
  await expect(lobby.getByRole('heading', { name: 'Your games in progress' })).toHaveCount(0);
});
