/** For tests: the real rules, without a browser. */
import { readFileSync } from 'node:fs';
import { initSync } from './wasm/zertz_wasm.js';

export function loadRulesForTests(): void {
  // Tests are run in the folder of the app.
  initSync({ module: readFileSync('src/wasm/zertz_wasm_bg.wasm') });
}
