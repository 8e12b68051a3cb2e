/** What the marks look like. Each kind has a shape of its own, so that no mark is told by its colour alone. */
import { h } from './svg';
import type { LessonKind, MarkKind } from './types';
import type { Point } from './geometry';

export type Kind = MarkKind | LessonKind;

/** Kinds that say: something happens when this ring is tapped. */
const CHOICES: ReadonlySet<Kind> = new Set(['place', 'remove', 'jumper', 'landing', 'group', 'selected']);

export function isChoice(kind: Kind): boolean {
  return CHOICES.has(kind);
}

/** Marks that lie on the ring but below the marble. */
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

/** Marks that must not be covered. `out` is the way on which the ring would leave. */
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

/** A thin line around what the last turn touched. */
export function touched(): SVGGElement {
  return h('g', { class: 'zb-last' }, circle(0.432));
}

/** Where a ring was: clearly for the last turn, and as a dot ever after, so that the board is still seen as it was. */
export function ghost(place: Point, last: boolean): SVGCircleElement {
  // Small enough to leave room for the name of the ring behind it, which now stands at the edge.
  return h('circle', { class: last ? 'zb-ghost' : 'zb-bare', cx: place.x, cy: place.y, r: last ? 0.17 : 0.035 });
}

function mark(kind: Kind, ...shapes: SVGElement[]): SVGGElement {
  return h('g', { class: `zb-mark zb-${kind}` }, ...shapes);
}

function circle(r: number, name = 'round'): SVGCircleElement {
  return h('circle', { r, class: name });
}

/** A plus in the corner: one more for who takes it. The marble and its sign can still be seen. */
function badge(): SVGGElement {
  return h(
    'g',
    { transform: 'translate(.27 .27)' },
    circle(0.155),
    h('path', { d: 'M-.08 0H.08M0-.08V.08', class: 'line' }),
  );
}

/** Points out of the board, or is a bar where there is no way out. */
function chevron(name: string, out: Point | null): SVGPathElement {
  if (!out) return h('path', { d: 'M-.08 0H.08', class: name });
  const angle = (Math.atan2(out.y, out.x) * 180) / Math.PI;
  return h('path', { d: 'M-.04-.085L.045 0L-.04.085', class: name, transform: `rotate(${angle.toFixed(1)})` });
}
