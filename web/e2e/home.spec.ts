/** Games that wait for a player, and what the lobby offers when nobody is there. */
import { expect } from '@playwright/test';
import { WebSocket } from 'ws';
import { expectAccessible, expectTouchable } from './checks';
import { ask, register, RULES, test, unique } from './people';
import { board, place } from './table';

test('games that wait come first on the home page, and lead from one to the next', async ({ newPerson, newClient }) => {
  const { page } = await newPerson();
  await register(page.request, unique('Ann'));
  const other = await newClient();
  const name = await register(other, unique('Ben'));
  const settings = { rules: RULES, time: { kind: 'correspondence', days: 3 }, rated: false };
  for (let games = 0; games < 2; games++) {
    const { id } = await ask<{ id: string }>(other, 'post', '/games', {
      settings,
      first: 'opponent',
      opponent: { kind: 'friend' },
    });
    await ask(page.request, 'post', `/games/${id}/join`);
  }

  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Your turn' }).getByRole('link');
  await expect(waiting).toHaveCount(2);
  await expect(waiting.first()).toContainText(name);
  await expect(waiting.first()).toContainText(/2 d 23 h|3 d 0 h/);
  const top = async (what: typeof waiting) => (await what.boundingBox())!.y;
  expect(await top(waiting.first())).toBeLessThan(await top(page.getByRole('heading', { level: 1 })));
  const count = page.getByRole('banner').getByText('2 games are waiting for your turn');
  await expect(count).toBeAttached();
  await expectAccessible(page, 'the home page with games that wait');
  await expectTouchable(page, 'the home page with games that wait');

  // Their cards on other pages do not say "Watch".
  await page.goto('/live');
  const card = page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(card.getByRole('link', { name: /^Continue/ })).toBeVisible();

  await page.goto('/');
  await waiting.first().click();
  await place(page, 'White', 'd4', 'd1');
  const first = page.url();
  await page.getByRole('link', { name: 'Next game' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(board(page)).toBeVisible();
  await place(page, 'White', 'd4', 'd1');
  await expect(page.getByRole('link', { name: 'Next game' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByText(/your turn/)).toHaveCount(0);
});

test('in an empty lobby the computer plays at once, and a correspondence challenge says how long it stays', async ({
  newPerson,
}) => {
  const { page } = await newPerson();
  await register(page.request, unique('Ann'));
  // Other tests use the lobby at the same time.
  await page.routeWebSocket('**/api/lobby/socket', (socket) => {
    socket.connectToServer().onMessage((message) => {
      const { type, seeks } = JSON.parse(String(message)) as {
        type: string;
        seeks?: { settings: { time: unknown } }[];
      };
      const own = seeks?.filter(({ settings }) => JSON.stringify(settings.time).includes('"days":13'));
      socket.send(type === 'seeks' ? JSON.stringify({ type, seeks: own }) : message);
    });
  });
  await page.goto('/lobby?own=anybody');
  await expect(page.getByRole('checkbox', { name: 'Rated' })).toHaveCount(1);
  await page.getByLabel('Correspondence').check();
  await page.getByLabel('Days per turn').fill('13');
  await page.getByRole('button', { name: 'Create challenge' }).click();
  await expect(page.getByText('stay open for 3 days')).toBeVisible();
  await expectAccessible(page, 'an empty lobby');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page
    .getByRole('group', { name: /Play the computer now/ })
    .getByRole('button', { name: 'Level 1' })
    .click();
  await expect(board(page)).toBeVisible();
});

test('the lobby lists bots while they are there, and one is challenged with one click', async ({
  newPerson,
  newClient,
  baseURL,
}) => {
  const owner = await newClient();
  await register(owner, unique('Eve'));
  const name = unique('Bot').slice(0, 20);
  const { token } = await ask<{ token: string }>(owner, 'post', '/account/bots', { name });
  const bot = await newClient({ authorization: `Bearer ${token}` });
  const rules = { boards: ['48'], paces: ['rapid'], maxGames: 1 };
  await ask(bot, 'post', `/account/bots/${name}/rules`, rules);
  const socket = new WebSocket(`${baseURL!.replace('http', 'ws')}/api/lobby/socket`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await new Promise((open) => socket.once('message', open));

  const { page } = await newPerson();
  await register(page.request, unique('Ann'));
  await page.goto('/lobby');
  const line = page.getByRole('list', { name: 'Bots' }).getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText('48 rings · Standard · 10 min + 5 s · rated');
  await expect(line).toContainText('Accepts: 48 rings · Rapid');
  await expectAccessible(page, 'the lobby with a bot');
  await expectTouchable(page, 'the lobby with a bot');
  await page.getByRole('checkbox', { name: 'Rated' }).uncheck();
  await expect(line).toContainText('10 min + 5 s · casual');
  // Another game, with the same bot.
  await line.getByRole('button', { name: 'Custom' }).click();
  await expect(page.getByLabel('Bot name')).toBeFocused();
  await expect(page.getByLabel('Bot name')).toHaveValue(name);
  await line.getByRole('button', { name: 'Play' }).click();
  await expect(board(page)).toBeVisible();
  await expect(page.locator('[data-ring]')).toHaveCount(48);
  await expect(page.getByText(name).first()).toBeVisible();
  // It plays one game at a time.
  await page.goto('/lobby');
  await expect(line).toContainText('already playing as many games as it can');
  await expect(line.getByRole('button', { name: 'Play' })).toBeDisabled();
  socket.close();
  // The page reads the list again by itself.
  await expect(line).toHaveCount(0, { timeout: 60_000 });
});
