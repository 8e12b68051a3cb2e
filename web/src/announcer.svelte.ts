/** What a screen reader should say. The newest sentence takes the place of the one before. */

import { untrack } from 'svelte';

const state = $state({ text: '' });

export function announce(text: string): void {
  // The same words twice would not be read again without a change.
  state.text = untrack(() => state.text) === text ? `${text}\u00a0` : text;
}

export function announced(): string {
  return state.text;
}
