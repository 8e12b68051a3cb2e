/** The engine's worker. It handles one request at a time; the page ends the worker to stop a search. */
import init, {
  constants,
  provideProof,
  review,
  Searcher,
  type GameData,
  type SearchRequest,
} from '../wasm/zertz_wasm.js';
import { fetchCertificate, mayBeProven } from './certificate';

export type ToWorker =
  { module: WebAssembly.Module; megabytes: number; seed: number } | { request: SearchRequest } | { review: GameData };

let started: Promise<Searcher> | undefined;

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if ('module' in message) {
    const { module, megabytes, seed } = message;
    started = init({ module_or_path: module }).then(() => new Searcher(megabytes, seed));
  } else {
    void started?.then(async (searcher) => {
      if ('request' in message) await prepare(message.request);
      answer(searcher, message);
    });
  }
});

let prepared: Promise<void> | undefined;

/** At full strength the engine knows the proof of openings. If it cannot be loaded, the engine only searches. */
async function prepare({ game, level }: SearchRequest): Promise<void> {
  if (level < constants().limits.engineLevel.max || !mayBeProven(game)) return;
  prepared ??= fetchCertificate()
    .then(provideProof)
    .catch(() => {});
  await prepared;
}

function answer(searcher: Searcher, message: { request: SearchRequest } | { review: GameData }): void {
  try {
    const result =
      'request' in message
        ? searcher.search(message.request, (report: unknown) => postMessage({ report }))
        : review(message.review, undefined, (report: unknown) => postMessage({ report }));
    postMessage({ result });
  } catch (problem) {
    postMessage({ problem: problem instanceof Error ? { code: 'engine', message: problem.message } : problem });
  }
}
