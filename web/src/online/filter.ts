/** The search form of the archive. The page's address uses the parameter names of the server's API. */
import { constants } from '../core/rules';

export const RESULTS = ['1', '2', 'draw', 'bothLose'] as const;

export interface Filter {
  player: string;
  /** The name of a board, or empty for any. */
  board: string;
  result: '' | (typeof RESULTS)[number];
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
    result: one('result', RESULTS),
    opening: canonical(text('opening')),
    rated: one('rated', ['true', 'false']),
  };
}

/** A turn begins with the letter of a colour; rings are in lower case. */
function canonical(opening: string): string {
  return opening.charAt(0).toUpperCase() + opening.slice(1).toLowerCase();
}

/** The query for the page's address and for the server. */
export function queryOf(filter: Filter, more: Record<string, string | number> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({
    ...filter,
    opening: canonical(filter.opening.trim()),
    player: filter.player.trim(),
    ...more,
  })) {
    if (value !== '') query.set(name, String(value));
  }
  const text = query.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}
