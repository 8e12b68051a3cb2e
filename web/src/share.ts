/** Share links: readable, short, and with the whole game in the address. */
import { gameFromQuery, gameToQuery, type GameData } from './core/rules';

export interface Shown {
  /** How many acts are shown; `null` for all. */
  shown?: number | null;
  /** The names of the players. */
  names?: readonly string[];
}

/** The address of a game, or of the position after some of its acts, at a page. */
export function address(game: GameData, { shown = null, names = [] }: Shown = {}, page = '/analyse'): string {
  const query = new URLSearchParams(gameToQuery(game));
  names.forEach((name, index) => query.set(`player${index + 1}`, name));
  if (shown !== null) query.set('at', String(shown));
  return `${page}?${readable(query)}`;
}

/** Commas and slashes need no escape in an address, which stays readable without. */
export function readable(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** The game of an address, or `null` if it has none. Throws a problem if the game is not valid. */
export function gameOf(query: URLSearchParams): { game: GameData; shown: number | null } | null {
  const game = gameFromQuery([...query]);
  const at = query.get('at');
  return game ? { game, shown: at === null ? null : Number(at) } : null;
}

/** The address of the analysis that reviews a game of two players at once. */
export function reviewAddress(game: GameData, names: readonly [string, string]): string {
  return `${address(game, { names })}&review=1`;
}

/** The names of the players in an address; empty if it has none. */
export function namesOf(query: URLSearchParams): string[] {
  return ['player1', 'player2'].flatMap((name) => query.get(name) ?? []);
}
