/** Trees of turns. */
import type { TreeTurn } from '../core/rules';

/** The indexes of the turns that follow a turn, or the start if it is -1; the main one first. */
export function nextTurns(turns: readonly TreeTurn[], index: number): number[] {
  return turns.flatMap((turn, i) => (turn.parent === index ? [i] : []));
}
