/**
 * What the app says about events: to screen readers, through one live region, and to everybody, as short messages.
 */
import { untrack } from 'svelte';

/** Milliseconds for which an announcement stays, so that a screen reader notices it. */
const STAYS = 1_000;

/** Milliseconds for which a message is shown. */
const SHOWN = 7_000;

const state = $state({ text: '' });
/** Texts that wait for their turn; `null` while nothing was announced just now. */
let waiting: string[] | null = null;

/** Announces a text to screen readers. One that follows at once waits, and is announced together with others that wait. */
export function announce(text: string): void {
  if (waiting) waiting.push(text);
  else speak(text);
}

function speak(text: string): void {
  // Screen readers do not repeat a text that has not changed.
  state.text = untrack(() => state.text) === text ? `${text}\u00a0` : text;
  waiting = [];
  setTimeout(() => {
    const next = waiting?.join(' ');
    waiting = null;
    if (next) speak(next);
  }, STAYS);
}

export function announced(): string {
  return state.text;
}

interface Toast {
  id: number;
  text: string;
}

let count = 0;
let shown = $state.raw<Toast[]>([]);

/** Shows a message for some seconds. Whoever calls it also announces it. */
export function toast(text: string): void {
  const id = ++count;
  // The same message again replaces the first.
  shown = [...shown.filter((one) => one.text !== text), { id, text }];
  setTimeout(() => (shown = shown.filter((one) => one.id !== id)), SHOWN);
}

export function toasts(): Toast[] {
  return shown;
}
