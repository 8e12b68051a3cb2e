/** Share links: readable, short, and with the whole game in the address. */
import { read, rulesFromQuery, rulesToQuery, type GameData } from './core/rules';

/** The address of a game, or of one of its positions. */
export function address(game: GameData, shown: number | null = null): string {
  const query = new URLSearchParams(rulesToQuery(game.rules));
  if (game.start) query.set('start', game.start);
  if (game.acts.length > 0) query.set('turns', game.acts.map((act) => act.replace(' ', '-')).join('_'));
  if (shown !== null) query.set('at', String(shown));
  // Commas and slashes need no escape in a query, and without it the address stays readable.
  return `/analyse?${query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}

/** The game of an address, or `null` if it has none. Throws a problem if the game is not valid. */
export function gameOf(query: URLSearchParams): { game: GameData; shown: number | null } | null {
  if (query.has('zip')) return { game: read(query.get('zip')!).game, shown: null };
  if (!query.has('board') && !query.has('turns') && !query.has('start')) return null;
  const rules = rulesFromQuery([...query]);
  const acts = (query.get('turns') ?? '').split('_').filter(Boolean).map(act);
  const start = query.get('start');
  const at = query.get('at');
  return { game: { rules, acts, ...(start && { start }) }, shown: at === null ? null : Number(at) };
}

/** An act of two words has a hyphen in an address: `resign-1`. Turns have none. */
function act(text: string): string {
  return text.replace(/^(resign|time)-/, '$1 ');
}
