/**
 * Runs the engine's benchmark in a browser: `node scripts/bench.mjs ADDRESS`, where ADDRESS serves the WebAssembly module. Prints the same as
 * `zertz bench`. `cargo xtask web-bench` runs both.
 */
import { launch } from './browser.mjs';

const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(process.argv[2]);
  const [nodes, milliseconds] = await page.evaluate(async () => {
    const rules = await import('/zertz_wasm.js');
    await rules.default({ module_or_path: fetch('/zertz_wasm_bg.wasm') });
    // The first run makes the browser compile the hot code again with optimisations.
    rules.bench();
    return [...rules.bench()];
  });
  console.log(`nodes ${nodes}`);
  console.log(`nps ${Math.round((1000 * nodes) / milliseconds)}`);
} finally {
  await browser.close();
}
