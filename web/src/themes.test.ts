import { describe, expect, it } from 'vitest';
import board from './board/colours.css?raw';
import page from './themes.css?raw';

type Theme = Record<string, string>;
const THEMES = ['classic', 'light', 'dark', 'contrast'];

/** The six-digit colours of a theme. It inherits missing ones from the first theme. */
function read(css: string, theme: string): Theme {
  const colours: Theme = {};
  for (const name of new Set(['classic', theme])) {
    const block = new RegExp(`\\[data-theme='${name}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
    for (const [, variable, value] of block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) colours[variable!] = value!;
  }
  return colours;
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
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

describe.each(THEMES)('the theme %s', (theme) => {
  const colours = { ...read(board, theme), ...read(page, theme) };
  const text = theme === 'contrast' ? 7 : 4.5;
  const parts = theme === 'contrast' ? 4.5 : 3;

  it('has readable text', () => {
    for (const back of ['page', 'surface', 'raised']) {
      for (const front of ['ink', 'ink-soft', 'accent', 'danger', 'good']) expectContrast(colours, front, back, text);
    }
    expectContrast(colours, 'accent-ink', 'accent', text);
    expectContrast(colours, 'name', 'table', text);
    expectContrast(colours, 'name', 'table-glow', text);
  });

  it('has visible outlines', () => {
    for (const back of ['page', 'surface', 'raised']) {
      expectContrast(colours, 'edge', back, parts);
      expectContrast(colours, 'focus', back, parts);
    }
  });

  it('has visible marks on rings', () => {
    for (const mark of ['mark', 'mark-way', 'mark-group', 'mark-last'])
      expectContrast(colours, mark, 'ring-light', parts);
    for (const badge of ['mark-take', 'mark-free', 'mark-held']) expectContrast(colours, 'badge-line', badge, 4.5);
    // A dot in the hole has its own dark outline.
    for (const mark of ['mark', 'mark-way']) expectContrast(colours, mark, 'mark-line', parts);
  });

  it('has visible marbles on rings, and black ones with a visible edge', () => {
    expectContrast(colours, 'ball-W-body', 'ring-light', parts);
    expectContrast(colours, 'ball-G-body', 'ring-light', parts);
    expectContrast(colours, 'ball-B-line', 'ring-light', parts);
    expectContrast(colours, 'ball-B-line', 'ball-B-deep', parts);
  });

  it('has readable signs on marbles', () => {
    for (const colour of 'WGB') expectContrast(colours, `sign-${colour}`, `ball-${colour}-body`, 4.5);
  });

  it('has a focus mark with a light and a dark line', () => {
    expectContrast(colours, 'focus-in', 'focus-out', parts);
  });
});
