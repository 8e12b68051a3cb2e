/** The set-up of all tests: loads the real rules, without a browser. */
import { readFileSync } from 'node:fs';
import { initSync } from './wasm/zertz_wasm.js';

// Tests run in the app's folder.
initSync({ module: readFileSync('src/wasm/zertz_wasm_bg.wasm') });
