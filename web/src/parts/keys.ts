/** The keys of the game page, once for what they do and once for the page that lists them. */
import type { Key } from '../i18n/index.svelte';

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
