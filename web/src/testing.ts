/** For tests: loads the real rules, without a browser. */
import { readFileSync } from 'node:fs';
import { initSync } from './wasm/zertz_wasm.js';

export function loadRulesForTests(): void {
  // Tests run in the app's folder.
  initSync({ module: readFileSync('src/wasm/zertz_wasm_bg.wasm') });
}
