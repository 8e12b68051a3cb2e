/** A chess clock for a game on this device. It measures time rather than counting ticks, so a slow page loses none. */
import { timeAfterTurn, timeLeft, type TimeControl } from '../core/rules';

export class Clock {
  #left: [number, number];
  #running: 0 | 1 | null = null;
  #since = 0;
  readonly #time: TimeControl;
  readonly #now: () => number;

  constructor(time: TimeControl, left: [number, number], now: () => number = () => performance.now()) {
    this.#left = [...left];
    this.#time = time;
    this.#now = now;
  }

  /** Milliseconds left to each seat. */
  get left(): [number, number] {
    const left: [number, number] = [...this.#left];
    if (this.#running !== null) left[this.#running] = timeLeft(left[this.#running], this.#since, this.#now());
    return left;
  }

  /** Starts the clock of one seat, or stops both. */
  run(seat: 0 | 1 | null): void {
    this.#left = this.left;
    this.#since = this.#now();
    this.#running = seat;
  }

  /** Stops the clock after a turn. */
  press(): void {
    const seat = this.#running;
    this.run(null);
    if (seat !== null && this.#left[seat] > 0) this.#left[seat] = timeAfterTurn(this.#time, this.#left[seat]);
  }

  /** The seat whose time is up. */
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
