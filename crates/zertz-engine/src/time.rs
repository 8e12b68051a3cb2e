//! Time management.

use crate::{Clock, Limits};
use std::time::Duration;

/// Time reserved for communication with the clock.
const OVERHEAD: Duration = Duration::from_millis(15);

/// When to stop: after `soft` the search begins no new iteration, at `hard` it stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub soft: Option<Duration>,
    pub hard: Option<Duration>,
}

impl Budget {
    pub fn new(limits: &Limits) -> Budget {
        let mut budget = Budget { soft: None, hard: limits.move_time };
        if let Some(Clock { remaining, increment }) = limits.clock {
            let usable = remaining.saturating_sub(OVERHEAD).max(Duration::from_millis(1));
            // A player makes about 16 turns in a game, and many are forced. So a turn can take a large share of the time left.
            let share = usable / 12 + increment * 3 / 4;
            let soft = share.min(usable / 2);
            let hard = (share * 3).min(usable * 7 / 10).min(limits.move_time.unwrap_or(Duration::MAX));
            budget = Budget { soft: Some(soft.min(hard)), hard: Some(hard) };
        }
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_runs_out() {
        for remaining in [0, 1, 20, 50, 1000, 60_000] {
            for increment in [0, 50, 5000] {
                let mut left = Duration::from_millis(remaining);
                let increment = Duration::from_millis(increment);
                for _ in 0..40 {
                    let clock = Some(Clock { remaining: left, increment });
                    let budget = Budget::new(&Limits { clock, ..Limits::default() });
                    let hard = budget.hard.unwrap();
                    assert!(budget.soft.unwrap() <= hard);
                    assert!(hard <= left.max(Duration::from_millis(1)), "{hard:?} of {left:?}");
                    left = left.saturating_sub(hard) + increment;
                }
            }
        }
    }
}
