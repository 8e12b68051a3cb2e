/** The engine, as the page sees it: start a search, receive variations as they are found, get the result, or stop. */
import { once } from './once';
import type {
  DefenceData,
  GameData,
  GameReport,
  Problem,
  SearchRequest,
  Solved,
  SolveRequest,
  Variation,
} from './rules';
import type { ToWorker } from './worker';
import url from '../wasm/zertz_engine_bg.wasm?url';

type FromWorker<Report, Result> = { report: Report } | { result: Result } | { problem: Problem };

/** Loads the engine. It is compiled once, for all workers. */
export const loadEngine = once(() => WebAssembly.compileStreaming(fetch(url)));

/** Thrown to the caller of a search that was stopped. */
export class Stopped extends Error {}

/** An engine with its own worker and hash table. It runs one search at a time; a new search stops the previous one. */
export class Engine {
  #worker: Worker | undefined;
  #reject: ((reason: unknown) => void) | undefined;
  readonly #megabytes: number;

  constructor(megabytes = 32) {
    this.#megabytes = megabytes;
  }

  async #start(): Promise<Worker> {
    const module = await loadEngine();
    if (!this.#worker) {
      this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.#send({ module, megabytes: this.#megabytes, seed: Math.random() });
    }
    return this.#worker;
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  search(request: SearchRequest, report: (variation: Variation) => void = () => {}): Promise<Variation> {
    return this.#run({ request }, report);
  }

  /** Reviews a game. `progress` receives the share that is done, from 0 to 1. */
  review(game: GameData, progress: (share: number) => void): Promise<GameReport> {
    return this.#run({ review: game }, progress);
  }

  /** Whether the player to move wins by force. `progress` receives the share of the nodes that is searched, from 0 to 1. */
  prove(request: SolveRequest, progress: (share: number) => void): Promise<Solved> {
    return this.#run({ prove: request }, progress);
  }

  /** Which turns of the player to move lose by force. `report` receives each turn. */
  defend(request: SolveRequest, report: (defence: DefenceData) => void): Promise<void> {
    return this.#run({ defend: request }, report);
  }

  async #run<Report, Result>(message: ToWorker, report: (report: Report) => void): Promise<Result> {
    this.stop();
    let reject: (reason: unknown) => void = () => {};
    const stopped = new Promise<never>((_, no) => (reject = no));
    this.#reject = reject;
    const answer = (async () => {
      const worker = await this.#start();
      if (this.#reject !== reject) throw new Stopped();
      return new Promise<Result>((yes, no) => {
        worker.onerror = (event) => no(new Error(event.message));
        worker.onmessage = (event: MessageEvent<FromWorker<Report, Result>>) => {
          if ('report' in event.data) report(event.data.report);
          else if ('result' in event.data) yes(event.data.result);
          else no(event.data.problem);
        };
        // A worker cannot receive Svelte's proxies, so the message is copied.
        this.#send(JSON.parse(JSON.stringify(message)) as ToWorker);
      });
    })();
    try {
      return await Promise.race([answer, stopped]);
    } finally {
      if (this.#reject === reject) this.#reject = undefined;
    }
  }

  /** Stops the running search, if any. The worker cannot receive messages while it searches, so it is terminated. */
  stop(): void {
    if (!this.#reject) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    const reject = this.#reject;
    this.#reject = undefined;
    reject(new Stopped());
  }
}
