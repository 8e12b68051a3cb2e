import { describe, expect, it } from 'vitest';
import board from './board/colours.css?raw';
import { BOARDS, MARBLES, THEMES } from './stores/settings.svelte';
import page from './themes.css?raw';

type Theme = Record<string, string>;

/** The six-digit colours of some blocks of a style sheet, such as `theme='dark'`. A later block replaces colours of an earlier one. */
function read(css: string, ...blocks: string[]): Theme {
  const colours: Theme = {};
  for (const name of blocks) {
    const block = new RegExp(`\\[data-${name}\\] \\{([^}]*)\\}`).exec(css)?.[1];
    if (block === undefined) throw new Error(`the style sheet has no ${name}`);
    for (const [, variable, value] of block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) colours[variable!] = value!;
  }
  return colours;
}

type Triple = [number, number, number];

/** Red, green and blue in linear light, from 0 to 1. */
function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How people without one kind of cone see colours, in linear light: the matrices of Machado, Oliveira and Fernandes (2009). */
const SIGHT: Record<string, [Triple, Triple, Triple]> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cones': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** A colour in CIELAB as seen with some cones, where distances are about as large as they look. */
function seen(colour: string, cones: string): Triple {
  const light = linear(colour);
  const [r, g, b] = SIGHT[cones]!.map((row) =>
    Math.min(1, Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2])),
  ) as Triple;
  const root = (part: number) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(one: string, other: string, cones: string): number {
  const [left, right] = [seen(one, cones), seen(other, cones)];
  return Math.hypot(...left.map((part, index) => part - right[index]!));
}

/** Expects that colours differ clearly for everybody: ten times as much as the eye can just tell apart. */
function expectDistinct(colours: Theme, names: string[]): void {
  for (const cones of Object.keys(SIGHT)) {
    names.forEach((one, index) => {
      for (const other of names.slice(index + 1))
        expect(distance(colours[one]!, colours[other]!, cones), `--${one} and --${other}, ${cones}`).toBeGreaterThan(
          23,
        );
    });
  }
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

function expectContrast(colours: Theme, front: string, back: string, least: number): void {
  const [one, other] = [colours[front], colours[back]];
  if (!one || !other) throw new Error(`--${one ? back : front} is not a six-digit colour`);
  expect(contrast(one, other), `--${front} on --${back}`).toBeGreaterThanOrEqual(least);
}

/** Expects that one of several colours stands out from the one behind. */
function expectOneOf(colours: Theme, fronts: string[], back: string, least: number): void {
  const best = Math.max(...fronts.map((front) => contrast(colours[front]!, colours[back]!)));
  expect(best, `--${fronts.join(' or --')} on --${back}`).toBeGreaterThanOrEqual(least);
}

describe.each(THEMES)('the theme %s', (theme) => {
  const colours = read(page, "theme='classic'", `theme='${theme}'`);
  const text = theme === 'contrast' ? 7 : 4.5;
  const parts = theme === 'contrast' ? 4.5 : 3;

  it('has readable text', () => {
    for (const back of ['page', 'surface', 'raised']) {
      for (const front of ['ink', 'ink-soft', 'accent', 'danger', 'good']) expectContrast(colours, front, back, text);
    }
    expectContrast(colours, 'accent-ink', 'accent', text);
  });

  it('has visible outlines', () => {
    for (const back of ['page', 'surface', 'raised']) {
      expectContrast(colours, 'edge', back, parts);
      expectContrast(colours, 'focus', back, parts);
    }
  });
});

describe.each(BOARDS)('the board %s', (set) => {
  const colours = read(board, "board='wood'", `board='${set}'`);
  const text = set === 'contrast' ? 7 : 4.5;
  const parts = set === 'contrast' ? 4.5 : 3;

  it('has readable names of rings', () => {
    expectContrast(colours, 'name', 'table', text);
    expectContrast(colours, 'name', 'table-glow', text);
  });

  it('has visible marks on rings', () => {
    for (const mark of ['mark', 'mark-way', 'mark-group', 'mark-last'])
      expectContrast(colours, mark, 'ring-light', parts);
    for (const badge of ['mark-take', 'mark-free', 'mark-held', 'badge-ink'])
      expectContrast(colours, 'badge-line', badge, 4.5);
    // A dot in the hole has its own outline.
    for (const mark of ['mark', 'mark-way']) expectContrast(colours, mark, 'mark-line', parts);
  });

  it('has a focus mark with a light and a dark line', () => {
    expectContrast(colours, 'focus-in', 'focus-out', parts);
  });

  it('has drawings that are visible on rings and on the table, in colours that everybody can tell apart', () => {
    const brushes = ['page', 'blue', 'yellow', 'orange'].map((brush) => `brush-${brush}`);
    for (const brush of brushes) {
      expectContrast(colours, brush, 'brush-line', 3);
      for (const back of ['ring-light', 'table', 'table-glow']) expectOneOf(colours, [brush, 'brush-line'], back, 3);
    }
    expectDistinct(colours, brushes);
  });

  describe.each([null, ...MARBLES])('with the marbles %s', (marbles) => {
    const colours = read(board, "board='wood'", `board='${set}'`, ...(marbles ? [`marbles='${marbles}'`] : []));

    it('has marbles that stand out from the rings', () => {
      for (const colour of 'WGB') {
        expectOneOf(colours, [`ball-${colour}-body`, `ball-${colour}-line`], 'ring-light', parts);
        // The edge of a marble is seen, unless the marble itself stands out.
        expectOneOf(colours, [`ball-${colour}-line`, 'ring-light'], `ball-${colour}-body`, parts);
      }
    });

    it('has marbles that everybody can tell apart, also in print', () => {
      expectDistinct(colours, ['ball-W-body', 'ball-G-body', 'ball-B-body']);
      expectContrast(colours, 'ball-W-body', 'ball-G-body', 2);
      expectContrast(colours, 'ball-G-body', 'ball-B-body', 3);
    });

    it('has readable signs on marbles', () => {
      for (const colour of 'WGB') expectContrast(colours, `sign-${colour}`, `ball-${colour}-body`, 4.5);
    });
  });
});
