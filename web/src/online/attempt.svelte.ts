/** Something that the server is asked to do, out of a form: whether it is at it, and what it refused because of which field. */
import { untrack } from 'svelte';
import { Refused } from './api';
import { refresh } from './me.svelte';
import { asRefused, refusedText } from './people';

export class Attempt<Field extends string> {
  busy = $state(false);
  #refused = $state.raw<Refused | null>(null);

  /** Which field a code is about. A field that is left empty has the code `empty-FIELD`. All other codes are about the form. */
  constructor(private readonly fields: Readonly<Record<string, Field>>) {}

  /** Tries it; says whether it was done. What was wrong before is forgotten. */
  async run(what: () => Promise<unknown>, filled: Partial<Record<Field, string>> = {}): Promise<boolean> {
    if (untrack(() => this.busy)) return false;
    this.busy = true;
    this.#refused = null;
    try {
      // With a moment in between, so that the same words are said again.
      await Promise.resolve();
      const empty = (Object.keys(filled) as Field[]).find((field) => filled[field]!.trim() === '');
      if (empty) throw new Refused(`empty-${empty}`, 'this is empty');
      await what();
      return true;
    } catch (error) {
      this.#refused = asRefused(error);
      // Signed out from elsewhere.
      if (this.#refused.code === 'sign-in') await refresh();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What is wrong with a field; with `null`, with the whole. */
  error(field: Field | null): string {
    if (!this.#refused) return '';
    const { code } = this.#refused;
    const about = code.startsWith('empty-') ? code.slice('empty-'.length) : (this.fields[code] ?? null);
    return about === field ? refusedText(this.#refused) : '';
  }
}
