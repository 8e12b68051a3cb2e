/**
 * Runs Lighthouse on pages of the app: `node scripts/lighthouse.mjs FOLDER ADDRESS…`, where FOLDER has Lighthouse installed. Tests each page as
 * a phone and as a desktop, several times, because single runs vary. `cargo xtask lighthouse` installs and starts what is needed.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LEAST = 95;
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const [folder, ...addresses] = process.argv.slice(2);
const require = createRequire(join(folder, 'node_modules', 'here.js'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const { default: lighthouse, desktopConfig } = await load('lighthouse');
const { launch } = await load('chrome-launcher');

const chrome = await launch({
  chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
const poor = [];
try {
  for (const address of addresses) {
    for (const [device, config] of [
      ['phone', undefined],
      ['desktop', desktopConfig],
    ]) {
      const flags = { port: chrome.port, onlyCategories: CATEGORIES, output: 'json', logLevel: 'error' };
      const runs = [];
      for (let tries = 0; runs.length < RUNS && tries < 2 * RUNS; tries++) {
        const { lhr } = await lighthouse(address, flags, config);
        // Sometimes the trace of the browser is incomplete.
        if (lhr.runtimeError) console.log(`  runs again: ${lhr.runtimeError.message}`);
        else runs.push(lhr);
      }
      if (runs.length < RUNS) throw new Error(`Lighthouse cannot test ${address}.`);
      const speed = (lhr) => lhr.categories.performance.score ?? 0;
      runs.sort((a, b) => speed(a) - speed(b));
      const lhr = runs[(RUNS - 1) / 2];
      const path = new URL(address).pathname;
      const scores = CATEGORIES.map((name) => [name, Math.round(100 * (lhr.categories[name].score ?? 0))]);
      const all = runs.map((run) => Math.round(100 * speed(run))).join(' ');
      console.log(
        `${path} on a ${device}: ${scores.map(([name, score]) => `${name} ${score}`).join(', ')} (performance of each run: ${all})`,
      );
      for (const [name, score] of scores.filter(([, score]) => score < LEAST)) {
        poor.push(`${path} on a ${device} has ${score} of 100 for ${name}`);
        for (const { id } of lhr.categories[name].auditRefs.filter((ref) => ref.weight > 0)) {
          const audit = lhr.audits[id];
          if (audit.score !== null && audit.score < 0.9) console.log(`  ${audit.title} ${audit.displayValue ?? ''}`);
        }
      }
    }
  }
} finally {
  chrome.kill();
}
if (poor.length > 0) {
  console.error(`At least ${LEAST} is wanted: ${poor.join('; ')}.`);
  process.exitCode = 1;
}
