/**
 * Measures how soon the page responds to clicks while the engine searches: `node scripts/clicks.mjs ADDRESS`, where ADDRESS serves the app.
 * Prints the median and the worst time in milliseconds. `cargo xtask web-bench` judges them.
 */
import { answered } from './answered.mjs';
import { launch } from './browser.mjs';

const CLICKS = 15;

const browser = await launch();
try {
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.addInitScript(() => localStorage.setItem('zertz.settings', JSON.stringify({ motion: 'off', mute: true })));
  await page.goto(`${process.argv[2]}/analyse?board=37`);
  await page.getByRole('checkbox', { name: 'Engine' }).check();
  await page.getByText(/Depth \d+/).waitFor();
  const times = [];
  for (let i = 0; i < CLICKS; i++) {
    const button = page.getByRole('button', {
      name: new RegExp(`^${['White', 'Grey', 'Black'][i % 3]} marble, \\d+ left`),
    });
    times.push(await button.evaluate(answered));
    if ((await button.getAttribute('aria-pressed')) !== 'true') throw new Error('the click was lost');
    // A person's clicks are about this far apart. Some coincide with a report of the engine.
    await page.waitForTimeout(130);
  }
  times.sort((a, b) => a - b);
  console.log(`median ${Math.round(times[(CLICKS - 1) / 2])}`);
  console.log(`worst ${Math.round(times[CLICKS - 1])}`);
} finally {
  await browser.close();
}
