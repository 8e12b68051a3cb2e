/** The search form of the archive. The page's address uses the parameter names of the server's API. */
import { canonicalOpening, constants } from '../core/rules';
import { queryText, type GameResult, type GamesQuery } from './api';

export interface Filter {
  player: string;
  /** The name of a board, or empty for any. */
  board: string;
  result: '' | GameResult;
  /** The beginning of the first turn. */
  opening: string;
  rated: '' | 'true' | 'false';
}

/** Parses an address. Values that are not valid are ignored. */
export function filterOf(query: URLSearchParams): Filter {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 40);
  const one = <T extends string>(name: string, among: readonly T[]): T | '' =>
    among.find((known) => known === query.get(name)) ?? '';
  return {
    player: text('player'),
    board: one('board', constants().boards),
    result: one('result', constants().results),
    opening: canonicalOpening(text('opening')),
    rated: one('rated', ['true', 'false']),
  };
}

export function gamesQuery({ player, board, result, opening, rated }: Filter): GamesQuery {
  return {
    ...(player.trim() && { player: player.trim() }),
    ...(board && { board }),
    ...(result && { result }),
    ...(opening.trim() && { opening: canonicalOpening(opening) }),
    ...(rated && { rated: rated === 'true' }),
  };
}

export function queryOf(filter: Filter, more: Record<string, string | number> = {}): string {
  return queryText({ ...gamesQuery(filter), ...more });
}
