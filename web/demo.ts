/** For development only: a gallery of all boards and all marks, in every theme. */
import './src/themes.css';
import { BoardView } from './src/board/board';
import type { Kind } from './src/board/marks';
import { NO_HANDLERS, STILL, type BoardState, type Colour, type Drawing, type Signs } from './src/board/types';
import { constants, loadRules, rules, shape, viewOf } from './src/core/rules';
import { BOARDS, MARBLES, THEMES } from './src/stores/settings.svelte';

const query = new URLSearchParams(location.search);

await loadRules();
Object.assign(document.documentElement.dataset, {
  theme: query.get('theme') ?? THEMES[0],
  board: query.get('board') ?? BOARDS[0],
  marbles: query.get('marbles') ?? '',
});
for (const [name, values] of [
  ['theme', THEMES],
  ['board', BOARDS],
  ['marbles', ['', ...MARBLES]],
  ['show', ['boards', 'marks']],
  ['signs', ['none', 'letters', 'patterns']],
  ['turned', ['0', '1', '2', '3', '4', '5']],
] as const) {
  const select = document.createElement('select');
  select.append(...values.map((value) => new Option(`${name}: ${value}`, value, false, value === query.get(name))));
  select.onchange = () => {
    query.set(name, select.value);
    location.search = query.toString();
  };
  document.querySelector('nav')!.append(select);
}
if (query.get('show') === 'marks') marks();
else for (const board of constants().boards) show(board, board, ['Wd4,d1', 'Bf2,a1', 'Gb4,g1']);

function show(title: string, board: string, acts: string[], more: Partial<BoardState> = {}): void {
  const figure = document.createElement('figure');
  const host = Object.assign(document.createElement('div'), { className: 'zb-table' });
  figure.append(title, host);
  document.querySelector('main')!.append(figure);
  const { rings, last } = viewOf({ rules: rules('standard', board), acts });
  const state: BoardState = {
    ...STILL,
    shape: shape(board),
    rings,
    last,
    turned: Number(query.get('turned') ?? 0),
    coordinates: true,
    signs: (query.get('signs') ?? 'none') as Signs,
    active: true,
    describe: (ring) => ring,
    ...more,
  };
  new BoardView(host, state, NO_HANDLERS, { label: title });
}

function marks(): void {
  const marbles: Record<string, Colour> = { c: 'W', d: 'G', e: 'B' };
  const rings = shape('37').rings.map(({ ring }) => ({
    ring,
    marble: /[345]$/.test(ring) ? (marbles[ring[0]!] ?? null) : null,
  }));
  const drawings: Drawing[] = [
    { from: 'a1', to: 'c3', brush: 'blue' },
    { from: 'g1', to: 'd4', brush: 'orange' },
    { from: 'a4', to: 'b5', brush: 'page' },
    { from: 'g4', brush: 'yellow' },
  ];
  const kinds: Kind[] = [
    'place',
    'remove',
    'jumper',
    'landing',
    'victim',
    'group',
    'selected',
    'free',
    'held',
    'lost',
    'open',
  ];
  for (const kind of kinds) {
    const vacant = ['place', 'remove', 'landing', 'free', 'held', 'lost', 'open'].includes(kind);
    const marked = rings.filter(({ marble }) => (marble === null) === vacant).map(({ ring }) => ({ ring, kind }));
    show(kind, '37', [], { rings, marks: marked, drawings: kind === 'selected' ? drawings : [] });
  }
}
