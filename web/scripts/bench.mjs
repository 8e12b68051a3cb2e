/**
 * Runs the engine's benchmark in a browser: `node scripts/bench.mjs ADDRESS`, where ADDRESS serves the engine’s WebAssembly module. Prints the same as
 * `zertz bench`. `cargo xtask web-bench` runs both.
 */
import { launch } from './browser.mjs';

const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(process.argv[2]);
  const [nodes, milliseconds] = await page.evaluate(async () => {
    const engine = await import('/zertz_engine.js');
    await engine.default({ module_or_path: fetch('/zertz_engine_bg.wasm') });
    // The first run makes the browser compile the hot code again with optimisations.
    engine.bench();
    return [...engine.bench()];
  });
  console.log(`nodes ${nodes}`);
  console.log(`nps ${Math.round((1000 * nodes) / milliseconds)}`);
} finally {
  await browser.close();
}
