/**
 * Adapts animations to the device. Where frames come late, animations become simpler, and finally none are played.
 *
 * It receives the frame times of each animation. Two slow animations in a row make it one step simpler. After several fast ones, or turns
 * without animation, it tries the previous step again, since the device may have been busy. After each failed try it waits twice as
 * long.
 */
export type Step = 'full' | 'plain' | 'still';

const STEPS: readonly Step[] = ['full', 'plain', 'still'];

/** The average frame time in milliseconds above which a step is too slow. Plain animation allows the 30 frames a second of a phone that saves power. */
const LATE: Record<Step, number> = { full: 24, plain: 48, still: Infinity };

/** An animation with fewer frames was cut short and is ignored. */
const FEW = 3;

/** The number of turns until the previous step is tried again: at first, and at most. */
const WAIT = { first: 6, most: 96 };

export class Pace {
  private at = 0;
  private slow = 0;
  private good = 0;
  private wait = WAIT.first;
  /** Whether this step is being tried: then one slow animation is enough to leave it. */
  private trying = false;

  get step(): Step {
    return STEPS[this.at]!;
  }

  moved(times: readonly number[]): void {
    if (times.length < FEW) return;
    // Ignores the longest: at the start of an animation the page computes the turn once.
    const mean = (times.reduce((sum, time) => sum + time, 0) - Math.max(...times)) / (times.length - 1);
    if (mean <= LATE[this.step]) {
      this.slow = 0;
      if (this.trying && this.at === 0) this.wait = WAIT.first;
      this.trying = false;
      this.fine();
    } else if (++this.slow >= 2 || this.trying) {
      if (this.trying) this.wait = Math.min(2 * this.wait, WAIT.most);
      this.change(1, false);
    }
  }

  /** Records a turn that was shown without animation because of the step. */
  skipped(): void {
    this.fine();
  }

  private fine(): void {
    if (this.at > 0 && ++this.good >= this.wait) this.change(-1, true);
  }

  private change(by: 1 | -1, trying: boolean): void {
    this.at = Math.min(STEPS.length - 1, this.at + by);
    this.trying = trying;
    this.slow = this.good = 0;
  }
}

/** Collects frame times as long as `going` returns true. */
export function watch(going: () => boolean): number[] {
  const times: number[] = [];
  let before: number | null = null;
  const picture = (now: number) => {
    if (!going()) return;
    if (before !== null) times.push(now - before);
    before = now;
    requestAnimationFrame(picture);
  };
  requestAnimationFrame(picture);
  return times;
}
