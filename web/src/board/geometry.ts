/**
 * Geometry: where rings are on a turned or mirrored board, and how the board fits into the window.
 *
 * The unit of length is the distance between neighbouring rings; y points downwards.
 */
import type { Shape } from './types';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The radii of a ring, its hole, and a marble. The marble lies in the hole and covers its rim. */
export const RING = 0.47;
export const HOLE = 0.2;
export const MARBLE = 0.35;

/** A point belongs to the nearest ring within this distance, which is a little more than a hexagonal cell. */
const REACH = 0.6;

/** The distance of a ring's name from the centre of the ring. */
const NAME_AWAY = 0.69;

/** The six directions to a neighbour, clockwise from straight up. */
export const WAYS: readonly Point[] = [0, 1, 2, 3, 4, 5].map((sixth) => {
  const angle = (sixth * Math.PI) / 3;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
});

const tidy = (value: number) => Math.round(value * 1e4) / 1e4 + 0;

/** The layout of a board as turned and mirrored for one person. */
export class Plan {
  /** The place of each ring of the complete board, in the order of the names. */
  readonly places: ReadonlyMap<string, Point>;
  /** The visible area. It does not change when rings leave, so that the board does not jump. */
  readonly box: Box;
  private readonly centre: Point;
  private readonly seen: (point: Point) => Point;

  constructor(
    private readonly shape: Shape,
    turned: number,
    mirrored: boolean,
    private readonly coordinates: boolean,
  ) {
    const angle = (turned * Math.PI) / 3;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.seen = (point) => {
      const x = mirrored ? -point.x : point.x;
      return { x: tidy(x * cos - point.y * sin), y: tidy(x * sin + point.y * cos) };
    };
    this.places = new Map(shape.rings.map((place) => [place.ring, this.seen(place)]));
    const points = [...this.places.values()];
    this.box = around([
      ...points.map((point) => ({ ...point, reach: 0.56 })),
      ...this.names(this.places).map((point) => ({ ...point, reach: 0.17 })),
    ]);
    const mean = (pick: (point: Point) => number) =>
      points.reduce((sum, point) => sum + pick(point), 0) / points.length;
    this.centre = { x: mean((point) => point.x), y: mean((point) => point.y) };
  }

  /** The names along the edge of the remaining board: beside the lowest and the highest ring of each column. */
  names(left: { has(ring: string): boolean }): (Point & { ring: string })[] {
    if (!this.coordinates) return [];
    const rings = this.shape.rings.filter(({ ring }) => left.has(ring));
    return ends(rings).map(({ ring, x, y, side }) => ({ ring, ...this.seen({ x, y: y + side * NAME_AWAY }) }));
  }

  /** Where a ring is, or was. */
  at(ring: string): Point {
    return this.places.get(ring) ?? this.centre;
  }

  nearest(point: Point, rings: Iterable<string>, within = REACH): string | null {
    let best: string | null = null;
    let nearest = within;
    for (const ring of rings) {
      const place = this.at(ring);
      const away = Math.hypot(place.x - point.x, place.y - point.y);
      if (away < nearest) [best, nearest] = [ring, away];
    }
    return best;
  }

  /** The direction, as a unit vector, of a way out: between side `way` of a ring and the next one clockwise. */
  direction(way: number): Point {
    const angle = ((way + 0.5) * Math.PI) / 3;
    return this.seen({ x: Math.sin(angle), y: -Math.cos(angle) });
  }
}

/** The lowest and the highest ring of each column, and the side on which its name stands. */
function ends(rings: Shape['rings']): { ring: string; x: number; y: number; side: number }[] {
  const columns = new Map<number, { low: Shape['rings'][number]; high: Shape['rings'][number] }>();
  for (const place of rings) {
    const column = columns.get(place.x);
    if (!column) columns.set(place.x, { low: place, high: place });
    else if (place.y > column.low.y) column.low = place;
    else if (place.y < column.high.y) column.high = place;
  }
  return [...columns.values()].flatMap(({ low, high }) => [
    { ring: low.ring, x: low.x, y: low.y, side: 1 },
    ...(high === low ? [] : [{ ring: high.ring, x: high.x, y: high.y, side: -1 }]),
  ]);
}

function around(points: (Point & { reach: number })[]): Box {
  const left = Math.min(...points.map(({ x, reach }) => x - reach));
  const top = Math.min(...points.map(({ y, reach }) => y - reach));
  const right = Math.max(...points.map(({ x, reach }) => x + reach));
  const bottom = Math.max(...points.map(({ y, reach }) => y + reach));
  return { x: tidy(left), y: tidy(top), width: tidy(right - left), height: tidy(bottom - top) };
}

/** A box fitted into a rectangle of the window: centred, with its proportions kept. */
export class Fit {
  /** Pixels between two rings. */
  readonly unit: number;
  private readonly left: number;
  private readonly top: number;

  constructor(box: Box, rect: { left: number; top: number; width: number; height: number }) {
    this.unit = Math.min(rect.width / box.width, rect.height / box.height);
    this.left = rect.left + (rect.width - box.width * this.unit) / 2 - box.x * this.unit;
    this.top = rect.top + (rect.height - box.height * this.unit) / 2 - box.y * this.unit;
  }

  toWindow(point: Point): Point {
    return { x: this.left + point.x * this.unit, y: this.top + point.y * this.unit };
  }

  toBoard(x: number, y: number): Point {
    return { x: (x - this.left) / this.unit, y: (y - this.top) / this.unit };
  }
}
