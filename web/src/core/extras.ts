/** What only some pages need: records, opening proofs, and updates of games on the server. They are loaded once. */
import { once } from './once';
import init from '../wasm/zertz_extras.js';
import url from '../wasm/zertz_extras_bg.wasm?url';

export * from '../wasm/zertz_extras.js';

/** Resolves when they can be used. */
export const loadExtras = once(async () => {
  await init({ module_or_path: await WebAssembly.compileStreaming(fetch(url)) });
});
