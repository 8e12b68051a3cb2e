/** The keys of the game page, once for what they do and once for the page that lists them. */
import type { Key } from '../i18n/index.svelte';
import type { Making } from '../stores/making.svelte';
import { settings } from '../stores/settings.svelte';

export const KEYS: [string[], Key][] = [
  [['↑', '↓', '←', '→'], 'keys.walk'],
  [['Home', 'End', 'PgUp', 'PgDn'], 'keys.diagonal'],
  [['Enter', 'Space'], 'keys.touch'],
  [['W', 'G', 'B'], 'keys.colours'],
  [['Backspace', 'Escape'], 'keys.back'],
  [['C'], 'keys.confirm'],
  [['U'], 'keys.undo'],
  [['H'], 'keys.hint'],
  [['N'], 'keys.notation'],
  [['F'], 'keys.flip'],
  [[',', '.'], 'keys.browse'],
  [['?'], 'keys.help'],
];

/** Turns the board half round. */
export function flip(): void {
  settings.turned = (settings.turned + 3) % 6;
}

/** Acts on a key: those of the hand, and `more` of the page. Keys that are typed into a field are left alone. */
export function press(event: KeyboardEvent, making: Making, more: Record<string, () => void>): void {
  const busy = (event.target as Element).closest?.('input, textarea, select, dialog');
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions: Record<string, () => void> = {
    w: () => making.pick('W'),
    g: () => making.pick('G'),
    b: () => making.pick('B'),
    backspace: () => making.stepBack(),
    escape: () => making.stepBack(),
    c: () => making.confirm(),
    f: flip,
    ...more,
  };
  const action = actions[event.key.toLowerCase()];
  if (!action) return;
  action();
  event.preventDefault();
}
