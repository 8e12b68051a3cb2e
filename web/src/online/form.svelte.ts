/** A request sent by a form: whether it is running, and which field it was refused for. */
import { untrack } from 'svelte';
import { Refused } from './api';
import { refresh } from './me.svelte';
import { asRefused, refusedText } from './people';

export class FormRequest<Field extends string> {
  busy = $state(false);
  #refused = $state.raw<Refused | null>(null);

  /** `fields` maps error codes to fields; other codes belong to the whole form. An empty field has the code `empty-FIELD`. */
  constructor(private readonly fields: Readonly<Record<string, Field>>) {}

  /** Runs the request; returns whether it succeeded. Earlier errors are cleared. */
  async run(what: () => Promise<unknown>, filled: Partial<Record<Field, string>> = {}): Promise<boolean> {
    if (untrack(() => this.busy)) return false;
    this.busy = true;
    this.#refused = null;
    try {
      // A moment without the error, so that screen readers announce the same message again.
      await Promise.resolve();
      const empty = (Object.keys(filled) as Field[]).find((field) => filled[field]!.trim() === '');
      if (empty) throw new Refused(`empty-${empty}`, 'this is empty');
      await what();
      return true;
    } catch (error) {
      this.#refused = asRefused(error);
      // The player was signed out on another device.
      if (this.#refused.code === 'sign-in') await refresh();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The error message of a field; with `null`, of the whole form. */
  error(field: Field | null): string {
    if (!this.#refused) return '';
    const { code } = this.#refused;
    const about = code.startsWith('empty-') ? code.slice('empty-'.length) : (this.fields[code] ?? null);
    return about === field ? refusedText(this.#refused) : '';
  }
}
