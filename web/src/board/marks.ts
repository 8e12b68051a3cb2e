/** The shapes of marks. Each kind has its own shape, so that no mark depends on colour alone. */
import { h } from './svg';
import type { LessonKind, MarkKind } from './types';
import type { Point } from './geometry';

export type Kind = MarkKind | LessonKind;

/** Kinds of marks on rings that can be tapped. */
const CHOICES: ReadonlySet<Kind> = new Set(['place', 'remove', 'jumper', 'landing', 'group', 'selected']);

export function isChoice(kind: Kind): boolean {
  return CHOICES.has(kind);
}

/** The part of a mark below the marble. */
export function below(kind: Kind): SVGGElement | null {
  switch (kind) {
    case 'jumper':
      return mark(kind, circle(0.41));
    case 'selected':
      return mark(kind, circle(0.435));
    case 'group':
      return mark(kind, circle(0.455), circle(0.385));
    default:
      return null;
  }
}

/** The part of a mark above the marble. `out` is the direction in which the ring would slide out. */
export function above(kind: Kind, out: Point | null): SVGGElement | null {
  switch (kind) {
    case 'place':
      return mark(kind, circle(0.085));
    case 'landing':
      return mark(kind, circle(0.28), circle(0.085, 'dot'));
    case 'remove':
      return mark(kind, circle(0.405), chevron('casing', out), chevron('line', out));
    case 'victim':
      return mark(kind, badge());
    case 'free':
      return mark(kind, circle(0.25), h('path', { d: 'M-.12.01L-.04.09L.12-.09', class: 'line' }));
    case 'held':
      return mark(kind, circle(0.25), h('path', { d: 'M-.1-.1L.1.1M.1-.1L-.1.1', class: 'line' }));
    case 'group':
      return mark(kind, circle(0.35, 'tint'));
    default:
      return null;
  }
}

/** A thin line around a ring that the last turn used. */
export function touched(): SVGGElement {
  return h('g', { class: 'zb-last' }, circle(0.432));
}

/** Marks where a ring was: clearly after the turn that removed it, as a dot from then on. */
export function ghost(place: Point, last: boolean): SVGCircleElement {
  // Small enough to leave room for the name of the next ring, which is now at the edge.
  return h('circle', { class: last ? 'zb-ghost' : 'zb-bare', cx: place.x, cy: place.y, r: last ? 0.17 : 0.035 });
}

function mark(kind: Kind, ...shapes: SVGElement[]): SVGGElement {
  return h('g', { class: `zb-mark zb-${kind}` }, ...shapes);
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
