/** The clock of a seat. */
import { timeLeft } from '../core/rules';
import type { Side } from '../table/source';
import type { State } from './api';

/** The milliseconds that a seat has left at a time of the server's clock; `null` without a clock. */
export function seatTime(state: State, seat: Side, now: number): number | null {
  if (!state.left) return null;
  const left = state.left[seat - 1]!;
  return state.running === seat && state.since !== null ? timeLeft(left, state.since, now) : left;
}
