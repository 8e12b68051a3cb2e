/** The engine, as the page sees it: ask, hear thoughts as they come, get an answer, or stop. */
import { compiled, loadRules, type Question, type Thought, type Trouble } from './rules';
import type { ToWorker } from './worker';

type FromWorker = { thought: Thought } | { best: Thought } | { trouble: Trouble };

/** Thrown to whoever waits for an answer that is not wanted any more. */
export class Stopped extends Error {}

/** One engine with one memory. It thinks about one question at a time; a new one ends the one before. */
export class Engine {
  #worker: Worker | undefined;
  #reject: ((reason: unknown) => void) | undefined;
  readonly #megabytes: number;

  constructor(megabytes = 32) {
    this.#megabytes = megabytes;
  }

  /** Starts the worker ahead of the first question, so that this does not have to wait for it. */
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

  /** The best turn, as far as the engine can tell within the limits of the question. */
  async think(question: Question, report: (thought: Thought) => void = () => {}): Promise<Thought> {
    this.stop();
    let reject: (reason: unknown) => void = () => {};
    const stopped = new Promise<never>((_, no) => (reject = no));
    this.#reject = reject;
    const answer = (async () => {
      const worker = await this.#start();
      if (this.#reject !== reject) throw new Stopped();
      return new Promise<Thought>((yes, no) => {
        worker.onerror = (event) => no(new Error(event.message));
        worker.onmessage = (event: MessageEvent<FromWorker>) => {
          const message = event.data;
          if ('thought' in message) report(message.thought);
          else if ('best' in message) yes(message.best);
          else no(message.trouble);
        };
        // A copy without proxies, which cannot cross.
        this.#send({ question: JSON.parse(JSON.stringify(question)) as Question });
      });
    })();
    try {
      return await Promise.race([answer, stopped]);
    } finally {
      if (this.#reject === reject) this.#reject = undefined;
    }
  }

  /** Whether it is thinking. */
  get busy(): boolean {
    return this.#reject !== undefined;
  }

  /** Ends the question under way, if there is one. A search cannot hear messages, so its worker goes with it. */
  stop(): void {
    if (!this.#reject) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    const reject = this.#reject;
    this.#reject = undefined;
    reject(new Stopped());
  }
}
