//! How long to think.

use crate::{Clock, Limits};
use std::time::Duration;

/// Time kept back for whatever lies between us and the clock.
const OVERHEAD: Duration = Duration::from_millis(15);

/// When to stop: a search that has finished a depth after `soft` does not begin another; at `hard` it stops where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub soft: Option<Duration>,
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget for one turn.
    pub fn new(limits: &Limits) -> Budget {
        let mut budget = Budget { soft: None, hard: limits.move_time };
        if let Some(Clock { remaining, increment }) = limits.clock {
            let usable = remaining.saturating_sub(OVERHEAD).max(Duration::from_millis(1));
            // A game has some 16 turns of one player, many of them forced; so a fair share is a good part of what is left.
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
