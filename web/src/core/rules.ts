/**
 * The rules, in this thread. They are loaded once; every call after that returns at once.
 *
 * This is all that the app knows of the game: plain data, and functions on it.
 */
import { pause } from './pause';
import init, * as wasm from '../wasm/zertz_wasm.js';
import url from '../wasm/zertz_wasm_bg.wasm?url';
import type { Constants, Problem } from '../wasm/zertz_wasm.js';

export {
  applyUpdate,
  canonicalTurn,
  picture,
  premoveGame,
  presetOf,
  read,
  rules,
  rulesFromQuery,
  rulesToQuery,
  shape,
  turnRings,
  viewOf,
  write,
  zip,
} from '../wasm/zertz_wasm.js';
export type {
  Beat,
  Choices,
  Colour,
  GameData,
  JumpView,
  Motion,
  OutcomeView,
  PlayedTurn,
  Place,
  PlayerView,
  Preset,
  RecordData,
  Review,
  RingView,
  RulesData,
  SearchRequest,
  Shape,
  Spot,
  StepKind,
  Touched,
  TreeTurn,
  TurnReview,
  Problem,
  Variation,
  View,
} from '../wasm/zertz_wasm.js';

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
    wasm.viewOf({ rules: wasm.rules('standard', '37'), acts: [] }, []);
    await pause();
  });
  return ready;
}

let known: Constants | undefined;

/** Lists and limits that are the same for all games. */
export function constants(): Constants {
  return (known ??= wasm.constants());
}

/** The error as a problem that the rules reported, if it is one. */
export function asProblem(error: unknown): Problem | undefined {
  const known = typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
  return known ? (error as Problem) : undefined;
}
