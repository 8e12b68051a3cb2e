/** The keys of a table: the list for the help dialog, and what they do. */
import type { Key } from '../i18n/index.svelte';
import type { TurnInProgress } from './turn.svelte';

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
  [['D'], 'keys.draw'],
  [['F'], 'keys.flip'],
  [[',', '.'], 'keys.browse'],
  [['?'], 'keys.help'],
];

/** Handles a key, unless it is typed into a field or dialog. `more` adds to the keys that play a turn, or replaces them. */
export function handleKey(event: KeyboardEvent, turn: TurnInProgress, more: Record<string, () => void>): void {
  const busy = (event.target as Element).closest?.('input, textarea, select, dialog');
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions: Record<string, () => void> = {
    w: () => turn.pick('W'),
    g: () => turn.pick('G'),
    b: () => turn.pick('B'),
    backspace: () => turn.undoStep(),
    escape: () => turn.undoStep(),
    c: () => turn.confirm(),
    ...more,
  };
  const action = actions[event.key.toLowerCase()];
  if (!action) return;
  action();
  event.preventDefault();
}
