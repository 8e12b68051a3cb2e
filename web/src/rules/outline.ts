/**
 * The structure of the rules page, the same in every language. The texts are in `messages/rules/*.json`. Each key is written in full, so
 * that `scripts/messages.mjs` finds it.
 */
import type { LessonKind } from '../board/types';
import type { Preset } from '../core/rules';

/** A marked ring, or an arrow from one ring to another. Shown until a turn is played. */
export type Mark = { ring: string; kind: LessonKind } | { from: string; to: string };

/** A position with turns to play through. */
export interface Illustration {
  id: string;
  preset: Preset;
  board: string;
  /** The start position as ZIP, if it is not the usual one. */
  start?: string;
  /** In canonical notation. */
  turns: readonly string[];
  marks?: readonly Mark[];
  caption: string;
}

/** A piece of a section. */
export type Block =
  | { kind: 'text'; key: string }
  | { kind: 'list'; keys: readonly string[] }
  /** Illustrations side by side, where there is room. */
  | { kind: 'figures'; figures: readonly Illustration[] }
  /** Empty boards with a line about each. */
  | { kind: 'boards'; boards: readonly { board: Illustration['board']; key: string }[] }
  /** Rows of marbles, each a way to win. */
  | { kind: 'goals'; rows: readonly { marbles: string; key: string }[] }
  /** A table: the headings, then the rows. A cell is a key or literal text. */
  | { kind: 'table'; head: readonly string[]; rows: readonly Row[] };

/** A cell: a text, literal text, or the pool or the goals of a set of rules. */
export type Cell = { key: string } | string | { pool: Preset } | { goals: Preset };

/** A row of a table: its name or notation, and the other cells. */
export interface Row {
  name: { key: string } | { code: string };
  cells: readonly Cell[];
}

/** A chapter with its own anchor. */
export interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
}

const text = (key: string): Block => ({ kind: 'text', key });
const list = (...keys: string[]): Block => ({ kind: 'list', keys });
const figures = (...figures: Omit<Illustration, 'preset' | 'board'>[]): Block => ({
  kind: 'figures',
  figures: figures.map((figure) => ({ preset: 'standard', board: '37', ...figure })),
});

export const OUTLINE: readonly Section[] = [
  {
    id: 'goal',
    title: 'goal.title',
    blocks: [
      text('goal.material'),
      text('goal.sets'),
      {
        kind: 'goals',
        rows: [
          { marbles: 'WWWW', key: 'goal.white' },
          { marbles: 'GGGGG', key: 'goal.grey' },
          { marbles: 'BBBBBB', key: 'goal.black' },
          { marbles: 'WWWGGGBBB', key: 'goal.each' },
        ],
      },
    ],
  },
  {
    id: 'board',
    title: 'board.title',
    blocks: [
      text('board.setup'),
      text('board.names'),
      figures({ id: 'start', turns: [], caption: 'figure.start' }),
      text('board.larger'),
      {
        kind: 'boards',
        boards: [
          { board: '37', key: 'board.37' },
          { board: '40', key: 'board.40' },
          { board: '43', key: 'board.43' },
          { board: '44', key: 'board.44' },
          { board: '48', key: 'board.48' },
          { board: '61', key: 'board.61' },
        ],
      },
    ],
  },
  {
    id: 'turn',
    title: 'turn.title',
    blocks: [text('turn.one-of-two'), list('turn.capture', 'turn.place'), text('turn.no-choice')],
  },
  {
    id: 'placing',
    title: 'placing.title',
    blocks: [
      text('placing.any'),
      text('placing.pool'),
      figures({ id: 'placing', turns: ['Bd4,d7', 'Gb2,g1'], caption: 'figure.placing' }),
    ],
  },
  {
    id: 'removing',
    title: 'removing.title',
    blocks: [
      text('removing.free'),
      text('removing.gaps'),
      text('removing.must'),
      figures(
        {
          id: 'free',
          start: '/1oGo/3oo/oWoo/2o1oG/4Bo/4ooo 2/0/2 2/3/3 1/3/4 1',
          turns: [],
          marks: [
            ...['b2', 'b4', 'c5', 'd1', 'd3', 'e2', 'g2', 'g3', 'g4'].map((ring) => ({ ring, kind: 'free' }) as const),
            ...['c4', 'd4', 'e4', 'f4'].map((ring) => ({ ring, kind: 'held' }) as const),
          ],
          caption: 'figure.free',
        },
        {
          id: 'held',
          start: '//1GBB/1BooB/2WBG// 2/2/1 1/2/2 2/2/2 1',
          turns: ['Gd4'],
          caption: 'figure.held',
        },
      ),
    ],
  },
  {
    id: 'capturing',
    title: 'capturing.title',
    blocks: [
      text('capturing.jump'),
      text('capturing.any'),
      text('capturing.choice'),
      figures(
        {
          id: 'jump',
          start: '1oBo/oooWo/oooooo/oooooo/1oooooo/2ooGoo/4ooo 5/7/9 0/0/0 0/0/0 2',
          turns: ['xa3Wc5'],
          marks: [{ from: 'a3', to: 'c5' }],
          caption: 'figure.jump',
        },
        {
          id: 'choice',
          start: '2oo/ooooo/oooWoo/1ooGoo/1oooooo/2oBooo/3ooo 5/6/9 0/1/0 0/0/0 1',
          turns: ['xd4Wb4'],
          marks: [
            { from: 'c4', to: 'e3' },
            { from: 'd4', to: 'b4' },
          ],
          caption: 'figure.choice',
        },
      ),
      text('capturing.chain'),
      text('capturing.route'),
      figures({
        id: 'chain',
        start: '2o/oBooo/ooBooo/1oooGo/1ooGoWo/2ooooo/4oo 4/6/8 0/0/0 1/0/0 1',
        turns: ['xb2Bd4Gd6Wf4'],
        marks: [
          { from: 'b2', to: 'd4' },
          { from: 'd4', to: 'd6' },
          { from: 'd6', to: 'f4' },
        ],
        caption: 'figure.chain',
      }),
      text('capturing.whole'),
    ],
  },
  {
    id: 'isolating',
    title: 'isolating.title',
    blocks: [
      text('isolating.claim'),
      text('isolating.how'),
      list('isolating.cut', 'isolating.fill', 'isolating.remove'),
      figures(
        {
          id: 'isolate-one',
          start: '2W/2o/oooooo/ooooBoo/1oooooo/2ooGoo/3oooo 5/6/8 0/0/1 0/1/0 1',
          turns: ['Bd2,b3xWa3'],
          caption: 'figure.isolate-one',
        },
        {
          id: 'isolate-group',
          start: '1oo/ooooo/ooBooo/oooooo/1oooo/2oo2G/5Wo 4/6/8 0/1/1 1/0/0 2',
          turns: ['Bg4,d6xGf5Wg3Bg4'],
          caption: 'figure.isolate-group',
        },
      ),
      text('isolating.vacant'),
      text('isolating.result'),
    ],
  },
  {
    id: 'winning',
    title: 'winning.title',
    blocks: [
      text('winning.when'),
      text('winning.kinds'),
      {
        kind: 'table',
        head: ['winning.game', 'winning.rings', 'winning.pool', 'winning.goals'],
        rows: [
          {
            name: { key: 'winning.standard' },
            cells: [{ key: 'winning.any' }, { pool: 'standard' }, { goals: 'standard' }],
          },
          { name: { key: 'winning.blitz' }, cells: ['37', { pool: 'blitz' }, { goals: 'blitz' }] },
          {
            name: { key: 'winning.tournament' },
            cells: [{ key: 'winning.large' }, { pool: 'tournament' }, { goals: 'tournament' }],
          },
        ],
      },
      text('winning.sharp'),
      text('winning.one'),
    ],
  },
  {
    id: 'ends',
    title: 'ends.title',
    blocks: [
      text('ends.pool'),
      text('ends.full'),
      figures(
        {
          id: 'own',
          start: '/2Go/2ooW/2Goo/3oo/3oB/ 0/0/0 3/2/5 2/4/4 1',
          turns: ['Bf2,b4'],
          caption: 'figure.own',
        },
        {
          id: 'full',
          start: '//2BG/2WoB/3BG// 3/1/1 2/4/5 0/1/1 2',
          turns: ['Bd4xBc3Gc4Wd3Bd4Bd5Be3Ge4'],
          caption: 'figure.full',
        },
      ),
      text('ends.repetition'),
      text('ends.pass'),
    ],
  },
  {
    id: 'tournament',
    title: 'tournament.title',
    blocks: [
      text('tournament.board'),
      text('tournament.touch'),
      text('tournament.missed'),
      list('tournament.demand', 'tournament.jump', 'tournament.go-on'),
      text('tournament.swap'),
    ],
  },
  {
    id: 'rulings',
    title: 'rulings.title',
    blocks: [text('rulings.why'), list('rulings.claims', 'rulings.parts', 'rulings.captures', 'rulings.chain')],
  },
  {
    id: 'notation',
    title: 'notation.title',
    blocks: [
      text('notation.letters'),
      {
        kind: 'table',
        head: ['notation.written', 'notation.meaning'],
        rows: [
          { name: { code: 'Wd4,d1' }, cells: [{ key: 'notation.place' }] },
          { name: { code: 'Wd4' }, cells: [{ key: 'notation.nothing' }] },
          { name: { code: 'x d1Gd3Wd5' }, cells: [{ key: 'notation.chain' }] },
          { name: { code: 'Bd7,b2 x Wa1Wa2' }, cells: [{ key: 'notation.claim' }] },
          { name: { code: '-' }, cells: [{ key: 'notation.pass' }] },
        ],
      },
    ],
  },
  {
    id: 'advice',
    title: 'advice.title',
    blocks: [
      text('advice.sacrifice'),
      figures({
        id: 'sacrifice',
        start: 'Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1',
        turns: ['Be3,b1', 'xf3Bd3', 'Wa2,b2xWa1Wa2'],
        caption: 'figure.sacrifice',
      }),
      text('advice.force'),
      text('advice.tempo'),
      figures(
        {
          id: 'lure',
          start: '/2o/1oGoo/oooB/2oo/2Woo/3oooo 0/0/6 3/3/1 2/4/2 1',
          turns: ['Be2,b3', 'xf1Bd3', 'xc3We2'],
          caption: 'figure.lure',
        },
        {
          id: 'force',
          start: '/3o/2ooW/2oGo/2ooooB/3Wooo/3o1o 0/0/5 1/4/3 3/3/1 2',
          turns: ['Be4,c3', 'xd4Bf4', 'Bd5,b4', 'xc5Be4', 'xf4Wd4'],
          caption: 'figure.force',
        },
      ),
      text('advice.white'),
      text('advice.check'),
      text('advice.edge'),
    ],
  },
  {
    id: 'glossary',
    title: 'glossary.title',
    blocks: [
      list(
        'glossary.ring',
        'glossary.vacant',
        'glossary.free',
        'glossary.marble',
        'glossary.pool',
        'glossary.jump',
        'glossary.capture',
        'glossary.chain',
        'glossary.isolate',
        'glossary.claim',
        'glossary.goal',
        'glossary.sacrifice',
        'glossary.tempo',
        'glossary.blitz',
      ),
    ],
  },
];

/** The texts around the sections. */
export const PAGE = { title: 'page.title', lead: 'page.lead', contents: 'page.contents' } as const;

/** The texts of the page in one language. */
export type Words = Record<string, string>;

/** All illustrations, in order. */
export function illustrations(): Illustration[] {
  return OUTLINE.flatMap((section) =>
    section.blocks.flatMap((block) => (block.kind === 'figures' ? [...block.figures] : [])),
  );
}

/** All keys, in order. */
export function keys(): string[] {
  return [...Object.values(PAGE), ...OUTLINE.flatMap((section) => [section.title, ...section.blocks.flatMap(keysOf)])];
}

function keysOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [block.key];
    case 'list':
      return [...block.keys];
    case 'figures':
      return block.figures.map((figure) => figure.caption);
    case 'boards':
      return block.boards.map((row) => row.key);
    case 'goals':
      return block.rows.map((row) => row.key);
    case 'table':
      return [...block.head, ...block.rows.flatMap((row) => [row.name, ...row.cells].flatMap(keyIn))];
  }
}

function keyIn(cell: Row['name'] | Cell): string[] {
  return typeof cell === 'object' && 'key' in cell ? [cell.key] : [];
}
