/** The engine, as the page sees it: start a search, receive variations as they are found, get the result, or stop. */
import { compiled, loadRules, type SearchRequest, type Problem, type Variation } from './rules';
import type { ToWorker } from './worker';

type FromWorker = { variation: Variation } | { best: Variation } | { problem: Problem };

/** Thrown to the caller of a search that was stopped. */
export class Stopped extends Error {}

/** An engine with its own worker and hash table. It runs one search at a time; a new search stops the one before. */
export class Engine {
  #worker: Worker | undefined;
  #reject: ((reason: unknown) => void) | undefined;
  readonly #megabytes: number;

  constructor(megabytes = 32) {
    this.#megabytes = megabytes;
  }

  /** Starts the worker ahead of the first search. */
  async warm(): Promise<void> {
    await this.#start();
  }

  async #start(): Promise<Worker> {
    await loadRules();
    const module = await compiled!;
    if (!this.#worker) {
      this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.#send({ module, megabytes: this.#megabytes, seed: Math.random() });
    }
    return this.#worker;
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  /** Finds the best turn within the limits of the request. */
  async search(request: SearchRequest, report: (variation: Variation) => void = () => {}): Promise<Variation> {
    this.stop();
    let reject: (reason: unknown) => void = () => {};
    const stopped = new Promise<never>((_, no) => (reject = no));
    this.#reject = reject;
    const answer = (async () => {
      const worker = await this.#start();
      if (this.#reject !== reject) throw new Stopped();
      return new Promise<Variation>((yes, no) => {
        worker.onerror = (event) => no(new Error(event.message));
        worker.onmessage = (event: MessageEvent<FromWorker>) => {
          const message = event.data;
          if ('variation' in message) report(message.variation);
          else if ('best' in message) yes(message.best);
          else no(message.problem);
        };
        // A worker cannot receive Svelte's proxies, so the request is copied.
        this.#send({ request: JSON.parse(JSON.stringify(request)) as SearchRequest });
      });
    })();
    try {
      return await Promise.race([answer, stopped]);
    } finally {
      if (this.#reject === reject) this.#reject = undefined;
    }
  }

  /** Whether a search is running. */
  get busy(): boolean {
    return this.#reject !== undefined;
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
