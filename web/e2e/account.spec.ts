/** Accounts, players, leaderboard, archive and live games: what one person does with two devices, and what others see of it. */
import AxeBuilder from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { ask, lookAt, makeTurn, PASSWORD, register, RULES, unique } from './people';
import { prefer } from './table';

const BLITZ = { kind: 'fischer', initial: 300, increment: 3 };

interface Wanted {
  board?: string;
  turn?: string;
  rated?: boolean;
  open?: boolean;
}

/** Begins a game against the engine; gives it up once both have made a turn, unless it is to stay open. */
async function play(
  api: APIRequestContext,
  { board = '37', turn = 'Wd4,d1', rated = false, open = false }: Wanted = {},
): Promise<string> {
  const settings = { rules: { ...RULES, board }, time: BLITZ, rated };
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

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.goto('/account');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

/** Another device of the same person. */
async function elsewhere(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, name);
  await expect(heading(page, name)).toBeVisible();
  return page;
}

test('an account is made, left and entered again', async ({ page }) => {
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
  // What was typed stays, and can be looked at.
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.fill(PASSWORD);
  await create.click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: `Account: ${name}` })).toBeVisible();

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

test('a name can be had once, and what a guest has played is kept', async ({ page, playwright, baseURL }) => {
  const other = await playwright.request.newContext({ baseURL: baseURL! });
  const taken = await register(other);
  await play(page.request);
  await page.goto('/account?new=1&to=/live');
  await expect(page.getByText('as a guest will be added to it')).toBeVisible();
  await page.getByLabel('Name').fill(taken.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('This name is already taken.');
  const name = unique('T');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create account' }).click();
  // And one is back where an account was needed.
  await expect(heading(page, 'Live games')).toBeVisible();
  await page.goto(`/player/${name}`);
  await expect(page.getByText(`Computer (level 1) wins: ${name} resigned.`)).toBeVisible();
  await other.dispose();
});

test('another device is signed out from here, and by another password', async ({ page, browser }) => {
  const name = await register(page.request);
  const second = await elsewhere(browser, name);
  await page.goto('/account');
  const devices = card(page, 'Devices').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'this device' })).toHaveCount(1);
  await expect(devices.filter({ hasText: 'Chrome on' }).first()).toBeVisible();
  await devices.filter({ hasNotText: 'this device' }).getByRole('button').click();
  await expect(devices).toHaveCount(1);
  await second.reload();
  await expect(second.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await second.context().close();

  const third = await elsewhere(browser, name);
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
  await third.context().close();

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
  await programs.getByLabel('Name of new bot').fill('x y');
  await programs.getByRole('button', { name: 'Add bot' }).click();
  await expect(page.getByRole('alert')).toContainText('starting with a letter');
  await programs.getByLabel('Name of new bot').fill(bot);
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

test('everything is taken along, and the account is deleted', async ({ page }) => {
  const name = await register(page.request);
  const game = await play(page.request);
  await page.goto('/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`zertz-${name}.json`);
  const data = JSON.parse((await readFile(await download.path())).toString()) as {
    player: { name: string };
    games: { id: string }[];
  };
  expect(data.player.name).toBe(name);
  expect(data.games.map(({ id }) => id)).toEqual([game]);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your games and their chat are kept');
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

test('games are found in the archive by an address, and taken home', async ({ page, playwright, baseURL }) => {
  const api = await playwright.request.newContext({ baseURL: baseURL! });
  const name = await register(api);
  await play(api);
  await play(api, { board: '48', turn: 'Gd4,d1' });
  await page.goto('/archive');
  await page.getByLabel('Player', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Find games' }).click();
  await expect(page).toHaveURL(`/archive?player=${name}`);
  const games = page.getByRole('main').locator('ul.plain > li');
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
  // The same for whoever is given the address.
  await page.reload();
  await expect(games).toHaveCount(1);
  await expect(page.getByLabel('First turn')).toHaveValue('Wd4');

  const take = async (format: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: format }).click(),
    ]);
    return (await readFile(await download.path())).toString();
  };
  await games.getByText('Download').click();
  expect(await take('Official notation')).toContain('Wd4,d1');
  await expect(page.getByRole('link', { name: 'SGF' })).toHaveCount(0);
  await games.getByText('Download').click();
  expect(await take('SGF')).toContain('SU[Zertz');
  // By key as well.
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
  await api.dispose();
});

test('a player has a page with ratings, and is seen while playing', async ({ page, playwright, baseURL }) => {
  const api = await playwright.request.newContext({ baseURL: baseURL! });
  const name = await register(api);
  await play(api, { rated: true });
  await play(api, { rated: true });
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
  // By itself, after some seconds.
  await expect(card).toHaveCount(0);
  await api.dispose();
});

test('the leaderboard goes by pace, with or without bots', async ({ page }) => {
  // Who has a sure rating takes many games; what the page does with them does not.
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

test('without a server there is no way to an account, and the page says so', async ({ page }) => {
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

for (const theme of ['classic', 'dark']) {
  test(`axe finds nothing on these pages in the theme ${theme}`, async ({ page }) => {
    await prefer(page, { theme, motion: 'off', mute: true });
    const axe = async (what: string) => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
        what,
      ).toEqual([]);
    };
    for (const address of ['/account', '/account?new=1']) {
      await page.goto(address);
      await page.getByRole('main').locator('form button.primary').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await axe(address);
    }
    const name = await register(page.request);
    await play(page.request, { rated: true });
    await play(page.request, { open: true });
    for (const address of PAGES) {
      await page.goto(address.replace('NAME', name));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading…')).toHaveCount(0);
      // Of the downloads, one is open at a time.
      await page
        .locator('details')
        .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
      await axe(address);
    }
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await axe('the question before an account is deleted');
  });
}

test('what can be touched on these pages is large enough @touch', async ({ page }) => {
  const name = await register(page.request);
  await play(page.request);
  await play(page.request, { open: true });
  for (const address of PAGES) {
    await page.goto(address.replace('NAME', name));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    const small = await page
      .locator('#main button, #main select, #main input, #main .button, .tabs a, header a')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          // What stands beside a box is a part of it.
          const { width, height } = (one.closest('.check') ?? one).getBoundingClientRect();
          return width > 0 && (width < 43.5 || height < 43.5)
            ? [`${one.outerHTML.slice(0, 80)} ${width}×${height}`]
            : [];
        }),
      );
    expect(small, address).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBe(0);
  }
});
