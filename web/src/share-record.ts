/**
 * Share links to a record: a game with its names or, after the `#`, a whole study with its variations, comments and marks. Browsers do not send
 * that part to the server, which needs only the game, for a preview.
 */
import { read, write } from './core/extras';
import { recordOf, viewOf, type GameData, type RecordData } from './core/rules';
import { address, gameOf, namesOf, readable } from './share';
import { nextTurns } from './stores/tree';

const PLAYERS = ['Player1', 'Player2'];

/** The address of a record. `shown` acts of its game are shown or, if it is a study, the turn with the index `at`. */
export function recordAddress(record: RecordData, shown: number | null, at?: number): string {
  const names = PLAYERS.map((player) => record.tags.find(([tag]) => tag === player)?.[1] ?? '');
  const link = address(record.game, { shown, names: names.some(Boolean) ? names : [] });
  if (isPlain(record)) return link;
  const rest = new URLSearchParams({ record: write(record, 'official') });
  if (at !== undefined) rest.set('turn', String(inOrder(record).indexOf(at)));
  return `${link}#${readable(rest)}`;
}

/** Whether a record is only a game with the names of its players. */
function isPlain({ comment, marks, tags, turns }: RecordData): boolean {
  const isBare = (note: { comment: string; marks?: unknown[] }) => note.comment === '' && !note.marks?.length;
  return (
    isBare({ comment, ...(marks && { marks }) }) &&
    tags.every(([name]) => PLAYERS.includes(name)) &&
    turns.every((turn, index) => turn.parent === index - 1 && isBare(turn) && turn.glyphs.length === 0)
  );
}

/** The indexes of the turns in the order in which records are read: each line before the variations beside its turns. */
function inOrder({ turns }: RecordData): number[] {
  const order: number[] = [];
  const stack = nextTurns(turns, -1).reverse();
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    order.push(index);
    stack.push(...nextTurns(turns, index).reverse());
  }
  return order;
}

/** The record of an address, and the turn to show. `null` if the address has none. Throws a problem if it is not valid. */
export function recordAt(query: URLSearchParams, hash: string): { record: RecordData; at: number } | null {
  const shared = gameOf(query);
  if (!shared) return null;
  const { game, shown } = shared;
  const rest = new URLSearchParams(hash.slice(1));
  const text = rest.get('record');
  if (text === null) {
    const acts = shown === null ? game.acts : game.acts.slice(0, shown);
    return { record: recordOf(game, namesOf(query)), at: viewOf({ ...game, acts }).played.length - 1 };
  }
  const record = read(text);
  const turn = Number(rest.get('turn') ?? -1);
  const at = Number.isInteger(turn) && turn >= -1 && turn < record.turns.length ? turn : -1;
  // A record as text does not say that a player lost on time; the query does.
  return { record: isSame(record.game, game) ? { ...record, game } : record, at };
}

const isSame = (one: GameData, other: GameData) =>
  JSON.stringify([one.rules, one.start, viewOf(one).played.map(({ text }) => text)]) ===
  JSON.stringify([other.rules, other.start, viewOf(other).played.map(({ text }) => text)]);
