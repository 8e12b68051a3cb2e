/** The analysis: marks on the board, and links that keep a whole study. */
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectTouchable } from './checks';
import { prefer, ring, type Touch } from './table';

const GAME = '/analyse?board=37&turns=Wd4,d1_Gd5,a1_xd5Wd3&at=1&player1=Ann&player2=Bob';

test.beforeEach(async ({ page }) => {
  await prefer(page, { motion: 'off', mute: true });
});

const drawn = (page: Page) => page.locator('.zb-table .zb-drawing');
const pen = (page: Page) => page.getByRole('button', { name: 'Draw marks' });
const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Draw marks' }).getByRole('button', { name, exact: true });

async function middle(page: Page, name: string): Promise<[number, number]> {
  const { x, y, width, height } = (await ring(page, name).boundingBox())!;
  return [x + width / 2, y + height / 2];
}

async function drag(page: Page, from: string, to: string, button: 'left' | 'right'): Promise<void> {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await middle(page, to)), { steps: 3 });
  await page.mouse.up({ button });
}

const tap: Touch = async (page, place) => {
  const { x, y, width, height } = (await place.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
};

test('marks are drawn with the right button, belong to their position, and survive a reload and a link @mouse', async ({
  page,
  browser,
}) => {
  await page.goto(GAME);
  await drag(page, 'b2', 'e5', 'right');
  await drag(page, 'c3', 'c3', 'right');
  await expect(drawn(page)).toHaveCount(2);
  await expect(ring(page, 'b2')).toHaveAccessibleName(/, arrow from b2 to e5 \(blue\)$/);
  await expect(ring(page, 'c3')).toHaveAccessibleName(/, circle on c3 \(blue\)$/);
  await page.getByLabel('Comment').fill('The plan');
  await page.getByRole('button', { name: 'Next turn' }).click();
  await expect(drawn(page)).toHaveCount(0);
  await page.keyboard.press(',');
  await expect(drawn(page)).toHaveCount(2);
  await page.reload();
  await expect(drawn(page)).toHaveCount(2);

  // A variation, with its own mark.
  await page.getByRole('button', { name: 'Type a turn' }).click();
  await page.keyboard.type('Bd6,a1');
  await page.keyboard.press('Enter');
  await drag(page, 'd6', 'd6', 'right');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to this game').inputValue();

  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await other.goto(link);
  await expect(other.getByRole('button', { name: 'Bd6,a1' })).toHaveAttribute('aria-current', 'step');
  await expect(ring(other, 'd6')).toHaveAccessibleName(/^d6, black marble.*, circle on d6 \(blue\)$/);
  await expect(other.getByRole('region', { name: 'Ann' })).toBeVisible();
  await expect(other.getByText('The plan')).toBeVisible();
  await other.keyboard.press(',');
  await expect(drawn(other)).toHaveCount(2);
  await other.close();
});

test('the pen draws by key, and says what it drew @mouse', async ({ page }) => {
  await page.goto(GAME);
  await ring(page, 'd4').focus();
  await page.keyboard.press('d');
  await expect(pen(page)).toHaveAttribute('aria-pressed', 'true');
  await tool(page, 'orange').click();
  await ring(page, 'd4').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[aria-live]')).toContainText('Drawn: circle on d4 (orange)');
  await expect(ring(page, 'd4')).toHaveAccessibleName('d4, white marble, circle on d4 (orange)');
  await tool(page, 'Arrow').click();
  await ring(page, 'd4').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(ring(page, 'd5')).toHaveAccessibleName('d5, vacant, arrow from d4 to d5 (orange)');
  await expectAccessible(page, 'pen');
  await page.keyboard.press('Escape');
  await expect(pen(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(drawn(page)).toHaveCount(2);
});

test('the pen draws by finger; marks are undone and cleared @touch', async ({ page }) => {
  await page.goto(GAME);
  await pen(page).tap();
  await expectTouchable(page, 'pen');
  await tap(page, ring(page, 'd6'));
  await tool(page, 'yellow').tap();
  await tool(page, 'Arrow').tap();
  await tap(page, ring(page, 'b2'));
  await tap(page, ring(page, 'e5'));
  await expect(drawn(page)).toHaveCount(2);
  await tool(page, 'Clear marks').tap();
  await expect(drawn(page)).toHaveCount(0);
  await tool(page, 'Undo mark').tap();
  await expect(drawn(page)).toHaveCount(2);
  await tool(page, 'Undo mark').tap();
  await expect(drawn(page)).toHaveCount(1);
  await tool(page, 'Done').tap();
  // A tap plays again, and erases nothing.
  await tap(page, ring(page, 'e3'));
  await expect(ring(page, 'e3')).toHaveAttribute('data-marks', /selected/);
  await expect(drawn(page)).toHaveCount(1);
});

test('a setting is seen on the board beside it at once', async ({ page }) => {
  await page.goto('/settings');
  const ringColour = () =>
    page.locator('.zb-table').evaluate((table) => getComputedStyle(table).getPropertyValue('--ring-light'));
  const marble = () =>
    page.locator('.zb-table').evaluate((table) => getComputedStyle(table).getPropertyValue('--ball-G-body'));
  const before = [await ringColour(), await marble()];
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('Paper');
  await page.getByRole('combobox', { name: 'Marbles', exact: true }).selectOption('Tinted');
  expect(await ringColour()).not.toBe(before[0]);
  expect(await marble()).not.toBe(before[1]);
  await page.getByLabel('Marble markings').selectOption('Letters');
  await expect(page.locator('.zb-letter').first()).toBeVisible();
  const at = () => ring(page, 'd7').boundingBox();
  const place = await at();
  await page.getByLabel('Rotate board').selectOption('60°');
  expect(await at()).not.toEqual(place);
  await page.getByLabel('Coordinates').uncheck();
  await expect(page.locator('.zb-names text')).toHaveCount(0);
  await page.getByLabel('Animation').selectOption('Normal');
  await page.getByRole('button', { name: 'Play a turn' }).click();
  await expect(page.locator('.zb-piece').first()).toBeAttached();
  await page.reload();
  expect(await ringColour()).toBe('#f4f4f4');
  await page.getByRole('combobox', { name: 'Marbles', exact: true }).selectOption('Same as board');
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('Same as theme');
  expect([await ringColour(), await marble()]).toEqual(before);
});
