/** What is proven: the map of first turns, the walk through the proof, the game against it, and the analysis. */
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, problems, stored } from './checks';
import { click, marked, prefer, ring, turns } from './table';

const result = (page: Page) => page.getByRole('status').filter({ hasText: /player 1|player 2|open/ });
const left = (page: Page) => page.getByText(/^Proven: .+ wins in at most \d+ turns?\.$/);
const replies = (page: Page) => page.getByRole('region', { name: 'Replies' }).getByRole('listitem').getByRole('button');

test.beforeEach(({ page }) => prefer(page, { motion: 'off', mute: true }));

test('the map says of every first turn whether it loses', async ({ page }) => {
  const errors = problems(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'What is proven about the first turn' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who wins on 37 rings?');
  await expect(marked(page, 'lost')).toHaveCount(24);
  await expect(marked(page, 'open')).toHaveCount(12);
  await expect(result(page)).toHaveText('Choose the ring on which player 1 places the first marble.');

  await page.getByRole('radio', { name: 'another edge ring' }).check();
  await expect(marked(page, 'lost')).toHaveCount(36);
  await expect(marked(page, 'open')).toHaveCount(0);
  await click(page, ring(page, 'd4'));
  await expect(result(page)).toHaveText('Wd4,a2: player 2 wins by force, in at most 25 turns.');
  await page.getByRole('radio', { name: 'a corner ring' }).check();
  await expect(result(page)).toHaveText('Wd4,a1: open. Nobody knows who wins.');
  await expect(ring(page, 'd4')).toHaveAccessibleName('d4, open');
  await expect(ring(page, 'a2')).toHaveAccessibleName('a2, player 2 wins');
  await expect(ring(page, 'd4')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: 'Walk through the proof' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'black' }).check();
  await expect(result(page)).toHaveText('Bd4,a1: open. Nobody knows who wins.');
  await expect(page.getByText('Open: b2, b3, c2, c3, c4, d3, d4, d5, e3, e4, e5, f3')).toBeVisible();
  await expect(page.getByText('First turns that lose: 39 of 63')).toBeVisible();
  // The choice is in the address.
  await page.reload();
  await expect(result(page)).toHaveText('Bd4,a1: open. Nobody knows who wins.');
  expect(errors).toEqual([]);
});

test('the page answers its question at once, and a phone reaches it from the header', async ({ page, isMobile }) => {
  await page.goto('/settings');
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: 'Menu' });
  const link = header.getByRole('link', { name: 'Theory' });
  if (isMobile) {
    await expect(link).toBeHidden();
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page, 'the menu');
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await menu.click();
  } else {
    await expect(menu).toBeHidden();
  }
  await link.click();
  await expect(page.getByText('After 147 of the 171 first turns, player 2 wins by force.')).toBeInViewport();
  if (isMobile) await expect(link).toBeHidden();
});

test('the proof can be reached and walked through with the keyboard alone @mouse', async ({ page }) => {
  await page.goto('/theory?removed=a2');
  await expect(marked(page, 'lost')).toHaveCount(36);
  const tabTo = async (name: RegExp) => {
    for (let n = 0; n < 30; n++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if (name.test((await focused.getAttribute('aria-label')) ?? (await focused.innerText()))) return;
    }
    throw new Error(`${name} cannot be reached`);
  };
  await tabTo(/^a1, player 2 wins$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(result(page)).toHaveText('Wb2,a2: player 2 wins by force, in at most 25 turns.');
  await tabTo(/^Walk through the proof$/);
  await page.keyboard.press('Enter');
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 24 turns.');
  await tabTo(/^x/);
  await page.keyboard.press('Enter');
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 22 turns.');
});

test('a walk through the proof ends with the win, whatever one replies', async ({ page }) => {
  const errors = problems(page);
  await page.goto('/theory?turn=Wd4,a2');
  await page.getByRole('link', { name: 'Walk through the proof' }).click();
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 24 turns.');

  // The list counts as the walk does.
  await expect(replies(page).first()).toContainText('at most 22 more turns');

  // One reply on the board, taken back, then the others from the list.
  const jumpers = marked(page, 'jumper');
  await click(page, jumpers.first());
  await click(page, marked(page, 'landing').first());
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 22 turns.');
  await page.getByRole('button', { name: 'Previous turn' }).click();
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 24 turns.');
  await page.getByRole('button', { name: 'Next turn' }).click();
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 22 turns.');

  for (let most = 22; most > 0; most -= 2) {
    await expect(left(page)).toHaveText(new RegExp(`at most ${most} turns`));
    // After a pause, player 1 may place a marble anywhere.
    if (most === 12) {
      await expect(replies(page)).toHaveCount(12);
      await expectAccessible(page, 'the walk');
      await page.getByRole('button', { name: /^Show all \d,\d{3}$/ }).click();
      await expect(replies(page).first()).toBeInViewport({ ratio: 1 });
      expect(await replies(page).count()).toBeGreaterThan(1000);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000);
      await page.getByRole('button', { name: 'Show fewer' }).click();
      await expect(replies(page)).toHaveCount(12);
    }
    if (most === 2) await expect(replies(page).first()).toContainText(/then \S+ wins$/);
    await replies(page).first().click();
    // The next reply is in view without scrolling, also on a phone.
    if (most > 2) await expect(replies(page).first()).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByTestId('status').filter({ hasText: 'Player 2 wins with white marbles' })).toBeVisible();
  await expect(left(page)).toHaveCount(0);
  await expect(page.getByText('This line of the proof ends here.')).toBeInViewport();
  // The list of turns has scrolled to the last one.
  const list = page.getByRole('group', { name: 'Turns' });
  const isShown = await list.evaluate((tree) => {
    const [box, turn] = [tree.parentElement!, tree.querySelector('[aria-current]')!].map((one) =>
      one.getBoundingClientRect(),
    );
    return box!.height < tree.scrollHeight && box!.top <= turn!.top && turn!.bottom <= box!.bottom;
  });
  expect(isShown).toBe(true);
  // A reload keeps the walk.
  await page.reload();
  await expect(page.getByText('This line of the proof ends here.')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 24 turns.');
  expect(errors).toEqual([]);
});

test('the board and the replies of a walk are in view together on a phone @touch', async ({ page }) => {
  await page.goto('/theory/walk?turns=Wd4,a2');
  await expect(replies(page).first()).toBeInViewport();
  await page.getByRole('link', { name: 'Back to the map' }).scrollIntoViewIfNeeded();
  await expect(ring(page, 'd4')).toBeInViewport();
});

test('a reply can be placed on the board of a phone without scrolling, also on its side @touch', async ({ page }) => {
  // After six replies, player 1 may place a marble anywhere.
  for (const size of [
    { width: 360, height: 740 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/theory/walk?turns=Wd4,a2');
    for (let most = 24; most > 12; most -= 2) {
      await expect(left(page)).toHaveText(new RegExp(`at most ${most} turns`));
      await replies(page).first().click();
    }
    await expect(left(page)).toHaveText(/at most 12 turns/);
    const marble = page.getByRole('button', { name: /^Black marble/ });
    await expect(marble).toBeInViewport({ ratio: 1 });
    await expect(ring(page, 'd1')).toBeInViewport();
    await click(page, ring(page, 'a1'));
    await expect(page.getByTestId('status').filter({ hasText: 'Choose the colour of the marble.' })).toBeVisible();
    await marble.click();
    await click(page, ring(page, 'd1'));
    await expect(left(page)).toHaveText(/at most 10 turns/);
    // The turns are in the address.
    await page.reload();
    await expect(left(page)).toHaveText(/at most 10 turns/);
  }
});

test('a reload keeps the walk when the start of the game is shown', async ({ page }) => {
  await page.goto('/theory/walk?turns=Wd4,a2');
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 24 turns.');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByTestId('status').filter({ hasText: 'The proof does not cover this position.' })).toBeVisible();
  await page.reload();
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 24 turns.');
});

test('the list of turns stays where it was scrolled while its turns are in view', async ({ page }) => {
  await page.goto('/theory/walk?turns=Wd4,a2');
  for (let most = 24; most > 0; most -= 2) {
    await expect(left(page)).toHaveText(new RegExp(`at most ${most} turns`));
    await replies(page).first().click();
  }
  await expect(page.getByText('This line of the proof ends here.')).toBeVisible();
  const list = page.getByRole('group', { name: 'Turns' });
  // The last turn in view from the top, of those after which the walk waits.
  const place = await list.evaluate((tree) => {
    const box = tree.parentElement!;
    box.scrollTop = 0;
    const { bottom } = box.getBoundingClientRect();
    const shown = [...tree.querySelectorAll('button')].filter((one) => one.getBoundingClientRect().bottom <= bottom);
    return (shown.length - 1) & ~1;
  });
  const turn = list.getByRole('button').nth(place);
  await turn.click();
  await expect(turn).toHaveAttribute('aria-current', 'step');
  expect(await list.evaluate((tree) => tree.parentElement!.scrollTop)).toBe(0);
});

test('another proof in the history is another walk', async ({ page }) => {
  await page.goto('/theory/walk?turns=Wd4,a2');
  await expect(page.getByRole('button', { name: 'Wd4,a2' })).toBeVisible();
  await page.evaluate(() => {
    history.pushState(null, '', '/theory/walk?turns=Bb2,a2');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('button', { name: 'Bb2,a2' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Wd4,a2' })).toBeVisible();
});

test('a position that is not proven has no walk', async ({ page }) => {
  for (const query of ['?turns=Wd4,a1', '?turns=nonsense', '']) {
    await page.goto(`/theory/walk${query}`);
    await expect(page.getByText('The proof does not cover this position.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to the map' }).click();
  await expect(marked(page, 'lost')).toHaveCount(24);
});

test('the computer plays the proven turns at once, and the game says so', async ({ page }) => {
  const errors = problems(page);
  await page.goto('/theory?turn=Wd4,a2');
  await page.getByRole('button', { name: 'Play against the proof' }).click();
  const status = page.getByTestId('status').filter({ hasText: 'Proven' });
  for (const most of [24, 22, 20]) {
    await expect(status).toContainText(`Proven: Computer (proof) wins in at most ${most} turns.`);
    // A capture of one jump or more; the last step may already have ended the turn.
    const jumpers = marked(page, 'jumper');
    if (await jumpers.count()) await click(page, jumpers.first());
    await click(page, marked(page, 'landing').first());
  }
  await expect(turns(page)).toHaveCount(8);
  expect(errors).toEqual([]);
});

test('the analysis says what is proven, and loads the proof only for that', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const certificates = () => asked.filter((path) => /^\/assets\/37-.*\.txt$/.test(path));
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/analyse?board=37');
  await expect(marked(page, 'place').first()).toBeVisible();
  expect(certificates()).toEqual([]);

  await page.goto('/analyse?board=37&turns=Wd4,g2');
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 25 turns.');
  expect(certificates()).toHaveLength(1);
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '0');
  // The proven turn is offered.
  await page
    .getByRole('region', { name: 'Engine' })
    .getByRole('button', { name: /^[WGB]\w\d,\w\d$/ })
    .click();
  await expect(left(page)).toHaveText('Proven: Player 2 wins in at most 24 turns.');
  await expectAccessible(page, 'a proven position');
  // The review marks nothing by the proof, and says so.
  await page.goto('/analyse?board=37&turns=Wd4,g2&review=1');
  await expect(page.getByText('Turns that lose only according to the opening proof are not marked.')).toBeVisible();
  await page.goto('/analyse?board=37&turns=Wd4,a1');
  await expect(turns(page).or(page.getByRole('button', { name: 'Wd4,a1' }))).toBeVisible();
  await expect(left(page)).toHaveCount(0);
});

test('the analysis finds a forced win that can be played through, and the turns that do not lose', async ({ page }) => {
  const errors = problems(page);
  const engine = page.getByRole('region', { name: 'Engine' });
  await page.goto('/analyse?board=37&turns=Wd4,a2');
  await engine.getByRole('button', { name: 'Find a forced win' }).click();
  // What is proven is said once.
  const said = engine.getByRole('status').filter({ hasText: 'Proven' });
  await expect(said).toHaveText('Proven: Player 2 wins in at most 25 turns.');
  const line = engine.getByRole('list', { name: 'Winning variation' }).getByRole('button');
  await expect(line).toHaveCount(25);
  await expectAccessible(page, 'a forced win');
  await line.nth(1).click();
  await expect(line).toHaveCount(23);
  await expect(said).toHaveText('Proven: Player 2 wins in at most 23 turns.');
  // The loser need not search.
  await page.goto('/analyse?board=37&turns=Wd4,a2');
  await engine.getByRole('button', { name: /^[WGB]\w\d,\w\d$/ }).click();
  await expect(said).toHaveText('Proven: Player 2 wins in at most 24 turns.');
  await engine.getByRole('button', { name: 'Find a forced win' }).click();
  await expect(engine.getByText('Player 1 has no forced win: the opponent has one.')).toBeVisible();

  // Which first turns do not lose?
  await page.goto('/analyse?board=37');
  await engine.getByRole('button', { name: 'Find defences' }).click();
  await expect(engine.getByText(/^Turns after which Player 2 wins by force: 147 of 171\./)).toBeVisible();
  const open = engine.getByRole('list', { name: 'Turns that are not known to lose' }).getByRole('button');
  await expect(open).toHaveCount(24);
  // The next question can be stopped.
  await open.first().click();
  await engine.getByRole('button', { name: 'Find defences' }).click();
  await expect(engine.getByRole('progressbar')).toBeVisible();
  await expect(engine.getByRole('button', { name: 'Stop' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(engine.getByRole('progressbar')).toHaveCount(0);
  await expect(engine.getByRole('button', { name: 'Find defences' })).toBeFocused();
  await engine.getByRole('button', { name: 'Find a forced win' }).click();
  await expect(engine.getByText(/No forced win for Player 2 was found within 1,000,000 nodes/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('the theory page works without a network', async ({ page, context }) => {
  await page.goto('/');
  await stored(page);
  await context.setOffline(true);
  await page.goto('/theory?turn=Gb3,a2');
  await expect(result(page)).toHaveText('Gb3,a2: player 2 wins by force, in at most 25 turns.');
  // A review needs the proof, too.
  await page.goto('/analyse?board=37&turns=Gb3,a2&review=1');
  await expect(page.getByText('Turns that lose only according to the opening proof are not marked.')).toBeVisible();
});
