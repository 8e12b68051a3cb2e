/**
 * What a ring and a marble look like. Each is defined once in a board's `<defs>` and used everywhere else, in flight too.
 *
 * Light falls from the upper left. Colours stand in the style sheet; here is only where they go.
 */
import { HOLE, MARBLE, RING } from './geometry';
import { h } from './svg';
import type { Colour, Signs } from './types';

export const COLOURS: readonly Colour[] = ['W', 'G', 'B'];

/** The definitions, with names that begin with `id`, so that several boards on a page do not clash. */
export function definitions(id: string): SVGDefsElement {
  const use = (name: string) => `url(#${id}-${name})`;
  return h(
    'defs',
    {},
    radial(`${id}-torus`, { r: RING }, [
      [HOLE / RING, 'ring-deep'],
      [0.53, 'ring-body'],
      [0.7, 'ring-light'],
      [0.87, 'ring-body'],
      [1, 'ring-deep'],
    ]),
    h(
      'linearGradient',
      { id: `${id}-slope`, gradientUnits: 'userSpaceOnUse', x1: -0.34, y1: -0.38, x2: 0.32, y2: 0.4 },
      stop(0, 'slope-light'),
      stop(0.5, 'slope-middle'),
      stop(1, 'slope-dark'),
    ),
    radial(`${id}-shadow`, { r: 0.5 }, [
      [0.6, 'shadow'],
      [1, 'shadow-end'],
    ]),
    radial(`${id}-gloss`, { r: 1 }, [
      [0, 'gloss'],
      [0.35, 'gloss-half'],
      [1, 'gloss-end'],
    ]),
    ring(id),
    ...COLOURS.flatMap((colour) => [
      radial(`${id}-ball-${colour}`, { cx: -0.1, cy: -0.14, r: 0.53 }, [
        [0, `ball-${colour}-light`],
        [0.42, `ball-${colour}-body`],
        [0.8, `ball-${colour}-deep`],
        [1, `ball-${colour}-rim`],
      ]),
      h(
        'g',
        { id: `${id}-${colour}` },
        h('ellipse', { cx: 0.035, cy: 0.06, rx: 0.415, ry: 0.41, fill: use('shadow') }),
        h('circle', { r: MARBLE, fill: use(`ball-${colour}`), class: `zb-ball zb-ball-${colour}` }),
        // The light that comes back from the table, and the window in the glass.
        h('path', { d: lens(0.315, 15, 80, 0.42), class: 'zb-bounce' }),
        h('ellipse', { rx: 1, ry: 1, transform: 'translate(-.125 -.17) rotate(-38) scale(.125 .075)', fill: use('gloss'), class: 'zb-gloss' }),
      ),
    ]),
  );
}

function ring(id: string): SVGGElement {
  const band = `M${RING} 0A${RING} ${RING} 0 1 1 ${-RING} 0A${RING} ${RING} 0 1 1 ${RING} 0ZM${HOLE} 0A${HOLE} ${HOLE} 0 1 0 ${-HOLE} 0A${HOLE} ${HOLE} 0 1 0 ${HOLE} 0Z`;
  return h(
    'g',
    { id: `${id}-ring` },
    h('circle', { cx: 0.03, cy: 0.055, r: 0.53, fill: `url(#${id}-shadow)` }),
    h('circle', { r: HOLE + 0.01, class: 'zb-hole' }),
    h('path', { d: band, fill: `url(#${id}-torus)` }),
    h('path', { d: band, fill: `url(#${id}-slope)` }),
    h('path', { d: lens(0.4, 195, 285, 0.55), class: 'zb-ring-gloss' }),
    h('path', { d: lens(0.235, 15, 90, 0.33), class: 'zb-ring-glint' }),
    h('circle', { r: RING - 0.008, class: 'zb-ring-edge' }),
    h('circle', { r: HOLE + 0.005, class: 'zb-ring-lip' }),
  );
}

/** A thin lens along a circle, from one angle to another, clockwise from the right. A larger `back` makes it thicker. */
function lens(radius: number, from: number, to: number, back: number): string {
  const point = (angle: number) => {
    const turn = (angle * Math.PI) / 180;
    return `${(radius * Math.cos(turn)).toFixed(4)} ${(radius * Math.sin(turn)).toFixed(4)}`;
  };
  return `M${point(from)}A${radius} ${radius} 0 0 1 ${point(to)}A${back} ${back} 0 0 0 ${point(from)}Z`;
}

function stop(offset: number, name: string): SVGStopElement {
  return h('stop', { offset, style: `stop-color:var(--${name})` });
}

function radial(id: string, circle: { cx?: number; cy?: number; r: number }, stops: [number, string][]): SVGRadialGradientElement {
  const { cx = 0, cy = 0, r } = circle;
  return h(
    'radialGradient',
    { id, gradientUnits: 'userSpaceOnUse', cx, cy, r },
    ...stops.map(([offset, name]) => stop(offset, name)),
  );
}

/** What tells the colour without colour, in a circle of radius 1. */
const PATTERNS: Record<Colour, string> = {
  W: 'M0-.5A.5.5 0 1 1 0 .5A.5.5 0 1 1 0-.5Z',
  G: 'M-.62.14L.14-.62M-.4.4L.4-.4M-.14.62L.62-.14',
  B: 'M-.42-.42L.42.42M-.42.42L.42-.42',
};

/** The sign on a marble, in a circle of radius 1. */
export function sign(colour: Colour, signs: Signs): SVGElement | null {
  if (signs === 'letters') return h('text', { class: `zb-sign zb-letter zb-sign-${colour}`, 'aria-hidden': 'true' }, colour);
  if (signs === 'patterns') return h('path', { class: `zb-sign zb-pattern zb-sign-${colour}`, d: PATTERNS[colour] });
  return null;
}
