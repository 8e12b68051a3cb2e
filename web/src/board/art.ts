/**
 * What a ring and a marble look like. Each is defined once in a board's `<defs>` and used everywhere else, also in animations.
 *
 * Light falls from the upper left. The colours are in the style sheet.
 */
import { HOLE, MARBLE, RING } from './geometry';
import { h, styled } from './svg';
import type { Colour, Signs } from './types';

/** The definitions. Their names begin with `id`, so that several boards on a page do not clash. */
export function definitions(id: string): SVGDefsElement {
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
      stop(0.5, 'slope-light', 0),
      stop(0.5, 'slope-dark', 0),
      stop(1, 'slope-dark'),
    ),
    // Shadows and lights are circles of radius 1, moved and scaled to where they belong.
    radial(`${id}-shadow`, { r: 1 }, [
      [0.72, 'shadow'],
      [0.86, 'shadow', 0.46],
      [1, 'shadow', 0],
    ]),
    radial(`${id}-gloss`, { r: 1 }, [
      [0, 'gloss'],
      [0.35, 'gloss', 0.7],
      [1, 'gloss', 0],
    ]),
    // The ring casts a shadow into its own hole.
    radial(`${id}-hole`, { cx: 0.055, cy: 0.075, r: HOLE + 0.08 }, [
      [0.35, 'hole'],
      [1, 'hole-deep'],
    ]),
    fade(id, 'ring-gloss', { cx: -0.21, cy: -0.34, r: 0.3 }),
    fade(id, 'ring-glint', { cx: 0.16, cy: 0.18, r: 0.19 }),
    fade(id, 'bounce', { cx: 0.21, cy: 0.23, r: 0.24 }),
    ring(id),
    ...(Object.keys(PATTERNS) as Colour[]).flatMap((colour) => ball(id, colour)),
  );
}

function ball(id: string, colour: Colour): SVGElement[] {
  const use = (name: string) => `url(#${id}-${name})`;
  return [
    radial(`${id}-ball-${colour}`, { cx: -0.1, cy: -0.14, r: 0.53 }, [
      [0, `ball-${colour}-light`],
      [0.42, `ball-${colour}-body`],
      [0.8, `ball-${colour}-deep`],
      [1, `ball-${colour}-rim`],
    ]),
    radial(`${id}-turn-${colour}`, { r: MARBLE }, [
      [0.76, `ball-${colour}-turn`, 0],
      [1, `ball-${colour}-turn`],
    ]),
    h(
      'g',
      { id: `${id}-${colour}` },
      h('circle', { r: 1, transform: 'translate(.03 .05) scale(.42)', fill: use('shadow') }),
      h('circle', { r: MARBLE, fill: use(`ball-${colour}`) }),
      // Where the surface turns away from the eye, glass mirrors what is around it.
      styled(
        h('circle', { r: MARBLE, fill: use(`turn-${colour}`), class: 'zb-ball' }),
        'stroke',
        `ball-${colour}-line`,
      ),
      h('path', { d: lens(0.31, 5, 90, 0.44), fill: use('bounce') }),
      h('circle', { r: 1, transform: 'translate(-.125 -.17) rotate(-38) scale(.125 .075)', fill: use('gloss') }),
    ),
  ];
}

function ring(id: string): SVGGElement {
  const round = (radius: number, sweep: number) =>
    `M${radius} 0A${radius} ${radius} 0 1 ${sweep} ${-radius} 0A${radius} ${radius} 0 1 ${sweep} ${radius} 0Z`;
  const band = round(RING, 1) + round(HOLE, 0);
  return h(
    'g',
    { id: `${id}-ring` },
    h('circle', { r: 1, transform: 'translate(.035 .06) scale(.545)', fill: `url(#${id}-shadow)` }),
    h('circle', { r: HOLE + 0.01, fill: `url(#${id}-hole)` }),
    h('path', { d: band, fill: `url(#${id}-torus)` }),
    h('path', { d: band, fill: `url(#${id}-slope)` }),
    h('path', { d: lens(0.405, 180, 300, 0.53), fill: `url(#${id}-ring-gloss)` }),
    h('path', { d: lens(0.24, 0, 100, 0.32), fill: `url(#${id}-ring-glint)` }),
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

/** The colour `name` of the style sheet at some place of a gradient. */
type Stop = [offset: number, name: string, opacity?: number];

function stop(...[offset, name, opacity = 1]: Stop): SVGStopElement {
  return styled(h('stop', { offset, 'stop-opacity': opacity }), 'stop-color', name);
}

function radial(id: string, circle: { cx?: number; cy?: number; r: number }, stops: Stop[]): SVGRadialGradientElement {
  const { cx = 0, cy = 0, r } = circle;
  return h('radialGradient', { id, gradientUnits: 'userSpaceOnUse', cx, cy, r }, ...stops.map((one) => stop(...one)));
}

/** A light that fades outwards. */
const fade = (id: string, name: string, circle: Parameters<typeof radial>[1]) =>
  radial(`${id}-${name}`, circle, [
    [0, name],
    [1, name, 0],
  ]);

/** A pattern for each colour, so that marbles differ without colour, in a circle of radius 1. */
const PATTERNS: Record<Colour, string> = {
  W: 'M0-.5A.5.5 0 1 1 0 .5A.5.5 0 1 1 0-.5Z',
  G: 'M-.62.14L.14-.62M-.4.4L.4-.4M-.14.62L.62-.14',
  B: 'M-.42-.42L.42.42M-.42.42L.42-.42',
};

/** The sign on a marble, in a circle of radius 1. */
export function sign(colour: Colour, signs: Signs): SVGElement | null {
  if (signs === 'none') return null;
  const element =
    signs === 'letters'
      ? h('text', { class: 'zb-letter', 'aria-hidden': 'true' }, colour)
      : h('path', { class: 'zb-pattern', d: PATTERNS[colour] });
  return styled(element, '--sign', `sign-${colour}`);
}
