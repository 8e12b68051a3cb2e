/**
 * The structure of the rules page, the same in every language. The texts are in `messages/rules/*.json`. Keys of texts are without the id of
 * their section: `setup` in the section `board` is `board.setup`.
 */
import type { LessonKind } from '../board/types';
import type { Preset } from '../core/rules';

/** A marked ring, or an arrow from one ring to another. Shown until a turn is played. */
export type Mark = { ring: string; kind: LessonKind } | { from: string; to: string };

/** A position of the standard game on the smallest board, with turns to play through. */
export interface Illustration {
  /** The caption is `figure.ID`. */
  id: string;
  /** The start position as ZIP, if it is not the usual one. */
  start: string | null;
  /** In canonical notation. */
  turns: readonly string[];
  marks: readonly Mark[];
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
const figures = (...figures: Illustration[]): Block => ({ kind: 'figures', figures });
const figure = (id: string, start: string | null, turns: string, marks: Mark[] = []): Illustration => ({
  id,
  start,
  turns: turns.split(' ').filter(Boolean),
  marks,
});
const marked = (kind: LessonKind, rings: string) => rings.split(' ').map((ring) => ({ ring, kind }));
const arrow = (from: string, to: string): Mark => ({ from, to });
const game = (preset: Preset, rings: Cell): Row => ({
  name: { key: preset },
  cells: [rings, { pool: preset }, { goals: preset }],
});
const written = (code: string, key: string): Row => ({ name: { code }, cells: [{ key }] });

export const OUTLINE: readonly Section[] = [
  {
    id: 'goal',
    blocks: [text('material'), text('sets'), { kind: 'goals', keys: ['white', 'grey', 'black', 'each'] }],
  },
  {
    id: 'board',
    blocks: [text('setup'), text('names'), figures(figure('start', null, '')), text('larger'), { kind: 'boards' }],
  },
  {
    id: 'turn',
    blocks: [text('one-of-two'), list('capture', 'place'), text('no-choice')],
  },
  {
    id: 'placing',
    blocks: [text('any'), text('pool'), figures(figure('placing', null, 'Bd4,d7 Gb2,g1'))],
  },
  {
    id: 'removing',
    blocks: [
      text('free'),
      text('gaps'),
      text('must'),
      figures(
        figure('free', '/1oGo/3oo/oWoo/2o1oG/4Bo/4ooo 2/0/2 2/3/3 1/3/4 1', '', [
          ...marked('free', 'b2 b4 c5 d1 d3 e2 g2 g3 g4'),
          ...marked('held', 'c4 d4 e4 f4'),
        ]),
        figure('held', '//1GBB/1BooB/2WBG// 2/2/1 1/2/2 2/2/2 1', 'Gd4'),
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
        figure('jump', '1oBo/oooWo/oooooo/oooooo/1oooooo/2ooGoo/4ooo 5/7/9 0/0/0 0/0/0 2', 'xa3Wc5', [
          arrow('a3', 'c5'),
        ]),
        figure('choice', '2oo/ooooo/oooWoo/1ooGoo/1oooooo/2oBooo/3ooo 5/6/9 0/1/0 0/0/0 1', 'xd4Wb4', [
          arrow('c4', 'e3'),
          arrow('d4', 'b4'),
        ]),
      ),
      text('chain'),
      text('route'),
      figures(
        figure('chain', '2o/oBooo/ooBooo/1oooGo/1ooGoWo/2ooooo/4oo 4/6/8 0/0/0 1/0/0 1', 'xb2Bd4Gd6Wf4', [
          arrow('b2', 'd4'),
          arrow('d4', 'd6'),
          arrow('d6', 'f4'),
        ]),
      ),
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
        figure('isolate-one', '2W/2o/oooooo/ooooBoo/1oooooo/2ooGoo/3oooo 5/6/8 0/0/1 0/1/0 1', 'Bd2,b3xWa3'),
        figure('isolate-group', '1oo/ooooo/ooBooo/oooooo/1oooo/2oo2G/5Wo 4/6/8 0/1/1 1/0/0 2', 'Bg4,d6xGf5Wg3Bg4'),
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
        rows: [game('standard', { key: 'any' }), game('blitz', '37'), game('tournament', { key: 'large' })],
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
        figure('own', '/2Go/2ooW/2Goo/3oo/3oB/ 0/0/0 3/2/5 2/4/4 1', 'Bf2,b4'),
        figure('full', '//2BG/2WoB/3BG// 3/1/1 2/4/5 0/1/1 2', 'Bd4xBc3Gc4Wd3Bd4Bd5Be3Ge4'),
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
          written('Wd4,d1', 'place'),
          written('Wd4', 'nothing'),
          written('x d1Gd3Wd5', 'chain'),
          written('Bd7,b2 x Wa1Wa2', 'claim'),
          written('-', 'pass'),
        ],
      },
    ],
  },
  {
    id: 'advice',
    blocks: [
      text('sacrifice'),
      figures(figure('sacrifice', 'Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1', 'Be3,b1 xf3Bd3 Wa2,b2xWa1Wa2')),
      text('force'),
      text('initiative'),
      figures(
        figure('lure', '/2o/1oGoo/oooB/2oo/2Woo/3oooo 0/0/6 3/3/1 2/4/2 1', 'Be2,b3 xf1Bd3 xc3We2'),
        figure('force', '/3o/2ooW/2oGo/2ooooB/3Wooo/3o1o 0/0/5 1/4/3 3/3/1 2', 'Be4,c3 xd4Bf4 Bd5,b4 xc5Be4 xf4Wd4'),
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
        ...['ring', 'vacant', 'free', 'marble', 'pool', 'jump', 'capture'],
        ...['chain', 'isolate', 'claim', 'demand', 'goal', 'sacrifice', 'initiative', 'blitz'],
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
