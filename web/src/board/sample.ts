/** Boards for tests, made without the rules. */
import { STILL, type BoardHandlers, type BoardState, type Colour, type Drawing, type Shape } from './types';

/** A board with columns of these lengths; `middle` is the index of the column whose first ring lies lowest. */
export function shapeOf(columns: number[], middle = Math.floor(columns.length / 2)): Shape {
  const height = (column: number, ring: number) => Math.abs(column - middle) + 2 * ring;
  const rings = columns.flatMap((count, column) =>
    Array.from({ length: count }, (_, ring) => ({
      ring: `${String.fromCharCode(97 + column)}${ring + 1}`,
      x: (column - middle) * (Math.sqrt(3) / 2),
      y: -(height(column, ring) - 6) / 2,
      next: [null, null, null, null, null, null] as Shape['rings'][number]['next'],
    })),
  );
  return { board: columns.join('-'), rings };
}

export const BASIC = shapeOf([4, 5, 6, 7, 6, 5, 4]);

export function stateOf(marbles: Record<string, Colour> = {}, more: Partial<BoardState> = {}): BoardState {
  const shape = more.shape ?? BASIC;
  return {
    ...STILL,
    shape,
    rings: shape.rings.map(({ ring }) => ({ ring, marble: marbles[ring] ?? null })),
    active: true,
    describe: (ring) => `ring ${ring}`,
    ...more,
  };
}

export function without(state: BoardState, ...gone: string[]): BoardState {
  return { ...state, rings: state.rings.filter(({ ring }) => !gone.includes(ring)) };
}

export function listener(
  draggable: (ring: string) => boolean = () => false,
): BoardHandlers & { heard: string[]; drawn: Drawing[] } {
  const record = {
    heard: [] as string[],
    drawn: [] as Drawing[],
    tap: (ring: string) => void record.heard.push(`tap ${ring}`),
    draggable,
    lift: (ring: string) => void record.heard.push(`lift ${ring}`),
    drop: (from: string, to: string | null) => void record.heard.push(`drop ${from} ${to}`),
    draw: (drawings: Drawing[]) => void (record.drawn = drawings),
  };
  return record;
}
