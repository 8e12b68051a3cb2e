/** How long a restriction or a block of a network lasts. */

const HOUR = 3_600_000;

export const DURATIONS = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
  year: 365 * 24 * HOUR,
};

export type Duration = keyof typeof DURATIONS;

/** All durations, the shortest first. */
export const ALL_DURATIONS = Object.keys(DURATIONS) as Duration[];

/** When it ends if it begins now; `null` if it has no end. */
export function untilOf(duration: Duration | 'forever', now = Date.now()): number | null {
  return duration === 'forever' ? null : now + DURATIONS[duration];
}
