/** A hint on the board: the rings that the proposed turn touches. */
import type { Thought } from '../core/rules';
import type { Mark } from '../stores/hand';

/** Every ring named in the turn. The notation names nothing else by a letter and a number. */
export function hintMarks(hint: Thought | null): Mark[] {
  const turn = hint?.turns[0] ?? '';
  const rings = turn.match(/[a-z]\d+/g) ?? [];
  return [...new Set(rings.filter((ring) => !ring.startsWith('x')))].map((ring) => ({ ring, kind: 'hint' }));
}
