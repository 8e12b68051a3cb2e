/** Rating histories as lines to draw. */
import { constants } from '../core/rules';
import type { RatingPoint } from './api';

/** Distances between marks that are easy to read. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000];
const MOST_MARKS = 5;

/** One line for each pace. `history` is not empty and has the oldest game first. */
export function graphOf(history: readonly RatingPoint[], width: number, height: number) {
  const [from, to] = range(history.map((game) => game.at));
  const [low, high] = range(history.map((game) => game.rating));
  const step = STEPS.find((size) => Math.ceil(high / size) - Math.floor(low / size) < MOST_MARKS) ?? STEPS.at(-1)!;
  const bottom = Math.floor(low / step) * step;
  // A rating that never changed still gets an axis with some height.
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);

  const x = (at: number) => (to === from ? width / 2 : ((at - from) / (to - from)) * width);
  const y = (rating: number) => ((top - rating) / (top - bottom)) * height;
  const series = constants().paces.flatMap((pace) => {
    const games = history.filter((game) => game.pace === pace);
    const points = games.map((game) => ({ x: x(game.at), y: y(game.rating) }));
    return games.length === 0 ? [] : [{ pace, points, first: games[0]!.rating, last: games.at(-1)!.rating }];
  });
  const marks = Array.from({ length: (top - bottom) / step + 1 }, (_, i) => bottom + i * step);
  return { series, marks: marks.map((rating) => ({ rating, y: y(rating) })), from, to };
}

/** Without spreading: there may be more numbers than a call may have arguments. */
function range(numbers: number[]): [number, number] {
  return numbers.reduce(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Infinity, -Infinity]);
}

/** The value of the attribute `points` of a polyline. */
export function pointsText(points: { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
