/** The engine's worker. It handles one request at a time; the page ends the worker to stop a search. */
import init, { Searcher, type SearchRequest } from '../wasm/zertz_wasm.js';

export type ToWorker = { module: WebAssembly.Module; megabytes: number; seed: number } | { request: SearchRequest };

let started: Promise<Searcher> | undefined;

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if ('module' in message) {
    const { module, megabytes, seed } = message;
    started = init({ module_or_path: module }).then(() => new Searcher(megabytes, seed));
  } else {
    void started?.then((searcher) => search(searcher, message.request));
  }
});

function search(searcher: Searcher, request: SearchRequest): void {
  try {
    const best = searcher.search(request, (variation: unknown) => postMessage({ variation }));
    postMessage({ best });
  } catch (problem) {
    postMessage({ problem: problem instanceof Error ? { code: 'engine', message: problem.message } : problem });
  }
}
