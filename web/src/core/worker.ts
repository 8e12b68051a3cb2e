/** The engine's worker. It handles one request at a time; the page ends the worker to stop a search. */
import init, {
  mayBeProven,
  provideProof,
  review,
  Searcher,
  wantsProof,
  type GameData,
  type SearchRequest,
  type SolveRequest,
} from '../wasm/zertz_engine.js';
import { fetchCertificate } from './certificate';
import { once } from './once';

type Task = { request: SearchRequest } | { review: GameData } | { prove: SolveRequest } | { defend: SolveRequest };

export type ToWorker = { module: WebAssembly.Module; megabytes: number; seed: number } | Task;

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

/** Loads the opening proof if it may help. */
async function prepare(task: Task): Promise<void> {
  if ('review' in task) {
    // A review must be the same everywhere. The proof may cover its first turns.
    if (mayBeProven({ ...task.review, acts: [] })) await loadProof();
    return;
  }
  const wanted =
    'request' in task ? wantsProof(task.request) : mayBeProven('prove' in task ? task.prove.game : task.defend.game);
  // Without the proof, the engine only searches.
  if (wanted) await loadProof().catch(() => {});
}

function perform(searcher: Searcher, task: Task): unknown {
  const report = (report: unknown) => postMessage({ report });
  if ('request' in task) return searcher.search(task.request, report);
  if ('prove' in task) return searcher.prove(task.prove, report);
  if ('defend' in task) return searcher.defend(task.defend, report);
  return review(task.review, undefined, report);
}

async function answer(searcher: Searcher, task: Task): Promise<void> {
  try {
    await prepare(task);
    postMessage({ result: perform(searcher, task) });
  } catch (problem) {
    postMessage({ problem: problem instanceof Error ? { code: 'engine', message: problem.message } : problem });
  }
}
