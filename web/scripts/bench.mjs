/**
 * The engine's fixed work in a browser: `node scripts/bench.mjs ADDRESS`, where the module of the rules is at the address. Prints as `zertz bench`
 * does. `cargo xtask web-bench` runs both.
 */
import { launch } from './browser.mjs';

const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(process.argv[2]);
  const [nodes, milliseconds] = await page.evaluate(async () => {
    const rules = await import('/zertz_wasm.js');
    await rules.default({ module_or_path: fetch('/zertz_wasm_bg.wasm') });
    // Browsers compile in a hurry first, and well what turns out to be worth it.
    rules.bench();
    return [...rules.bench()];
  });
  console.log(`nodes ${nodes}`);
  console.log(`nps ${Math.round((1000 * nodes) / milliseconds)}`);
} finally {
  await browser.close();
}
