/**
 * The structure of the rules page, the same in every language. The texts are in `messages/rules/*.json`. Keys of texts are without the id of
 * their section: `setup` in the section `board` is `board.setup`.
 */
import type { LessonKind } from '../board/types';
import type { Preset } from '../core/rules';

/** A marked ring, or an arrow from one ring to another. Shown until a turn is played. */
export type Mark = { ring: string; kind: LessonKind } | { from: string; to: string };

/** A position with turns to play through. */
export interface Illustration {
  /** The caption is `figure.ID`. */
  id: string;
  preset: Preset;
  board: string;
  /** The start position as ZIP, if it is not the usual one. */
  start?: string;
  /** In canonical notation. */
  turns: readonly string[];
  marks?: readonly Mark[];
}

/** A piece of a section. */
export type Block =
  | { kind: 'text'; key: string }
  | { kind: 'list'; keys: readonly string[] }
  /** Illustrations side by side, where there is room. */
  | { kind: 'figures'; figures: readonly Illustration[] }
  /** All boards, empty. The key of the text about a board is its name. */
  | { kind: 'boards' }
  /** The marbles that reach each goal. */
  | { kind: 'goals'; keys: readonly string[] }
  /** A table: the headings, then the rows. A cell is a key or literal text. */
  | { kind: 'table'; head: readonly string[]; rows: readonly Row[] };

/** A cell: a text, literal text, or the pool or the goals of a set of rules. */
export type Cell = { key: string } | string | { pool: Preset } | { goals: Preset };

/** A row of a table: its name or notation, and the other cells. */
export interface Row {
  name: { key: string } | { code: string };
  cells: readonly Cell[];
}

/** A section with its own anchor. Its title is `ID.title`. */
export interface Section {
  id: string;
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
    blocks: [text('material'), text('sets'), { kind: 'goals', keys: ['white', 'grey', 'black', 'each'] }],
  },
  {
    id: 'board',
    blocks: [text('setup'), text('names'), figures({ id: 'start', turns: [] }), text('larger'), { kind: 'boards' }],
  },
  {
    id: 'turn',
    blocks: [text('one-of-two'), list('capture', 'place'), text('no-choice')],
  },
  {
    id: 'placing',
    blocks: [text('any'), text('pool'), figures({ id: 'placing', turns: ['Bd4,d7', 'Gb2,g1'] })],
  },
  {
    id: 'removing',
    blocks: [
      text('free'),
      text('gaps'),
      text('must'),
      figures(
        {
          id: 'free',
          start: '/1oGo/3oo/oWoo/2o1oG/4Bo/4ooo 2/0/2 2/3/3 1/3/4 1',
          turns: [],
          marks: [
            ...['b2', 'b4', 'c5', 'd1', 'd3', 'e2', 'g2', 'g3', 'g4'].map((ring) => ({ ring, kind: 'free' }) as const),
            ...['c4', 'd4', 'e4', 'f4'].map((ring) => ({ ring, kind: 'held' }) as const),
          ],
        },
        {
          id: 'held',
          start: '//1GBB/1BooB/2WBG// 2/2/1 1/2/2 2/2/2 1',
          turns: ['Gd4'],
        },
      ),
    ],
  },
  {
    id: 'capturing',
    blocks: [
      text('jump'),
      text('any'),
      text('choice'),
      figures(
        {
          id: 'jump',
          start: '1oBo/oooWo/oooooo/oooooo/1oooooo/2ooGoo/4ooo 5/7/9 0/0/0 0/0/0 2',
          turns: ['xa3Wc5'],
          marks: [{ from: 'a3', to: 'c5' }],
        },
        {
          id: 'choice',
          start: '2oo/ooooo/oooWoo/1ooGoo/1oooooo/2oBooo/3ooo 5/6/9 0/1/0 0/0/0 1',
          turns: ['xd4Wb4'],
          marks: [
            { from: 'c4', to: 'e3' },
            { from: 'd4', to: 'b4' },
          ],
        },
      ),
      text('chain'),
      text('route'),
      figures({
        id: 'chain',
        start: '2o/oBooo/ooBooo/1oooGo/1ooGoWo/2ooooo/4oo 4/6/8 0/0/0 1/0/0 1',
        turns: ['xb2Bd4Gd6Wf4'],
        marks: [
          { from: 'b2', to: 'd4' },
          { from: 'd4', to: 'd6' },
          { from: 'd6', to: 'f4' },
        ],
      }),
      text('whole'),
    ],
  },
  {
    id: 'isolating',
    blocks: [
      text('claim'),
      text('how'),
      list('cut', 'fill', 'remove'),
      figures(
        {
          id: 'isolate-one',
          start: '2W/2o/oooooo/ooooBoo/1oooooo/2ooGoo/3oooo 5/6/8 0/0/1 0/1/0 1',
          turns: ['Bd2,b3xWa3'],
        },
        {
          id: 'isolate-group',
          start: '1oo/ooooo/ooBooo/oooooo/1oooo/2oo2G/5Wo 4/6/8 0/1/1 1/0/0 2',
          turns: ['Bg4,d6xGf5Wg3Bg4'],
        },
      ),
      text('vacant'),
      text('result'),
    ],
  },
  {
    id: 'winning',
    blocks: [
      text('when'),
      text('kinds'),
      {
        kind: 'table',
        head: ['game', 'rings', 'pool', 'goals'],
        rows: [
          {
            name: { key: 'standard' },
            cells: [{ key: 'any' }, { pool: 'standard' }, { goals: 'standard' }],
          },
          { name: { key: 'blitz' }, cells: ['37', { pool: 'blitz' }, { goals: 'blitz' }] },
          {
            name: { key: 'tournament' },
            cells: [{ key: 'large' }, { pool: 'tournament' }, { goals: 'tournament' }],
          },
        ],
      },
      text('sharp'),
      text('one'),
    ],
  },
  {
    id: 'ends',
    blocks: [
      text('pool'),
      text('full'),
      figures(
        {
          id: 'own',
          start: '/2Go/2ooW/2Goo/3oo/3oB/ 0/0/0 3/2/5 2/4/4 1',
          turns: ['Bf2,b4'],
        },
        {
          id: 'full',
          start: '//2BG/2WoB/3BG// 3/1/1 2/4/5 0/1/1 2',
          turns: ['Bd4xBc3Gc4Wd3Bd4Bd5Be3Ge4'],
        },
      ),
      text('repetition'),
      text('pass'),
    ],
  },
  {
    id: 'tournament',
    blocks: [text('board'), text('touch'), text('missed'), list('demand', 'jump', 'go-on'), text('swap')],
  },
  {
    id: 'rulings',
    blocks: [text('why'), list('claims', 'parts', 'captures', 'chain')],
  },
  {
    id: 'notation',
    blocks: [
      text('letters'),
      {
        kind: 'table',
        head: ['written', 'meaning'],
        rows: [
          { name: { code: 'Wd4,d1' }, cells: [{ key: 'place' }] },
          { name: { code: 'Wd4' }, cells: [{ key: 'nothing' }] },
          { name: { code: 'x d1Gd3Wd5' }, cells: [{ key: 'chain' }] },
          { name: { code: 'Bd7,b2 x Wa1Wa2' }, cells: [{ key: 'claim' }] },
          { name: { code: '-' }, cells: [{ key: 'pass' }] },
        ],
      },
    ],
  },
  {
    id: 'advice',
    blocks: [
      text('sacrifice'),
      figures({
        id: 'sacrifice',
        start: 'Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1',
        turns: ['Be3,b1', 'xf3Bd3', 'Wa2,b2xWa1Wa2'],
      }),
      text('force'),
      text('tempo'),
      figures(
        {
          id: 'lure',
          start: '/2o/1oGoo/oooB/2oo/2Woo/3oooo 0/0/6 3/3/1 2/4/2 1',
          turns: ['Be2,b3', 'xf1Bd3', 'xc3We2'],
        },
        {
          id: 'force',
          start: '/3o/2ooW/2oGo/2ooooB/3Wooo/3o1o 0/0/5 1/4/3 3/3/1 2',
          turns: ['Be4,c3', 'xd4Bf4', 'Bd5,b4', 'xc5Be4', 'xf4Wd4'],
        },
      ),
      text('white'),
      text('check'),
      text('edge'),
    ],
  },
  {
    id: 'glossary',
    blocks: [
      list(
        'ring',
        'vacant',
        'free',
        'marble',
        'pool',
        'jump',
        'capture',
        'chain',
        'isolate',
        'claim',
        'goal',
        'sacrifice',
        'tempo',
        'blitz',
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
