/** The rules and the protocol, in this thread: plain data and functions on it. They are loaded once. */
import { pause } from './pause';
import init, * as wasm from '../wasm/zertz_wasm.js';
import url from '../wasm/zertz_wasm_bg.wasm?url';
import type { Constants, GameData, RecordData, RulesData, StepData, View } from '../wasm/zertz_wasm.js';

// The bindings, but for `constants` and `viewOf`, which this module defines.
export * from '../wasm/zertz_wasm.js';

/** The current position, with the steps of an unfinished turn applied. */
export function viewOf(game: GameData, steps: StepData[] = []): View {
  return wasm.viewOf(game, steps);
}

/** The rules that people play unless they choose others. */
export function usualRules(): RulesData {
  return wasm.rules('standard', '37');
}

export function usualGame(acts: string[] = []): GameData {
  return { rules: usualRules(), acts };
}

/** A record of a game without variations and comments. */
export function recordOf(game: GameData, names: readonly string[] = []): RecordData {
  const tags = names.map((name, index): [string, string] => [`Player${index + 1}`, name]);
  return { game, tags, comment: '', turns: [], notes: [] };
}

/** The compiled module, which the engine's worker uses too. */
export let compiled: Promise<WebAssembly.Module> | undefined;

let ready: Promise<void> | undefined;

/** Loads the rules; resolves when they can be used. */
export function loadRules(): Promise<void> {
  compiled ??= WebAssembly.compileStreaming(fetch(url));
  ready ??= compiled.then(async (module) => {
    await pause();
    await init({ module_or_path: module });
    await pause();
    // Browsers compile a function when it is first called, so the first call is slow. It is made here, between two pauses.
    viewOf(usualGame());
    await pause();
  });
  return ready;
}

let known: Constants | undefined;

/** Lists and limits that are the same for all games. */
export function constants(): Constants {
  return (known ??= wasm.constants());
}
