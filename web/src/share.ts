/** Games in addresses: readable, short, and everything is in them. */
import { read, rules as presetRules, type GameData, type RulesData } from './core/rules';

const PRESETS = ['standard', 'blitz', 'tournament'] as const;

/** The address of a game, or of one of its positions. */
export function address(game: GameData, shown: number | null = null): string {
  const query = new URLSearchParams();
  const { preset, changed } = nearest(game.rules);
  query.set('board', game.rules.board);
  if (preset !== 'standard') query.set('rules', preset);
  for (const [name, value] of Object.entries(changed)) query.set(name, String(value));
  if (game.start) query.set('start', game.start);
  if (game.acts.length > 0) query.set('turns', game.acts.map((act) => act.replace(' ', '-')).join('_'));
  if (shown !== null) query.set('at', String(shown));
  // Commas and slashes need no escape in a query, and the address stays readable.
  return `/analyse?${query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}

/** The preset that differs least, and in what. */
function nearest(rules: RulesData): { preset: string; changed: Record<string, unknown> } {
  const differences = PRESETS.map((preset) => {
    const base = presetRules(preset, rules.board);
    const names = Object.keys(rules) as (keyof RulesData)[];
    const changed = Object.fromEntries(
      names.filter((name) => String(base[name]) !== String(rules[name])).map((name) => [name, rules[name]]),
    );
    return { preset, changed };
  });
  return differences.reduce((best, next) =>
    Object.keys(next.changed).length < Object.keys(best.changed).length ? next : best,
  );
}

/** The game of an address. Throws a trouble when there is none. */
export function gameOf(query: URLSearchParams): { game: GameData; shown: number | null } | null {
  if (query.has('zip')) return { game: read(query.get('zip')!).game, shown: null };
  if (!query.has('board') && !query.has('turns') && !query.has('start')) return null;
  const rules = presetRules(query.get('rules') ?? 'standard', query.get('board') ?? '37');
  const numbers = (name: string) => query.get(name)?.split(',').map(Number);
  Object.assign(rules, {
    ...(query.has('pool') && { pool: numbers('pool') }),
    ...(query.has('goals') && { goals: numbers('goals') }),
    ...(query.has('claims') && { claims: query.get('claims') }),
    ...(query.has('captures') && { captures: query.get('captures') }),
    ...(query.has('stuck') && { stuck: query.get('stuck') }),
    ...(query.has('swap') && { swap: query.get('swap') === 'true' }),
    ...(query.has('touchMove') && { touchMove: query.get('touchMove') === 'true' }),
  });
  const acts = (query.get('turns') ?? '').split('_').filter(Boolean).map(act);
  const start = query.get('start');
  const at = query.get('at');
  return { game: { rules, acts, ...(start && { start }) }, shown: at === null ? null : Number(at) };
}

/** Words of two parts have a hyphen in addresses: `resign-1`. Turns have none. */
function act(text: string): string {
  return text.replace(/^(resign|time)-/, '$1 ');
}
