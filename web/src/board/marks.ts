/** The shapes of marks. Each kind has its own shape, so that no mark depends on colour alone. */
import { h } from './svg';
import type { LessonKind, MapKind, MarkKind } from './types';
import type { Point } from './geometry';

export type Kind = MarkKind | LessonKind | MapKind;

/** Kinds of marks on rings that can be tapped. */
const CHOICES: ReadonlySet<Kind> = new Set([
  'place',
  'remove',
  'jumper',
  'landing',
  'group',
  'selected',
  'lost',
  'open',
]);

export function isChoice(kind: Kind): boolean {
  return CHOICES.has(kind);
}

const BELOW: Partial<Record<Kind, () => SVGElement[]>> = {
  jumper: () => [circle(0.41)],
  selected: () => [circle(0.435)],
  group: () => [circle(0.455), circle(0.385)],
};

const ABOVE: Partial<Record<Kind, (out: Point | null) => SVGElement[]>> = {
  place: () => [circle(0.085)],
  landing: () => [circle(0.28), circle(0.085, 'dot')],
  remove: (out) => [circle(0.405), chevron('casing', out), chevron('line', out)],
  victim: () => [badge()],
  free: () => [circle(0.25), h('path', { d: 'M-.12.01L-.04.09L.12-.09', class: 'line' })],
  held: () => [circle(0.25), h('path', { d: 'M-.1-.1L.1.1M.1-.1L-.1.1', class: 'line' })],
  group: () => [circle(0.35, 'tint')],
  // The digit 2 and a question mark.
  lost: () => [
    circle(0.25),
    h('path', { d: 'M-.08-.06C-.08-.17.09-.17.09-.05C.09.02-.04.06-.09.14H.1', class: 'line' }),
  ],
  open: () => [
    circle(0.25),
    h('path', { d: 'M-.08-.07C-.08-.18.09-.18.09-.06C.09.02 0 0 0 .06M0 .145V.15', class: 'line' }),
  ],
};

/** The part of a mark below the marble. */
export const below = (kind: Kind) => mark(kind, BELOW[kind]?.());

/** The part of a mark above the marble. `out` is the direction in which the ring would slide out. */
export const above = (kind: Kind, out: Point | null) => mark(kind, ABOVE[kind]?.(out));

/** A thin line around a ring that the last turn used. */
export function touched(): SVGGElement {
  return h('g', { class: 'zb-last' }, circle(0.432));
}

/** Marks where a ring was: clearly after the turn that removed it, as a dot from then on. */
export function ghost(place: Point, last: boolean): SVGCircleElement {
  // Small enough to leave room for the name of the next ring, which is now at the edge.
  return h('circle', { class: last ? 'zb-ghost' : 'zb-bare', cx: place.x, cy: place.y, r: last ? 0.13 : 0.035 });
}

function mark(kind: Kind, shapes: SVGElement[] | undefined): SVGGElement | null {
  return shapes ? h('g', { class: `zb-mark zb-${kind}` }, ...shapes) : null;
}

function circle(r: number, name = 'round'): SVGCircleElement {
  return h('circle', { r, class: name });
}

/** A plus in the corner, which does not cover the marble's sign: the marble would be captured. */
function badge(): SVGGElement {
  return h(
    'g',
    { transform: 'translate(.27 .27)' },
    circle(0.155),
    h('path', { d: 'M-.08 0H.08M0-.08V.08', class: 'line' }),
  );
}

/** An arrow in the direction `out`, or a bar if there is none. */
function chevron(name: string, out: Point | null): SVGPathElement {
  if (!out) return h('path', { d: 'M-.08 0H.08', class: name });
  const angle = (Math.atan2(out.y, out.x) * 180) / Math.PI;
  return h('path', { d: 'M-.04-.085L.045 0L-.04.085', class: name, transform: `rotate(${angle.toFixed(1)})` });
}
