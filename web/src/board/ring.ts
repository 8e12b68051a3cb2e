/** One ring in the image. It remembers what it shows, and changes the document only where that differs. */
import { sign } from './art';
import { MARBLE, type Point } from './geometry';
import { above, below, isChoice, touched, type Kind } from './marks';
import { h } from './svg';
import type { Colour, Signs } from './types';

export interface Look {
  place: Point;
  marble: Colour | null;
  signs: Signs;
  marks: readonly Kind[];
  last: boolean;
  out: Point | null;
  preview: Colour | null;
  draggable: boolean;
  active: boolean;
  words: string;
}

/** The hexagonal cell around a ring, which is the touch target. */
const CELL = `M${[0, 1, 2, 3, 4, 5]
  .map((corner) => {
    const angle = (corner * Math.PI) / 3;
    return `${(0.577 * Math.cos(angle)).toFixed(3)} ${(0.577 * Math.sin(angle)).toFixed(3)}`;
  })
  .join('L')}Z`;

export class RingNode {
  readonly element: SVGGElement;
  private readonly below = h('g');
  private readonly marble = h('g', { class: 'zb-marble' });
  private readonly above = h('g');
  private readonly shown = new Map<string, string>();

  constructor(
    readonly ring: string,
    private readonly id: string,
  ) {
    this.element = h(
      'g',
      { class: 'zb-ring', role: 'button', tabindex: -1, 'data-ring': ring },
      h('path', { class: 'zb-cell', d: CELL }),
      h('use', { href: `#${id}-ring` }),
      this.below,
      this.marble,
      this.above,
    );
  }

  show(look: Look): void {
    const choice = look.active && look.marks.some(isChoice);
    this.set('transform', `translate(${look.place.x} ${look.place.y})`);
    this.set('aria-label', look.words);
    this.set('aria-disabled', choice ? null : 'true');
    this.set('aria-pressed', look.marks.includes('selected') ? 'true' : null);
    this.set('data-marble', look.marble);
    this.set('data-marks', look.marks.join(' ') || null);
    this.toggle('zb-choice', choice);
    this.toggle('zb-draggable', look.draggable);

    this.once('marble', `${look.marble} ${look.signs}`, () => {
      this.marble.replaceChildren(...(look.marble ? marbleParts(this.id, look.marble, look.signs) : []));
    });
    this.once('below', `${look.last} ${look.marks}`, () => {
      const parts = look.marks.map(below);
      if (look.last) parts.unshift(touched());
      this.below.replaceChildren(...parts.filter((part) => part !== null));
    });
    const out = look.marks.includes('remove') && look.out ? `${look.out.x} ${look.out.y}` : '';
    const preview = look.marks.includes('place') ? look.preview : null;
    this.once('above', `${look.marks} ${out} ${preview}`, () => {
      const parts = look.marks.map((kind) => above(kind, look.out)).filter((part) => part !== null);
      if (preview) parts.push(h('g', { class: 'zb-preview' }, h('use', { href: `#${this.id}-${preview}` })));
      this.above.replaceChildren(...parts);
    });
  }

  tabStop(on: boolean): void {
    this.set('tabindex', on ? '0' : '-1');
  }

  toggle(name: string, on: boolean): void {
    this.once(`.${name}`, String(on), () => this.element.classList.toggle(name, on));
  }

  private set(name: string, value: string | null): void {
    this.once(name, value ?? '', () => {
      if (value === null) this.element.removeAttribute(name);
      else this.element.setAttribute(name, value);
    });
  }

  private once(what: string, value: string, change: () => void): void {
    if (this.shown.get(what) === value) return;
    this.shown.set(what, value);
    change();
  }
}

/** A marble in units of ring distance, with its sign. */
export function marbleParts(id: string, colour: Colour, signs: Signs): SVGElement[] {
  const parts: SVGElement[] = [h('use', { href: `#${id}-${colour}` })];
  const mark = sign(colour, signs);
  if (mark) parts.push(h('g', { transform: `scale(${MARBLE})` }, mark));
  return parts;
}
