/** How turns are judged: by how much of the chance to win they gave away. */

export const MISTAKE = 0.12;
export const BLUNDER = 0.25;

/** The sign behind a turn, as in books: ? a mistake, ?? a blunder. */
export function glyph(loss: number): string {
  return loss >= BLUNDER ? '??' : loss >= MISTAKE ? '?' : '';
}
