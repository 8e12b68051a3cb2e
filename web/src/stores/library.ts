/** The games stored in the browser. */
import { initialTime, type GameData, type StepData, type TimeControl } from '../core/rules';
import type { Side } from '../table/source';
import { forget, load, save } from './storage';

/** Who plays a side. An engine with the proof plays its turns wherever it covers the position. */
export type Seat = { kind: 'person'; name: string } | { kind: 'engine'; level: number; proof?: boolean };

export interface SavedGame {
  id: string;
  created: number;
  changed: number;
  game: GameData;
  /** The steps of a turn that is not complete yet. The first release stored them as text, in `steps`. */
  unfinished?: StepData[];
  /** Who played the first turn, and who played the second. */
  seats: [Seat, Seat];
  time: TimeControl;
  /** Milliseconds left to each seat; `null` without a clock. */
  left: [number, number] | null;
  over: boolean;
  /** How many turns were played. The first release did not store it. */
  turns?: number;
}

/** What the list of games shows of each. */
export type Listed = Pick<SavedGame, 'id' | 'changed' | 'seats' | 'over'> & {
  board: string;
  turns: number;
};

const LIST = 'zertz.games';
const key = (id: string) => `zertz.game.${id}`;

/** The oldest games are deleted when there are more. */
const MOST = 300;

/** All games, the last played one first. */
export function listGames(): Listed[] {
  return load<Listed[]>(LIST) ?? [];
}

export function loadGame(id: string): SavedGame | undefined {
  const saved = load<SavedGame & { clock?: { minutes: number; increment: number } | null }>(key(id));
  if (!saved || saved.time) return saved;
  // The first release stored minutes and an increment, in `clock`.
  const { clock, ...rest } = saved;
  const time: TimeControl = clock
    ? { kind: 'fischer', initial: clock.minutes * 60, increment: clock.increment }
    : { kind: 'none' };
  return { ...rest, time };
}

/** Stores a game. Returns whether there was room. */
export function saveGame(game: SavedGame): boolean {
  const { id, changed, seats, over, turns = 0 } = game;
  const entry: Listed = { id, changed, seats, over, board: game.game.rules.board, turns };
  const list = [entry, ...listGames().filter((other) => other.id !== id)].sort((a, b) => b.changed - a.changed);
  for (const old of list.splice(MOST)) forget(key(old.id));
  return save(key(id), game) && save(LIST, list);
}

export function forgetGame(id: string): void {
  forget(key(id));
  const rest = listGames().filter((game) => game.id !== id);
  save(LIST, rest);
}

export function newGame(game: GameData, seats: [Seat, Seat], time: TimeControl): SavedGame {
  const now = Date.now();
  const initial = initialTime(time);
  const left: [number, number] | null = initial === undefined ? null : [initial, initial];
  return { id: newId(), created: now, changed: now, game, seats, time, left, over: false };
}

/** The index of the seat from which a side is played, which changes when the sides are swapped. */
export function seatIndex(swapped: boolean, side: Side): 0 | 1 {
  return swapped === (side === 1) ? 1 : 0;
}

export function seatOf(seats: [Seat, Seat], swapped: boolean, side: Side): Seat {
  return seats[seatIndex(swapped, side)];
}

export function newId(length = 8): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
