/** Accounts, players, leaderboard, archive and live games. */
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { download, expectAccessible, expectTouchable } from './checks';
import { ask, CLOCK, lookAt, loseRated, makeTurn, PASSWORD, register, RULES, signIn, test, unique } from './people';
import { prefer } from './table';

/** Starts a game against the engine, and resigns when both have played a turn, unless it is to stay open. */
async function play(api: APIRequestContext, { board = '37', turn = 'Wd4,d1', open = false } = {}): Promise<string> {
  const settings = { rules: { ...RULES, board }, time: CLOCK, rated: false };
  const { id } = await ask<{ id: string }>(api, 'post', '/games', {
    settings,
    first: 'me',
    opponent: { kind: 'engine', level: 1 },
  });
  await makeTurn(api, id, turn);
  await expect.poll(async () => (await lookAt(api, id)).acts.length, { timeout: 60_000 }).toBeGreaterThan(1);
  if (!open) await ask(api, 'post', `/games/${id}/act`, { id: 'end', type: 'resign' });
  return id;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

test('an account is created, signed out of and signed in to again', async ({ page }) => {
  const name = unique('T');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();

  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect(page.getByRole('alert')).toHaveText('Fill in this field.');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(name);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await create.click();
  await expect(page.getByRole('alert')).toContainText('8 to 200');
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  // What was typed stays, and the password can be shown.
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.fill(PASSWORD);
  await create.click();
  // Back where the person came from.
  await expect(page).toHaveURL('/');
  await page
    .getByRole('banner')
    .getByRole('link', { name: `Account: ${name}` })
    .click();
  await expect(heading(page, name)).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();

  await signIn(page, name, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Wrong name or password.');
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await signIn(page, name);
  await expect(heading(page, name)).toBeVisible();
  await page.reload();
  await expect(heading(page, name)).toBeVisible();
});

test('a name can be registered once, and the account keeps the games of the guest', async ({ page, newClient }) => {
  const taken = await register(await newClient());
  await play(page.request);
  await page.goto('/account?new=1&to=/live');
  await expect(page.getByText('as a guest will be added to your account')).toBeVisible();
  await page.getByLabel('Name').fill(taken.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('This name is already taken.');
  const name = unique('T');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create account' }).click();
  // The visitor is back where an account was needed.
  await expect(heading(page, 'Live games')).toBeVisible();
  await page.goto(`/player/${name}`);
  await expect(page.getByText(`Computer (level 1) wins: ${name} resigned.`)).toBeVisible();
});

test('another device is signed out by a button, and by a new password', async ({ page, newPerson }) => {
  const name = await register(page.request);
  const signInElsewhere = async () => {
    const { page: other } = await newPerson();
    await signIn(other, name);
    await expect(heading(other, name)).toBeVisible();
    return other;
  };
  const second = await signInElsewhere();
  await page.goto('/account');
  const devices = card(page, 'Devices').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'this device' })).toHaveCount(1);
  await expect(devices.filter({ hasText: 'Chrome on' }).first()).toBeVisible();
  await devices.filter({ hasNotText: 'this device' }).getByRole('button').click();
  await expect(devices).toHaveCount(1);
  await second.reload();
  await expect(second.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();

  const third = await signInElsewhere();
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Current password').first().fill('not the password');
  await page.getByLabel('New password').first().fill('another password');
  await change.click();
  await expect(page.getByRole('alert')).toHaveText('Wrong password.');
  await page.getByLabel('Current password').first().fill(PASSWORD);
  await change.click();
  await expect(page.getByText('All other devices have been signed out.')).toBeVisible();
  await third.reload();
  await expect(third.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();

  const mail = page.getByLabel('Email', { exact: true });
  await mail.fill('nobody');
  await card(page, 'Password').getByLabel('Password', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter a valid email address.');
  await mail.fill('a@b.example');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Email changed.')).toBeVisible();
  await page.reload();
  await expect(mail).toHaveValue('a@b.example');
});

test('a bot gets a token, which is shown once', async ({ page }) => {
  const bot = unique('T');
  await register(page.request);
  await page.goto('/account');
  const programs = card(page, 'Bots');
  await programs.getByLabel('Name of the new bot').fill('x y');
  await programs.getByRole('button', { name: 'Add bot' }).click();
  await expect(page.getByRole('alert')).toContainText('starting with a letter');
  await programs.getByLabel('Name of the new bot').fill(bot);
  await programs.getByRole('button', { name: 'Add bot' }).click();
  const token = programs.getByLabel(`Token for ${bot}`);
  await expect(token).toHaveValue(/^\w{40,}$/);
  const first = await token.inputValue();
  const command = programs.getByLabel('Command to start the bot');
  await expect(command).toHaveValue(
    `zertz bot --engine COMMAND --server ${new URL(page.url()).origin} --token ${first}`,
  );

  await programs.getByRole('button', { name: `New token ${bot}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
  await expect(token).not.toHaveValue(first);
  const known = await page.request.get('/api/me', {
    headers: { authorization: `Bearer ${await token.inputValue()}`, cookie: '' },
  });
  expect(((await known.json()) as { player: { name: string } }).player.name).toBe(bot);
  await page.reload();
  await expect(programs.getByRole('link', { name: bot })).toBeVisible();
  await expect(token).toHaveCount(0);
  await programs.getByRole('link', { name: bot }).click();
  await expect(page.getByRole('main').getByText('bot', { exact: true })).toBeVisible();
});

test('the data is downloaded, and the account is deleted', async ({ page }) => {
  const name = await register(page.request);
  const game = await play(page.request);
  await page.goto('/account');
  const file = await download(page, () => page.getByRole('button', { name: 'Download my data' }).click());
  expect(file.name).toBe(`zertz-${name}.json`);
  const data = JSON.parse(file.data.toString()) as {
    player: { name: string };
    games: { id: string }[];
  };
  expect(data.player.name).toBe(name);
  expect(data.games.map(({ id }) => id)).toEqual([game]);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your games are kept');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Wrong password.');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Account deleted.')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.goto(`/player/${name}`);
  await expect(page.getByRole('alert')).toHaveText('Player not found.');
  await signIn(page, name);
  await expect(page.getByRole('alert')).toHaveText('Wrong name or password.');
});

test('games are found in the archive, linked to and downloaded', async ({ page, newClient }) => {
  const api = await newClient();
  const name = await register(api);
  await play(api);
  await play(api, { board: '48', turn: 'Gd4,d1' });
  await page.goto('/archive');
  await page.getByLabel('Player', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Find games' }).click();
  await expect(page).toHaveURL(`/archive?player=${name}`);
  const games = page.getByRole('main').locator('ul.stack > li');
  await expect(games).toHaveCount(2);
  await page.getByLabel('Board').selectOption('48');
  await expect(games).toHaveCount(1);
  await expect(games).toContainText('1. Gd4,d1');
  await expect(page).toHaveURL(`/archive?player=${name}&board=48`);
  await page.goBack();
  await expect(games).toHaveCount(2);
  await expect(page.getByLabel('Board')).toHaveValue('');
  await page.getByLabel('First turn').fill('wd4');
  await page.getByLabel('First turn').press('Enter');
  await expect(games).toHaveCount(1);
  await expect(games).toContainText('1. Wd4,d1');
  await page.getByLabel('Result').selectOption('1');
  await expect(page.getByText('No games match.')).toBeVisible();
  await page.getByLabel('Result').selectOption('2');
  await expect(games).toHaveCount(1);
  // The address is a link to the search.
  await page.reload();
  await expect(games).toHaveCount(1);
  await expect(page.getByLabel('First turn')).toHaveValue('Wd4');

  const take = async (format: string) => {
    const { data } = await download(page, () => page.getByRole('link', { name: format }).click());
    return data.toString();
  };
  await games.getByText('Download').click();
  expect(await take('Official notation')).toContain('Wd4,d1');
  await expect(page.getByRole('link', { name: 'SGF' })).toHaveCount(0);
  await games.getByText('Download').click();
  expect(await take('SGF')).toContain('SU[Zertz');
  // With the keyboard too.
  await games.locator('summary').press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Official notation' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(games.locator('summary')).toBeFocused();
  await expect(page.getByRole('link', { name: 'SGF' })).toHaveCount(0);
  await page.goto(`/archive?player=${name}`);
  await page.getByText('Download all matching games').click();
  expect(JSON.parse(await take('JSON'))).toHaveLength(2);

  await page.getByLabel('Player', { exact: true }).fill('Nobody-at-all');
  await page.getByRole('button', { name: 'Find games' }).click();
  await expect(page.getByRole('alert')).toHaveText('Player not found.');
});

test('a player has a page with ratings, and running games can be watched', async ({ page, newClient }) => {
  const api = await newClient();
  const name = await register(api);
  const other = await newClient();
  await register(other);
  await loseRated(api, other);
  await loseRated(api, other);
  const open = await play(api, { open: true });
  await page.goto(`/player/${name}`);
  await expect(heading(page, name)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(name));
  await expect(page.getByRole('definition').first()).toContainText('(provisional)');
  await expect(page.getByRole('definition').first()).toContainText('2 games');
  await expect(page.getByRole('img', { name: /^Rating history/ })).toBeVisible();
  await page.getByText('Show as table').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  await expect(page.getByText('Lost', { exact: true })).toHaveCount(2);
  await expect(page.getByText(/^−\d+$/)).toHaveCount(2);
  await page.getByRole('link', { name: 'All games' }).click();
  await expect(page).toHaveURL(`/archive?player=${name}`);

  await page.getByRole('main').getByRole('link', { name: 'Live' }).click();
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card.getByRole('link', { name: /^Watch/ })).toHaveAttribute('href', `/online/${open}`);
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('.marble').first()).toBeAttached();
  await ask(api, 'post', `/games/${open}/act`, { id: 'end', type: 'resign' });
  // The list is updated after some seconds.
  await expect(card).toHaveCount(0);
});

test('the leaderboard has a list for each pace, with or without bots', async ({ page }) => {
  // An established rating takes many games, so the response is faked.
  await page.route('**/api/leaders?pace=*', (route) => {
    const leaders = [
      { name: 'Engine 8', kind: 'engine', level: 8, rating: 1712.4, deviation: 60, games: 1234 },
      { name: 'Zoé', kind: 'person', rating: 1600.6, deviation: 70, games: 40 },
      { name: 'Deep', kind: 'bot', rating: 1500, deviation: 80, games: 30 },
    ];
    return route.fulfill({ json: route.request().url().endsWith('rapid') ? leaders : [] });
  });
  await page.goto('/leaders');
  await expect(page.getByText('No established ratings yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Rapid' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveText([
    /Player/,
    /1\s*Computer \(level 8\)\s*1712\s*1,234/,
    /2\s*Zoé\s*1601\s*40/,
    /3\s*Deep\s*bot\s*1500\s*30/,
  ]);
  await page.getByLabel('People only').check();
  await expect(rows).toHaveText([/Player/, /1\s*Zoé/]);
  await expect(page).toHaveURL('/leaders?pace=rapid&who=people');
  await expect(page.getByRole('link', { name: 'Zoé' })).toHaveAttribute('href', '/player/Zo%C3%A9');
});

test('without a server the page says so and has no link to an account', async ({ page }) => {
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/account');
  await expect(page.getByText('Cannot reach the server.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await page.goto('/archive');
  await expect(page.getByRole('alert')).toContainText('Cannot reach the server.');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

const PAGES = [
  '/account',
  '/player/NAME',
  '/player/Engine%201',
  '/leaders',
  '/archive?player=NAME',
  '/live',
  '/player/nobody-at-all',
];

for (const theme of ['classic', 'dark', 'light', 'contrast']) {
  test(`axe finds nothing on these pages in the theme ${theme}`, async ({ page, newClient }) => {
    await prefer(page, { theme, motion: 'off', mute: true });
    for (const address of ['/account', '/account?new=1']) {
      await page.goto(address);
      await page.getByRole('main').locator('form button.primary').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page, address);
    }
    const name = await register(page.request);
    const other = await newClient();
    await register(other);
    await loseRated(page.request, other);
    await play(page.request, { open: true });
    for (const address of PAGES) {
      await visit(page, address.replace('NAME', name));
      // Of the downloads, one is open at a time.
      await page
        .locator('details')
        .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
      await expectAccessible(page, address);
    }
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expectAccessible(page, 'the question before an account is deleted');
  });
}

test('touch targets on these pages are large enough @touch', async ({ page }) => {
  const name = await register(page.request);
  await play(page.request);
  await play(page.request, { open: true });
  for (const address of PAGES) {
    await visit(page, address.replace('NAME', name));
    await expectTouchable(page, address);
  }
});

/** Opens a page and waits until it has loaded its data. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}
