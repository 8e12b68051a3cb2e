/** A list of the server that is loaded page by page, the newest entry first. */
import type { Problem } from '../core/rules';
import { problemOf } from '../problems';

interface Entry {
  id: string;
  at: number;
}

/** Where a page begins: after this entry. Nothing for the first page. */
export interface After {
  before?: number;
  beforeId?: string;
}

export class Pages<T extends Entry> {
  /** What was loaded; `null` before the first page. */
  entries = $state.raw<T[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** Whether there are no more pages. */
  complete = $state(false);
  /** The number of the last request; answers to earlier ones are ignored. */
  #asked = 0;

  constructor(
    private readonly fetch: (after: After) => Promise<T[]>,
    /** The number of entries on a full page. */
    private readonly size: number,
  ) {}

  /** Loads the first page again. */
  readonly load = (): Promise<void> => this.#get(null);

  /** Loads the page after the last entry; the first one if there is none. */
  readonly more = (): Promise<void> => this.#get(this.entries?.at(-1) ?? null);

  async #get(last: T | null): Promise<void> {
    const question = ++this.#asked;
    this.busy = true;
    this.problem = null;
    try {
      const page = await this.fetch(last ? { before: last.at, beforeId: last.id } : {});
      if (question !== this.#asked) return;
      this.entries = last ? [...(this.entries ?? []), ...page] : page;
      this.complete = page.length < this.size;
    } catch (error) {
      if (question === this.#asked) this.problem = problemOf(error);
    } finally {
      if (question === this.#asked) this.busy = false;
    }
  }
}
