/**
 * Measures how long a new player waits until the app accepts the first taps of a game: `node scripts/first-tap.mjs RUNS ADDRESS…`. Each address
 * serves a build of the app; runs alternate between them. Each run is a phone with a slow processor, a slow network and an empty cache that
 * opens a first game against the computer, and taps a marble of the pool and then a ring, again and again until the app accepts both.
 * Prints the times of each address in milliseconds, sorted: when the first marble was picked up, and when it was placed. `cargo xtask first-tap`
 * starts the servers.
 */
import { devices } from '@playwright/test';
import { launch } from './browser.mjs';

/** Like Lighthouse's phone with slow 4G. Throughput is in bytes per second. */
const SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** A run that takes longer has failed. In milliseconds. */
const PATIENCE = 60_000;

/** Without animations, which would count as waiting. */
const SETTINGS = { motion: 'off', mute: true };

/** Notes when something can first be seen on the page, in milliseconds since the navigation began. Runs in the page. */
function watch() {
  const seen = (globalThis.firstTap = {});
  const SIGNS = { picked: '.pool [aria-pressed=true]', placed: '[data-ring][data-marks~=remove]' };
  new MutationObserver(() => {
    for (const [name, sign] of Object.entries(SIGNS)) {
      if (document.querySelector(sign)) seen[name] ??= performance.now();
    }
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/**
 * What was seen, and the place to tap next: a marble of the pool or, when one is picked up, a ring. There is none at first. Runs in the page.
 */
function look() {
  const picked = document.querySelector('.pool [aria-pressed=true]');
  const element = picked
    ? document.querySelector('[data-ring][data-marks~=place]')
    : document.querySelector('.pool button[aria-disabled=false]');
  const box = element?.getBoundingClientRect();
  return { ...globalThis.firstTap, place: box && { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}

async function measure(browser, address) {
  const context = await browser.newContext({ ...devices['Moto G4'], locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript((settings) => localStorage.setItem('zertz.settings', JSON.stringify(settings)), SETTINGS);
    await page.addInitScript(watch);
    await page.goto(`${address}/game/new`, { waitUntil: 'commit' });
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      const { picked, placed, place } = await page.evaluate(look);
      if (placed !== undefined) return { picked, placed };
      if (place) {
        // Without waiting in between, as that would count too.
        const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
        await Promise.all([touch('touchStart', [place]), touch('touchEnd', [])]);
      } else await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${address} accepts no taps`);
  } finally {
    await context.close();
  }
}

const [count, ...addresses] = process.argv.slice(2);
const times = addresses.map(() => []);
const browser = await launch();
try {
  for (let run = 0; run < Number(count); run++) {
    for (const [index, address] of addresses.entries()) times[index].push(await measure(browser, address));
  }
} finally {
  await browser.close();
}
for (const runs of times) {
  for (const name of ['picked', 'placed']) {
    const sorted = runs.map((run) => Math.round(run[name])).sort((a, b) => a - b);
    console.log(`${name} ${sorted.join(' ')}`);
  }
}
