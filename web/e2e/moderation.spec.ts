/** Reports, blocks, sanctions, and what bots accept: as players and as moderators see them. */
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNarrow, expectTouchable, problems } from './checks';
import { ask, begin, CLOCK, loseRated, makeModerator, register, RULES, signIn, test, unique } from './people';
import { board, prefer } from './table';

interface Me {
  player: { id: string };
}

const idOf = async (api: APIRequestContext) => (await ask<Me>(api, 'get', '/me')).player.id;

/** Signs a page in as a new moderator. */
async function moderate(page: Page): Promise<string> {
  const name = await register(page.request, unique('Mod'));
  await makeModerator(name);
  return name;
}

/** Reports a message that somebody has written. Returns the ids of the game and of the message's author. */
async function reportChat(newClient: () => Promise<APIRequestContext>, text: string, name = unique('Bad')) {
  const [good, bad] = [await newClient(), await newClient()];
  await register(good, unique('Good'));
  await register(bad, name);
  const game = await begin(good, bad);
  const say = (by: APIRequestContext, text: string) =>
    ask<{ seq: number }>(by, 'post', `/games/${game}/act`, { id: unique('c'), type: 'chat', text });
  await say(good, 'Hello');
  const { seq } = await say(bad, text);
  await ask(good, 'post', '/reports', { subject: { kind: 'chat', game, seq }, reason: 'abuse', text: 'Please look' });
  return { game, name, bad, good, player: await idOf(bad) };
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
const press = (page: Locator, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a moderator reads a report in its conversation, removes the message and warns the player', async ({
  page,
  newClient,
  newPerson,
}) => {
  const { name, game, good } = await reportChat(newClient, 'You are a fool');
  await moderate(page);
  await page.goto('/moderation');
  const card = page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(card.getByRole('heading')).toHaveText('Insults or harassment');
  await expect(card).toContainText('You are a fool');
  await expect(card).toContainText('Please look');

  await card.getByRole('button', { name: 'Full conversation' }).click();
  const lines = card.getByRole('list', { name: 'Chat' }).getByRole('listitem');
  await expect(lines).toHaveText([/Good.*: Hello/, /Bad.*: You are a fool\s*reported/]);
  await lines.nth(1).getByRole('button', { name: 'Remove' }).click();
  await press(dialog(page), 'Remove');
  await expect(lines).toHaveText([/Good.*: Hello/]);
  expect(JSON.stringify(await ask(good, 'get', `/games/${game}`))).not.toContain('You are a fool');

  const act = card.getByRole('button', { name: 'Take action' });
  await act.click();
  await dialog(page).getByLabel('Message to the player').fill('Be polite, please.');
  await press(dialog(page), 'Warn');
  // What follows an act: the report is done.
  await expect(dialog(page)).toContainText('Mark this report as done?');
  await dialog(page).getByLabel('Note').fill('first warning');
  await press(dialog(page), 'Mark as done');
  await expect(card).toHaveCount(0);
  await page.getByRole('link', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText('first warning');

  // The player sees the warning until it is confirmed.
  const { page: theirs } = await newPerson();
  await signIn(theirs, name);
  await expect(dialog(theirs)).toContainText('Be polite, please.');
  await theirs.reload();
  await press(dialog(theirs), 'I have read this');
  await expect(dialog(theirs)).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(dialog(theirs)).toHaveCount(0);
});

test('a player is muted, banned and forgiven, and is told so', async ({ page, newPerson, newClient }) => {
  const { page: theirs } = await newPerson();
  const name = await register(theirs.request, unique('Bad'));
  const other = await newClient();
  await register(other);
  const game = await begin(theirs.request, other);
  await moderate(page);
  await page.goto('/moderation');
  await page.getByRole('textbox', { name: 'Player' }).fill(name);
  await page.getByRole('button', { name: 'Find player' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const act = page.getByRole('button', { name: 'Take action' });
  await act.click();
  await dialog(page).getByLabel('Mute').check();
  await dialog(page).getByLabel('Duration').selectOption('7 days');
  await press(dialog(page), 'Mute');
  await expect(page.getByRole('region', { name: 'Active restrictions' })).toContainText('Muted');
  // The focus is back where it was.
  await expect(act).toBeFocused();

  await theirs.goto(`/online/${game}`);
  await expect(board(theirs)).toBeVisible();
  await expect(theirs.getByText(/^You cannot chat until .+: a moderator has muted you\.$/)).toBeVisible();
  await expect(theirs.getByPlaceholder('Write a message')).toHaveCount(0);

  await act.click();
  await dialog(page).getByLabel('Ban').check();
  await dialog(page).getByLabel('Duration').selectOption('Permanent');
  await press(dialog(page), 'Ban');
  // What ends games is asked about once more, with the safe answer first.
  await expect(dialog(page).getByRole('button', { name: 'Back' })).toBeFocused();
  await press(dialog(page), 'Ban');
  await expect(page.getByRole('region', { name: 'Active restrictions' })).toContainText('Banned');
  // The page of the game says why it lost its connection.
  await expect(theirs.getByText('A moderator has banned you.').first()).toBeVisible();
  await expect(theirs.getByRole('main').getByText('Connection lost.')).toHaveCount(0);
  await theirs.goto('/lobby');
  await expect(theirs.getByText('A moderator has banned you. You cannot play online or chat.')).toBeVisible();
  await theirs.getByRole('button', { name: 'Play with a friend' }).click();
  await expect(theirs.getByRole('alert')).toContainText('A moderator has banned you.');

  await page.getByRole('button', { name: 'Lift Banned' }).click();
  await press(dialog(page), 'Lift');
  await expect(page.getByRole('button', { name: 'Lift Banned' })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ban lifted' })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText(/^You cannot chat until/)).toBeVisible();
});

test('nobody can sign in to an account that a moderator has closed', async ({ page, newClient }) => {
  const api = await newClient();
  const name = await register(api, unique('Bad'));
  const moderator = await newClient();
  await makeModerator(await register(moderator, unique('Mod')));
  await ask(moderator, 'post', `/moderation/players/${await idOf(api)}`, { sanction: { kind: 'close' } });
  await signIn(page, name);
  await expect(page.getByRole('alert')).toHaveText('A moderator has closed this account.');
});

test('a moderator voids a game, and the game says so', async ({ page, newClient, newPerson }) => {
  const [one, two] = [await newClient(), await newClient()];
  const name = await register(one, unique('Bad'));
  await register(two);
  const game = await loseRated(one, two);
  const { page: theirs } = await newPerson();
  await theirs.goto(`/online/${game}`);
  await ask(two, 'post', '/reports', { subject: { kind: 'game', game, seat: 1 }, reason: 'ratings' });
  await moderate(page);
  await page.goto('/moderation');
  const card = page.getByRole('listitem').filter({ hasText: name }).first();
  await card.getByRole('button', { name: 'Void game' }).click();
  await expect(dialog(page)).toContainText('This cannot be undone.');
  await press(dialog(page), 'Void game');
  await expect(dialog(page)).toHaveCount(0);
  await expect(theirs.getByText('A moderator voided this game.')).toBeVisible();
  await theirs.goto(`/player/${name}`);
  await expect(theirs.getByText('No rated games yet.')).toBeVisible();
  await expect(card.getByText('Game voided')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Game', exact: false })).toHaveText(/^Game: .*Bad.* vs /);
  await page.getByRole('link', { name: 'Log' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Game voided' }).first();
  await expect(entry.getByRole('link').filter({ hasText: name })).toHaveAttribute('href', `/online/${game}`);
  // Not twice.
  await page.goto('/moderation');
  await card.getByRole('button', { name: 'Void game' }).click();
  await press(dialog(page), 'Void game');
  await expect(dialog(page).getByRole('alert')).toHaveText('A moderator has already voided this game.');
});

test('a blocked network is listed, and unblocked; the log has both', async ({ page }) => {
  const name = await moderate(page);
  await page.goto('/moderation/addresses');
  await press(page.getByRole('main'), 'Block network');
  await expect(page.getByRole('alert')).toHaveText('Fill in this field.');
  const network = page.getByLabel('IP address or network');
  await network.fill('everywhere');
  await press(page.getByRole('main'), 'Block network');
  await expect(page.getByRole('alert')).toContainText('Enter an IP address');
  // An address of documentation, from which nobody comes.
  await network.fill('198.51.100.0/24');
  await press(page.getByRole('main'), 'Block network');
  const unblock = page.getByRole('button', { name: 'Unblock 198.51.100.0/24' });
  await unblock.click();
  await press(dialog(page), 'Unblock');
  await expect(unblock).toHaveCount(0);
  await page.getByRole('link', { name: 'Log' }).click();
  const mine = page.getByRole('listitem').filter({ hasText: name });
  await expect(mine.filter({ hasText: 'Network unblocked' })).toHaveCount(1);
  await expect(mine.filter({ hasText: 'Network blocked' })).toContainText('198.51.100.0/24');
});

test('the fair-play signals of a player are drawn', async ({ page, newClient }) => {
  const [one, two] = [await newClient(), await newClient()];
  await register(one);
  await register(two);
  await loseRated(one, two);
  await moderate(page);
  await page.goto(`/moderation/player/${await idOf(one)}`);
  const signals = page.getByRole('region', { name: 'Fair play' });
  await expect(signals.getByRole('img', { name: /^Half of the turns took/ })).toBeVisible();
  await expect(signals.getByRole('meter', { name: 'Games resigned early' })).toBeVisible();
  await expect(signals).toContainText('No other accounts.');
  await signals.getByRole('button', { name: 'Analyse with the engine' }).click();
  // The engine takes its time on a busy machine.
  await expect(signals.getByRole('button', { name: 'Analyse again' })).toBeEnabled({ timeout: 120_000 });
});

test('a player is blocked on the profile, cannot join, and is unblocked in the account', async ({
  page,
  newClient,
}) => {
  const other = await newClient();
  const name = await register(other, unique('Bad'));
  await register(page.request);
  await page.goto(`/player/${name}`);
  await page.getByRole('button', { name: `Block ${name}` }).click();
  await press(dialog(page), 'Block');
  const unblock = page.getByRole('button', { name: `Unblock ${name}` });
  await expect(unblock).toBeFocused();
  const { id } = await ask<{ id: string }>(page.request, 'post', '/games', {
    settings: { rules: RULES, time: CLOCK, rated: false },
    first: 'me',
    opponent: { kind: 'friend' },
  });
  const refused = await other.post(`/api/games/${id}/join`);
  expect(((await refused.json()) as { code: string }).code).toBe('blocked');

  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Blocked players' })).toBeVisible();
  await unblock.click();
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
});

test('a player and a game are reported with a reason', async ({ page, newClient }) => {
  const other = await newClient();
  const name = await register(other, unique('Bad'));
  await register(page.request);
  await page.goto(`/player/${name}`);
  const button = page.getByRole('button', { name: 'Report player' });
  await button.click();
  await dialog(page).getByLabel('Something else').check();
  await press(dialog(page), 'Send report');
  await expect(dialog(page).getByRole('alert')).toHaveText('Fill in this field.');
  await dialog(page).getByLabel('What happened?').fill('Two accounts');
  await press(dialog(page), 'Send report');
  await expect(dialog(page)).toContainText('Thank you.');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  const game = await begin(page.request, other);
  await page.goto(`/online/${game}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Report game' }).click();
  await press(dialog(page), 'Send report');
  await expect(dialog(page)).toContainText('Thank you.');
});

test('the owner of a bot sets what it accepts, and a challenger is told why it declines', async ({
  page,
  newClient,
}) => {
  await register(page.request);
  const bot = unique('Bot');
  const { token } = await ask<{ token: string }>(page.request, 'post', '/account/bots', { name: bot });
  await page.goto('/account');
  const open = page.getByRole('button', { name: `Challenges ${bot}` });
  await open.click();
  await dialog(page).getByLabel('48 rings').check();
  await dialog(page).getByLabel('Casual').uncheck();
  await dialog(page).getByLabel('Rated').uncheck();
  await press(dialog(page), 'Save');
  await expect(dialog(page).getByRole('alert')).toContainText('Choose rated or casual games');
  await dialog(page).getByLabel('Casual').check();
  await press(dialog(page), 'Save');
  await expect(open).toBeFocused();
  await open.click();
  await expect(dialog(page).getByLabel('48 rings')).toBeChecked();
  await expect(dialog(page).getByLabel('Rated')).not.toBeChecked();
  await page.keyboard.press('Escape');

  // By its owner's rules.
  const challenger = await newClient();
  await register(challenger);
  const settings = { rules: RULES, time: CLOCK, rated: false };
  const challenge = { settings, first: 'me', opponent: { kind: 'bot', name: bot } };
  const refused = await challenger.post('/api/games', { data: challenge });
  expect(((await refused.json()) as { code: string }).code).toBe('bot-board');
  // By the bot itself.
  const rules = { ...RULES, board: '48' };
  const { id } = await ask<{ id: string }>(page.request, 'post', '/games', {
    ...challenge,
    settings: { ...settings, rules },
  });
  const program = await newClient({ authorization: `Bearer ${token}` });
  await ask(program, 'post', `/games/${id}/act`, { id: 'no', type: 'decline', reason: 'later' });
  await page.goto(`/online/${id}`);
  await expect(
    page.getByText('The bot declined the challenge. This bot is not playing at the moment.').first(),
  ).toBeVisible();
});

test('the pages of moderators are for moderators only', async ({ page }) => {
  await register(page.request);
  await page.goto('/moderation');
  await expect(page.getByText('Only moderators can do this.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moderation' })).toHaveCount(0);
});

/** Opens what has to be checked, one after the other. */
async function* tour(page: Page, player: string, name: string): AsyncGenerator<string> {
  const loaded = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
  };
  await loaded('/moderation');
  const card = page.getByRole('listitem').filter({ hasText: name }).first();
  await card.getByRole('button', { name: 'Full conversation' }).click();
  await expect(card.getByRole('list', { name: 'Chat' })).toBeVisible();
  yield 'reports';
  await card.getByRole('button', { name: 'Take action' }).click();
  await dialog(page).getByLabel('Mute').check();
  yield 'action';
  await loaded('/moderation/log');
  yield 'log';
  await loaded('/moderation/addresses');
  yield 'addresses';
  await loaded(`/moderation/player/${player}`);
  yield 'player';
  await loaded('/account');
  await expect(page.getByRole('button', { name: 'Challenges' })).toBeVisible();
  yield 'account';
  await page.getByRole('button', { name: 'Challenges' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeVisible();
  yield 'challenges';
  await loaded(`/player/${name}`);
  yield 'profile';
  await page.getByRole('button', { name: 'Report player' }).click();
  yield 'report';
}

for (const theme of ['classic', 'dark']) {
  test(`axe finds nothing on the pages of moderators in the theme ${theme}`, async ({ page, newClient }) => {
    await prefer(page, { theme, motion: 'off', mute: true });
    const { player, name } = await reportChat(newClient, 'A long insult');
    await moderate(page);
    await ask(page.request, 'post', '/account/bots', { name: unique('Bot') });
    const errors = problems(page);
    for await (const what of tour(page, player, name)) {
      await expectAccessible(page, what);
      expect(errors, what).toEqual([]);
    }
  });
}

test('the pages of moderators fit on the smallest phones @touch', async ({ page, newClient }) => {
  const { player, name } = await reportChat(newClient, `http://${'long'.repeat(50)}`);
  await moderate(page);
  await ask(page.request, 'post', '/account/bots', { name: unique('Bot') });
  for await (const what of tour(page, player, name)) await expectTouchable(page, what);
  await page.setViewportSize({ width: 320, height: 568 });
  for await (const what of tour(page, player, name)) await expectNarrow(page, what);
});
