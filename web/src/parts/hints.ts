/** Drawings for a turn: a green circle for a placement, a red one for the removed ring, arrows for jumps. */
import type { Drawing } from '../board/types';
import { turnRings, type Variation } from '../core/rules';

export function hintLines(hint: Variation | null): Drawing[] {
  return hint?.turns[0] ? turnLines(hint.turns[0]) : [];
}

export function turnLines(turn: string): Drawing[] {
  const { placed, removed, path } = turnRings(turn);
  return [
    ...path.slice(1).map((to, i) => ({ from: path[i]!, to, brush: 'green' }) as const),
    ...(placed ? [{ from: placed, brush: 'green' } as const] : []),
    ...(removed ? [{ from: removed, brush: 'red' } as const] : []),
  ];
}
