/** Animation paths as keyframes of transform and opacity, which browsers animate without repainting. */
import type { Piece } from './air';
import type { Point } from './geometry';

export interface Flight {
  piece: Piece;
  frames: Keyframe[];
  duration: number;
  delay: number;
}

export interface Stop {
  point: Point;
  scale: number;
  opacity: number;
}

const SAMPLES = 16;

const gentle = (t: number) => (1 - Math.cos(Math.PI * t)) / 2;

/** An arc from one stop to another, `height` pixels high; the piece grows in the middle, as if it came closer. */
export function arc(piece: Piece, from: Stop, to: Stop, height: number, swell: number): Keyframe[] {
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const time = index / SAMPLES;
    const way = gentle(time);
    const rise = 4 * way * (1 - way);
    const between = (a: number, b: number) => a + (b - a) * way;
    const point = {
      x: between(from.point.x, to.point.x),
      y: between(from.point.y, to.point.y) - height * rise,
    };
    const scale = between(from.scale, to.scale) * (1 + swell * rise);
    // A piece fades near the end where it is invisible, not halfway.
    const opacity = Math.min(1, from.opacity + 3 * time, to.opacity + 3 * (1 - time));
    return { offset: time, transform: piece.transform(point, scale), opacity };
  });
}

/** Slides away with increasing speed, and fades when it is clear of the other rings. */
export function slide(piece: Piece, from: Point, way: Point, distance: number): Keyframe[] {
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const time = index / SAMPLES;
    const far = distance * (0.35 * time + 0.65 * time * time);
    const point = { x: from.x + way.x * far, y: from.y + way.y * far };
    return { offset: time, transform: piece.transform(point), opacity: time < 0.4 ? 1 : 1 - (time - 0.4) / 0.6 };
  });
}

export function lift(piece: Piece, from: Point, height: number): Keyframe[] {
  return [
    { transform: piece.transform(from), opacity: 1, easing: 'ease-out' },
    {
      transform: piece.transform({ x: from.x, y: from.y - height * 0.4 }, 1.12),
      opacity: 1,
      offset: 0.45,
      easing: 'ease-in',
    },
    { transform: piece.transform({ x: from.x, y: from.y - height }, 1.18), opacity: 0 },
  ];
}
