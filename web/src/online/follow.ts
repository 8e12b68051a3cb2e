/** What the messages of a game amount to. Plain data in, plain data out. */
import type { Schemas } from './api';

type Snapshot = Schemas['Snapshot'];
type Update = Schemas['Update'];
type Plan = Schemas['ConditionalTurns'];

/** The opponent's turn that stands for any. */
export const ANY = '*';

/**
 * The table after an update. `known`: it was told before. `gap`: something was missed, and the whole table must be asked for.
 * Numbers may be left out: what one may not see counts too.
 */
export function follow(table: Snapshot, update: Update): Snapshot | 'known' | 'gap' {
  const { event, keep, add, state, seats } = update;
  if (event.seq <= table.seq) return 'known';
  if (keep > table.acts.length) return 'gap';
  const chat =
    event.type === 'chat' && event.by ? [{ seq: event.seq, at: event.at, by: event.by, text: event.text }] : [];
  return {
    ...table,
    seq: event.seq,
    now: update.now,
    acts: [...table.acts.slice(0, keep), ...add],
    state,
    seats: seats ?? table.seats,
    chat: [...table.chat, ...chat],
    conditionalTurns: planAfter(table, update),
  };
}

function planAfter(table: Snapshot, { event, state }: Update): Plan | null {
  if (state.status !== 'playing') return null;
  if (event.type === 'conditionalTurns')
    return event.by === table.you && event.turns.lines.length > 0 ? event.turns : null;
  // It was made for a position that is gone.
  if (['undone', 'swapped', 'demanded'].includes(event.type)) return null;
  const plan = table.conditionalTurns ?? null;
  return event.type === 'turn' ? whatIsLeft(plan, event.turn) : plan;
}

/** What is left of a plan after a turn of either player. */
function whatIsLeft(plan: Plan | null, turn: string): Plan | null {
  const lines = (plan?.lines ?? [])
    .filter(([first]) => first === turn || first === ANY)
    .map((line) => line.slice(1))
    .filter((line) => line.length > 0);
  return lines.length > 0 ? { lines } : null;
}

/** Milliseconds that a seat has left, by the server's clock. */
export function timeLeft(state: Schemas['State'], seat: number, now: number): number | null {
  const left = state.left?.[seat - 1];
  if (left === undefined) return null;
  const running = state.running === seat && state.since != null ? now - state.since : 0;
  return Math.max(0, left - Math.max(0, running));
}
