/** What a diagram draws over the picture of a position: the picture itself, cut to its rings, marks and names. */
import type { Mark } from '../rules/outline';
import type { Shape } from '../core/rules';

/** Pixels between neighbours in a picture of the rules, and the room around the outermost rings in those distances. */
const SCALE = 60;
const MARGIN = 1;
/** The room that a diagram leaves. */
const ROOM = 0.95;
/** How far an arrow lies beside its line, in pixels. */
const ASIDE = 10;

export interface Frame {
  /** Left, top, width and height, in pixels of the picture. */
  box: readonly [number, number, number, number];
  /** Where a ring's centre is in the picture. */
  at(ring: string): { x: number; y: number };
}

/** The part of the picture in which these rings lie. */
export function frame(shape: Shape, rings: readonly string[]): Frame {
  const left = Math.min(...shape.rings.map((place) => place.x));
  const top = Math.min(...shape.rings.map((place) => place.y));
  const places = new Map(
    shape.rings.map(({ ring, x, y }) => [ring, { x: (x - left + MARGIN) * SCALE, y: (y - top + MARGIN) * SCALE }]),
  );
  const seen = rings.flatMap((ring) => places.get(ring) ?? []);
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - ROOM * SCALE, Math.min(...ys) - ROOM * SCALE];
  const [width, height] = [Math.max(...xs) + ROOM * SCALE - x, Math.max(...ys) + ROOM * SCALE - y];
  return { box: [x, y, width, height], at: (ring) => places.get(ring) ?? { x: 0, y: 0 } };
}

/** The lowest and the highest of these rings in each column, whose names are shown, and on which side of the ring the name goes. */
export function names(rings: readonly string[]): { ring: string; below: boolean }[] {
  const columns = new Map<string, string[]>();
  for (const ring of rings) columns.set(ring[0]!, [...(columns.get(ring[0]!) ?? []), ring]);
  return [...columns.values()].flatMap((column) => {
    const sorted = column.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
    const ends = [
      { ring: sorted[0]!, below: true },
      { ring: sorted.at(-1)!, below: false },
    ];
    return sorted.length === 1 ? ends.slice(0, 1) : ends;
  });
}

/** A picture as the address of an image, without its frame, its words and its ground. */
export function image(svg: string, [x, y, width, height]: Frame['box']): string {
  const bare = svg
    .replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, `viewBox="${x} ${y} ${width} ${height}"`)
    .replace(/<text .*?<\/text>/g, '')
    .replace(/<use href="#\w+" transform=[^>]*>/g, '')
    .replace(/<rect [^>]*>/, '');
  return `data:image/svg+xml,${encodeURIComponent(bare)}`;
}

/** An arrow from ring to ring, beside the straight line so that two in opposite directions can be told apart. */
export function arrow(frame: Frame, mark: Extract<Mark, { from: string }>): { x1: number; y1: number; x2: number; y2: number } {
  const [from, to] = [frame.at(mark.from), frame.at(mark.to)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const part = (share: number) => ({
    x: from.x + dx * share - (dy / length) * ASIDE,
    y: from.y + dy * share + (dx / length) * ASIDE,
  });
  const [start, end] = [part(0.12), part(0.88)];
  return { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
}
