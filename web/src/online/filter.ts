/** Which games of the archive are wanted. The address of the page has it in the words of the server's interface. */

export const BOARDS = ['37', '40', '43', '44', '48', '61'] as const;
export const RESULTS = ['1', '2', 'draw', 'bothLose'] as const;

export interface Filter {
  player: string;
  board: '' | (typeof BOARDS)[number];
  result: '' | (typeof RESULTS)[number];
  /** How the first turn begins. */
  opening: string;
  rated: '' | 'true' | 'false';
}

/** What an address asks for. What makes no sense is left out. */
export function filterOf(query: URLSearchParams): Filter {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 40);
  const one = <T extends string>(name: string, among: readonly T[]): T | '' =>
    among.find((known) => known === query.get(name)) ?? '';
  return {
    player: text('player'),
    board: one('board', BOARDS),
    result: one('result', RESULTS),
    opening: canonical(text('opening')),
    rated: one('rated', ['true', 'false']),
  };
}

/** Turns begin with the letter of a colour, and rings are in small letters. */
function canonical(opening: string): string {
  return opening.charAt(0).toUpperCase() + opening.slice(1).toLowerCase();
}

/** For the address of the page, and for the server. */
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
