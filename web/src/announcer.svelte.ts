/** The announcement for screen readers. A new one replaces the previous one. */

import { untrack } from 'svelte';

const state = $state({ text: '' });

export function announce(text: string): void {
  // Screen readers do not repeat a text that has not changed.
  state.text = untrack(() => state.text) === text ? `${text}\u00a0` : text;
}

export function announced(): string {
  return state.text;
}
