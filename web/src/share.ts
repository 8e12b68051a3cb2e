/** Share links: readable, short, and with the whole game in the address. */
import { gameFromQuery, gameToQuery, type GameData } from './core/rules';

/** The address of a game, or of the position after `shown` acts, at a page. */
export function address(game: GameData, shown: number | null = null, page = '/analyse'): string {
  const query = new URLSearchParams(gameToQuery(game));
  if (shown !== null) query.set('at', String(shown));
  // Commas and slashes need no escape in a query, and without it the address stays readable.
  return `${page}?${query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}

/** The game of an address, or `null` if it has none. Throws a problem if the game is not valid. */
export function gameOf(query: URLSearchParams): { game: GameData; shown: number | null } | null {
  const game = gameFromQuery([...query]);
  const at = query.get('at');
  return game ? { game, shown: at === null ? null : Number(at) } : null;
}

/** The address of the analysis that reviews a game of two players at once. */
export function reviewAddress(game: GameData, names: readonly [string, string]): string {
  const query = new URLSearchParams(names.map((name, index) => [`player${index + 1}`, name]));
  return `${address(game)}&${query}&review=1`;
}

/** The names of the players in an address; empty if it has none. */
export function namesOf(query: URLSearchParams): string[] {
  return ['player1', 'player2'].flatMap((name) => query.get(name) ?? []);
}
