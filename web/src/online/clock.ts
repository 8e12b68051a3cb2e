/** The clocks of a game on the server. */
import type { Seat, State } from './api';

/** The milliseconds that a seat has left at a time of the server's clock; `null` without a clock. */
export function timeLeft(state: State, seat: Seat, now: number): number | null {
  if (!state.left) return null;
  const running = state.running === seat && state.since !== null ? now - state.since : 0;
  return Math.max(0, state.left[seat - 1]! - Math.max(0, running));
}
