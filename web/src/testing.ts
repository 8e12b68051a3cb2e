/** The set-up of all tests: loads the real rules, without a browser or a network. */
import { readFileSync } from 'node:fs';
import { initSync } from './wasm/zertz_wasm.js';

// Tests run in the app's folder.
initSync({ module: readFileSync('src/wasm/zertz_wasm_bg.wasm') });

globalThis.fetch = () => Promise.reject(new Error('tests have no network'));
