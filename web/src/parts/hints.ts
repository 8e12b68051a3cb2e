/** A turn on the board before it is made: green where a marble goes, red around the ring to remove, arrows for jumps. */
import type { Drawing } from '../board/types';
import type { Thought } from '../core/rules';

export function hintLines(hint: Thought | null): Drawing[] {
  return turnLines(hint?.turns[0] ?? '');
}

/** The rings named in the turn. The notation names nothing else by a letter and a number; `x` is the sign of a capture. */
export function turnLines(turn: string): Drawing[] {
  const rings = turn.match(/[a-wyz]\d+/g) ?? [];
  if (turn.startsWith('x')) return rings.slice(1).map((to, i) => ({ from: rings[i]!, to, brush: 'green' }));
  const [on, gone] = rings;
  return [
    ...(on ? [{ from: on, brush: 'green' } as const] : []),
    ...(gone ? [{ from: gone, brush: 'red' } as const] : []),
  ];
}
