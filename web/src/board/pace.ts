/**
 * How much a device can take. Where pictures come late, things move in a simpler way, and in the end not at all: better at once than in jerks.
 *
 * It is told the times between pictures, motion by motion. Two slow motions in a row make it simpler by a step. Several quick ones, or turns
 * without a motion, make it try the step before again: a device may have been busy with something else. Each try that fails makes the next one
 * wait twice as long.
 */
export type Step = 'full' | 'plain' | 'still';

const STEPS: readonly Step[] = ['full', 'plain', 'still'];

/** Milliseconds between pictures, on average, above which a step is too much. Plain motion bears the 30 pictures a second of a phone that saves power. */
const LATE: Record<Step, number> = { full: 24, plain: 48, still: Infinity };

/** With fewer times there is nothing to tell: a motion that was cut short. */
const FEW = 3;

/** So many turns until the step before is tried again, at first and at most. */
const WAIT = { first: 6, most: 96 };

export class Pace {
  private at = 0;
  private slow = 0;
  private good = 0;
  private wait = WAIT.first;
  /** Whether this step is only tried: then a single slow motion is enough. */
  private trying = false;

  get step(): Step {
    return STEPS[this.at]!;
  }

  /** A motion is over, with these times between its pictures. */
  moved(times: readonly number[]): void {
    if (times.length < FEW) return;
    // All but the longest: at the start of a motion the page has a turn to think about, once.
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

  /** A turn was shown without a motion because of the step. */
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

/** Collects the times between pictures as long as something is going on. */
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
