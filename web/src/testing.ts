/** The set-up of all tests: loads the real modules, without a browser or a network. */
import { readFileSync } from 'node:fs';
import { initSync as initEngine } from './wasm/zertz_engine.js';
import { initSync as initExtras } from './wasm/zertz_extras.js';
import { initSync as initRules } from './wasm/zertz_rules.js';

// Tests run in the app's folder.
initRules({ module: readFileSync('src/wasm/zertz_rules_bg.wasm') });
initExtras({ module: readFileSync('src/wasm/zertz_extras_bg.wasm') });
initEngine({ module: readFileSync('src/wasm/zertz_engine_bg.wasm') });

globalThis.fetch = () => Promise.reject(new Error('tests have no network'));
