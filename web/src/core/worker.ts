/** The engine's worker. It handles one request at a time; the page ends the worker to stop a search. */
import init, {
  provideProof,
  review,
  Searcher,
  wantsProof,
  type GameData,
  type SearchRequest,
} from '../wasm/zertz_engine.js';
import { fetchCertificate } from './certificate';
import { once } from './once';

export type ToWorker =
  { module: WebAssembly.Module; megabytes: number; seed: number } | { request: SearchRequest } | { review: GameData };

let started: Promise<Searcher> | undefined;

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if ('module' in message) {
    const { module, megabytes, seed } = message;
    started = init({ module_or_path: module }).then(() => new Searcher(megabytes, seed));
  } else {
    void started?.then((searcher) => answer(searcher, message));
  }
});

const loadProof = once(async () => provideProof(await fetchCertificate()));

async function answer(searcher: Searcher, message: { request: SearchRequest } | { review: GameData }): Promise<void> {
  try {
    // Without the proof, the engine only searches.
    if ('request' in message && wantsProof(message.request)) await loadProof().catch(() => {});
    const result =
      'request' in message
        ? searcher.search(message.request, (report: unknown) => postMessage({ report }))
        : review(message.review, undefined, (report: unknown) => postMessage({ report }));
    postMessage({ result });
  } catch (problem) {
    postMessage({ problem: problem instanceof Error ? { code: 'engine', message: problem.message } : problem });
  }
}
