/** Moving the focus by key. Directions are as seen on the screen, however the board is turned. */
import { WAYS, type Plan, type Point } from './geometry';

const [UP, UP_RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, UP_LEFT] = [0, 1, 2, 3, 4, 5] as const;

/** Keys with one direction each, as on a number pad. The page uses letters for the colours. */
const WAY: Record<string, number> = {
  ArrowUp: UP,
  PageUp: UP_RIGHT,
  PageDown: DOWN_RIGHT,
  ArrowDown: DOWN,
  End: DOWN_LEFT,
  Home: UP_LEFT,
};

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean };

export class Walker {
  /** The height that left and right keep to, so that they go straight, and back the same way. */
  private row: number | null = null;

  /** The ring that a key leads to; `null` for other keys, the same ring at the edge. */
  walk(key: Key, plan: Plan, rings: Iterable<string>, from: string): string | null {
    if (key.ctrlKey || key.altKey || key.metaKey) return null;
    const list = [...rings];
    const sideways =
      key.key === 'ArrowLeft' ? [UP_LEFT, DOWN_LEFT] : key.key === 'ArrowRight' ? [UP_RIGHT, DOWN_RIGHT] : null;
    if (sideways) {
      this.row ??= plan.at(from).y;
      return this.aside(sideways as [number, number], key.shiftKey, plan, list, from) ?? from;
    }
    const way = WAY[key.key];
    if (way === undefined) return null;
    this.row = null;
    return step(plan, list, from, way) ?? from;
  }

  /** Forgets the height, because the focus moved in another way. */
  forget(): void {
    this.row = null;
  }

  /** Of the two neighbours on one side, the one nearer to the row; with shift the other one. */
  private aside(
    [high, low]: [number, number],
    other: boolean,
    plan: Plan,
    rings: string[],
    from: string,
  ): string | null {
    const place = plan.at(from);
    const climbs = place.y - (this.row ?? place.y) > -0.01;
    const order = climbs !== other ? [high, low] : [low, high];
    if (other) this.row = null;
    const near = order.map((way) => neighbour(plan, rings, place, way)).find((ring) => ring !== null);
    return near ?? step(plan, rings, from, order[0]!) ?? step(plan, rings, from, order[1]!);
  }
}

function neighbour(plan: Plan, rings: string[], place: Point, way: number): string | null {
  const { x, y } = WAYS[way]!;
  return plan.nearest({ x: place.x + x, y: place.y + y }, rings, 0.1);
}

/** The next ring in a direction: straight ahead across gaps or, if there is none, the closest to that direction. */
export function step(plan: Plan, rings: Iterable<string>, from: string, way: number): string | null {
  const place = plan.at(from);
  const { x, y } = WAYS[way]!;
  let best: string | null = null;
  let cost = Infinity;
  for (const ring of rings) {
    if (ring === from) continue;
    const [dx, dy] = [plan.at(ring).x - place.x, plan.at(ring).y - place.y];
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y - dy * x);
    const away = Math.hypot(dx, dy);
    // Up to 60 degrees to either side, excluding the two neighbouring directions.
    if (along <= away * 0.51) continue;
    const price = aside < 0.1 ? along : 100 + away + 2 * aside;
    if (price < cost) [best, cost] = [ring, price];
  }
  return best;
}
