/** The rules and the protocol, in this thread: plain data and functions on it. They are loaded once. */
import { once } from './once';
import { pause } from './pause';
import init, * as wasm from '../wasm/zertz_rules.js';
import url from '../wasm/zertz_rules_bg.wasm?url';
import type { Constants, GameData, RulesData, StepData, View } from '../wasm/zertz_rules.js';
import type { RecordData } from '../wasm/zertz_extras.js';

// The bindings, but for `constants`, `viewOf` and `Problem`, which this module defines.
export * from '../wasm/zertz_rules.js';
// The data of the other modules.
export type {
  FirstTurn,
  FirstTurnRing,
  FirstTurns,
  MarkData,
  ProofReply,
  Proven,
  RecordData,
  Removal,
  TreeTurn,
} from '../wasm/zertz_extras.js';
export type {
  DefenceData,
  GameReport,
  SearchRequest,
  Solved,
  SolveRequest,
  TurnReport,
  Variation,
} from '../wasm/zertz_engine.js';

/** The code of a problem; the last ones are the page's own. */
export type ProblemCode = wasm.Code | 'empty' | 'no-fit' | 'offline' | 'other';

/** What is wrong with an input, or why a request was refused. */
export type Problem = Omit<wasm.Problem, 'code'> & { code: ProblemCode };

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

/** Loads the rules; resolves when they can be used. */
export const loadRules = once(async () => {
  const module = await WebAssembly.compileStreaming(fetch(url));
  await pause();
  await init({ module_or_path: module });
  await pause();
  // Browsers compile a function when it is first called, so the first call is slow. It is made here, between two pauses.
  viewOf(usualGame());
  await pause();
});

let known: Constants | undefined;

/** Lists and limits that are the same for all games. */
export function constants(): Constants {
  return (known ??= wasm.constants());
}
