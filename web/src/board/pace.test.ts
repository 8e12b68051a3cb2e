import { describe, expect, it } from 'vitest';
import { Pace, type Step } from './pace';

const QUICK = Array<number>(20).fill(16.7);
const SAVING = Array<number>(10).fill(33.3);
const SLOW = Array<number>(6).fill(60);

/** The step after each animation; `null` is a turn without one. */
function steps(pace: Pace, ...motions: (number[] | null)[]): Step[] {
  return motions.map((times) => {
    if (times) pace.moved(times);
    else pace.skipped();
    return pace.step;
  });
}

const times = <T>(n: number, what: T): T[] => Array<T>(n).fill(what);

describe('the pace of a device', () => {
  it('stays full with fast frames', () => {
    expect(new Set(steps(new Pace(), ...times(50, QUICK)))).toEqual(new Set(['full']));
  });

  it('ignores a single slow animation, and single late frames', () => {
    const hiccup = [...times(19, 16.7), 250];
    expect(steps(new Pace(), SLOW, QUICK, SLOW, QUICK, hiccup, hiccup, hiccup)).toEqual(times(7, 'full'));
  });

  it('becomes plain after two slow animations, and still after two more', () => {
    expect(steps(new Pace(), SLOW, SLOW, SLOW, SLOW)).toEqual(['full', 'plain', 'plain', 'still']);
  });

  it('stays plain on a phone that saves power', () => {
    expect(steps(new Pace(), ...times(7, SAVING))).toEqual(['full', ...times(6, 'plain')]);
  });

  it('ignores an animation that was cut short', () => {
    expect(steps(new Pace(), ...times(5, [90, 90]), [])).toEqual(times(6, 'full'));
  });

  it('returns step by step when the device is fast again', () => {
    const pace = new Pace();
    steps(pace, SLOW, SLOW, SLOW, SLOW);
    expect(steps(pace, ...times(5, null))).toEqual(times(5, 'still'));
    expect(steps(pace, null)).toEqual(['plain']);
    expect(steps(pace, ...times(6, QUICK))).toEqual([...times(5, 'plain'), 'full']);
    expect(steps(pace, SLOW), 'a failed try ends at once').toEqual(['plain']);
  });

  it('retries less and less often', () => {
    const pace = new Pace();
    steps(pace, SLOW, SLOW, SLOW, SLOW);
    const tries: number[] = [];
    for (let turn = 0; turn < 200; turn++) {
      if (pace.step === 'still') pace.skipped();
      else {
        tries.push(turn);
        pace.moved(SLOW);
      }
    }
    expect(tries).toEqual([6, 19, 44, 93, 190]);
  });
});
