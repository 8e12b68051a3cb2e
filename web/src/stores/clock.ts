/** A chess clock for a game on this device. It measures time rather than counting ticks, so a slow page loses none. */
import type { ClockSetting } from './library';

/** The time controls offered for quick selection, on this device and online. */
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

  /** Starts the clock of one side, or stops both. */
  run(side: 0 | 1 | null): void {
    this.#left = this.left;
    this.#since = this.#now();
    this.#running = side;
  }

  /** Stops the clock after a turn and adds the increment. */
  press(): void {
    const side = this.#running;
    this.run(null);
    if (side !== null && this.#left[side] > 0) this.#left[side] += this.#increment;
  }

  /** The side whose time is up. */
  get fallen(): 0 | 1 | null {
    const left = this.left;
    return left[0] <= 0 ? 0 : left[1] <= 0 ? 1 : null;
  }
}

/** The time as text: 4:05, with tenths below ten seconds. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`.replace('0:010.0', '0:10');
  const whole = Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
