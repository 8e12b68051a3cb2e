/** Drawings for a turn: the marble on its ring, a cross on the removed ring, arrows for jumps. */
import type { Brush, Drawing } from '../board/types';
import { constants, turnRings, type Variation } from '../core/rules';

export function hintLines(hint: Variation | null): Drawing[] {
  return hint?.turns[0] ? turnLines(hint.turns[0]) : [];
}

/** A prepared turn has a colour of its own. */
export function premoveLines(turn: string): Drawing[] {
  return turnLines(turn, 'blue');
}

function turnLines(turn: string, brush: Brush = 'page'): Drawing[] {
  const { placed, removed, path } = turnRings(turn);
  const marble = constants().colours.find((colour) => turn.startsWith(colour));
  return [
    ...path.slice(1).map((to, i) => ({ from: path[i]!, to, brush }) as const),
    ...(placed ? [{ from: placed, brush, ...(marble && { content: marble }) } as const] : []),
    ...(removed ? [{ from: removed, brush, content: 'cross' } as const] : []),
  ];
}
