/** A chess clock for two people at one device. Time is measured, not counted, so a slow page loses none. */
import type { ClockSetting } from './library';

/** The times that are offered, at one device as over the network. */
export const CLOCKS = {
  blitz: { minutes: 3, increment: 2 },
  quick: { minutes: 5, increment: 3 },
  usual: { minutes: 10, increment: 5 },
  long: { minutes: 20, increment: 10 },
} as const satisfies Record<string, ClockSetting>;

export class Clock {
  #left: [number, number];
  #running: 0 | 1 | null = null;
  #since = 0;
  readonly #increment: number;
  readonly #now: () => number;

  constructor(left: [number, number], increment: number, now: () => number = () => performance.now()) {
    this.#left = [...left];
    this.#increment = increment;
    this.#now = now;
  }

  /** Milliseconds left to each side. */
  get left(): [number, number] {
    const left: [number, number] = [...this.#left];
    if (this.#running !== null) left[this.#running] = Math.max(0, left[this.#running] - (this.#now() - this.#since));
    return left;
  }

  /** Lets one side's time run, or nobody's. */
  run(side: 0 | 1 | null): void {
    this.#left = this.left;
    this.#since = this.#now();
    this.#running = side;
  }

  /** The side that ran has made its turn. */
  press(): void {
    const side = this.#running;
    this.run(null);
    if (side !== null && this.#left[side] > 0) this.#left[side] += this.#increment;
  }

  /** The side whose time is over. */
  get fallen(): 0 | 1 | null {
    const left = this.left;
    return left[0] <= 0 ? 0 : left[1] <= 0 ? 1 : null;
  }
}

/** As people read it: 4:05, and with tenths when it gets tight. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`.replace('0:010.0', '0:10');
  const whole = Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
