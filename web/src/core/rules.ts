/**
 * The rules, in this thread. Loaded once; every question after that is answered at once.
 *
 * What is exported here is all that the app knows of the game: data, and questions about data.
 */
import { pause } from './pause';
import init, * as wasm from '../wasm/zertz_wasm.js';
import url from '../wasm/zertz_wasm_bg.wasm?url';
import type { Trouble } from '../wasm/zertz_wasm.js';

export { look, picture, read, rules, shape, spell, write, zip } from '../wasm/zertz_wasm.js';
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
  Question,
  RecordData,
  RingView,
  RulesData,
  Shape,
  Spot,
  Thought,
  Touched,
  TreeTurn,
  Trouble,
  View,
} from '../wasm/zertz_wasm.js';

/** The compiled program, which the engine's worker uses too. */
export let compiled: Promise<WebAssembly.Module> | undefined;

let ready: Promise<void> | undefined;

/** Resolves when the rules can be asked. */
export function loadRules(): Promise<void> {
  compiled ??= WebAssembly.compileStreaming(fetch(url));
  ready ??= compiled.then(async (module) => {
    await pause();
    await init({ module_or_path: module });
    await pause();
    // Browsers compile what is called first. So the first answer takes long, and has a moment of its own.
    wasm.look({ rules: wasm.rules('standard', '37'), acts: [] }, []);
    await pause();
  });
  return ready;
}

/** What was thrown, if it is something that the rules complain about. */
export function asTrouble(error: unknown): Trouble | undefined {
  const known = typeof error === 'object' && error !== null && 'code' in error && 'sentence' in error;
  return known ? (error as Trouble) : undefined;
}

export const COLOURS = ['W', 'G', 'B'] as const satisfies readonly wasm.Colour[];
