/** The scale on which the times of turns are drawn: logarithmic, because people take from half a second to minutes. */

const [FIRST, LAST] = [500, 200_000];

/** The times that are labelled, in milliseconds. */
export const TICKS = [1_000, 3_000, 10_000, 30_000, 100_000];

/** The place of a time on the scale, from 0 to 1. */
export function placeOf(millis: number): number {
  const within = Math.min(Math.max(millis, FIRST), LAST);
  return Math.log(within / FIRST) / Math.log(LAST / FIRST);
}
