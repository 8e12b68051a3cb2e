/** A request sent by a form: whether it is running, and which field it was refused for. */
import { untrack } from 'svelte';
import type { Problem, ProblemCode } from '../core/rules';
import { hasCode, problemOf, problemText } from '../problems';
import { refresh } from './me.svelte';

export class FormRequest<Field extends string> {
  busy = $state(false);
  /** What is wrong, and with which field; `null` means the whole form. */
  #failure = $state.raw<{ problem: Problem; field: Field | null } | null>(null);

  /** `fields` maps error codes to fields; other codes belong to the whole form. */
  constructor(private readonly fields: Readonly<Partial<Record<ProblemCode, Field>>>) {}

  /** Runs the request; returns whether it succeeded. Earlier errors are cleared. */
  async run(what: () => Promise<unknown>, filled: Partial<Record<Field, string>> = {}): Promise<boolean> {
    if (untrack(() => this.busy)) return false;
    this.busy = true;
    this.#failure = null;
    try {
      // A moment without the error, so that screen readers announce the same message again.
      await Promise.resolve();
      const empty = (Object.keys(filled) as Field[]).find((field) => filled[field]!.trim() === '');
      if (empty) this.#failure = { problem: { code: 'empty', message: 'this is empty' }, field: empty };
      else await what();
      return !empty;
    } catch (error) {
      const problem = problemOf(error);
      this.#failure = { problem, field: this.fields[problem.code] ?? null };
      // The player was signed out on another device.
      if (hasCode(error, 'sign-in')) await refresh();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The error message of a field; with `null`, of the whole form. */
  error(field: Field | null): string {
    return this.#failure?.field === field ? problemText(this.#failure.problem) : '';
  }
}
