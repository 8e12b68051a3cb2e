//! [`TimeControl`] and [`Pace`]: how much time players have, and how fast a game is.

use crate::LIMITS;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A point in time, in milliseconds since 1970.
pub type Moment = i64;

/// A duration in milliseconds.
pub type Millis = i64;

const SECOND: Millis = 1000;
const DAY: Millis = 24 * 3600 * SECOND;

/// The time that a player has left now, if `left` was left when the clock started at `since`.
pub fn time_left(left: Millis, since: Moment, now: Moment) -> Millis {
    (left - (now - since).max(0)).max(0)
}

/// How much time the players have.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum TimeControl {
    /// There is no clock.
    None,
    /// Seconds for the whole game, and an increment after each turn.
    Fischer {
        /// Seconds at the start.
        initial: u32,
        /// Seconds added after each turn.
        increment: u32,
    },
    /// Seconds for each turn.
    PerTurn {
        /// Seconds for a turn.
        seconds: u32,
    },
    /// Days for each turn.
    Correspondence {
        /// Days for a turn.
        days: u32,
    },
}

/// How fast a game is. Each pace has its own rating.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Pace {
    /// Less than eight minutes for each player. The first release called it `blitz`.
    #[serde(alias = "blitz")]
    Bullet,
    /// Less than half an hour.
    Rapid,
    /// Half an hour or more.
    Classical,
    /// Days for each turn.
    Correspondence,
}

impl Pace {
    /// Every pace, fastest first.
    pub const ALL: [Pace; 4] = [Pace::Bullet, Pace::Rapid, Pace::Classical, Pace::Correspondence];

    /// A usual time control of this pace.
    pub fn usual_time(self) -> TimeControl {
        match self {
            Pace::Bullet => USUAL_TIMES.quick,
            Pace::Rapid => USUAL_TIMES.usual,
            Pace::Classical => TimeControl::Fischer { initial: 1800, increment: 10 },
            Pace::Correspondence => USUAL_TIMES.correspondence,
        }
    }
}

/// The time controls that the app offers for quick selection. None of them is classical.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UsualTimes {
    /// For a game by the blitz rules.
    pub blitz: TimeControl,
    /// For a quick game.
    pub quick: TimeControl,
    /// For most games.
    pub usual: TimeControl,
    /// For a game on a larger board.
    pub long: TimeControl,
    /// For a game over days.
    pub correspondence: TimeControl,
}

/// The time controls that the app offers for quick selection.
pub const USUAL_TIMES: UsualTimes = UsualTimes {
    blitz: TimeControl::Fischer { initial: 180, increment: 2 },
    quick: TimeControl::Fischer { initial: 300, increment: 3 },
    usual: TimeControl::Fischer { initial: 600, increment: 5 },
    long: TimeControl::Fischer { initial: 1200, increment: 10 },
    correspondence: TimeControl::Correspondence { days: 3 },
};

impl TimeControl {
    /// How many turns a player plays in a typical game; used to estimate its length.
    const TYPICAL_TURNS: u32 = 30;

    /// The pace of a game with this time control. A game without a clock has none and cannot be rated.
    pub fn pace(self) -> Option<Pace> {
        let seconds = match self {
            TimeControl::None => return None,
            TimeControl::Correspondence { .. } => return Some(Pace::Correspondence),
            TimeControl::Fischer { initial, increment } => {
                initial.saturating_add(increment.saturating_mul(Self::TYPICAL_TURNS))
            }
            // Few turns take all of their time.
            TimeControl::PerTurn { seconds } => seconds.saturating_mul(Self::TYPICAL_TURNS) / 2,
        };
        Some(match seconds {
            0..480 => Pace::Bullet,
            480..1800 => Pace::Rapid,
            _ => Pace::Classical,
        })
    }

    /// The time that a player has at the start. None without a clock.
    pub fn initial(self) -> Option<Millis> {
        match self {
            TimeControl::None => None,
            TimeControl::Fischer { initial: seconds, .. } | TimeControl::PerTurn { seconds } => {
                Some(Millis::from(seconds) * SECOND)
            }
            TimeControl::Correspondence { days } => Some(Millis::from(days) * DAY),
        }
    }

    /// The time that a player has after a turn that left this much: that time plus the increment or, with a time control per turn, the whole
    /// time for a turn.
    pub fn after_turn(self, left: Millis) -> Millis {
        match self {
            TimeControl::Fischer { .. } => left + self.increment(),
            _ => self.increment(),
        }
    }

    /// Whether the numbers are within the [limits](LIMITS).
    pub fn is_allowed(self) -> bool {
        match self {
            TimeControl::None => true,
            TimeControl::Fischer { initial, increment } => {
                LIMITS.initial_seconds.contains(initial) && LIMITS.increment_seconds.contains(increment)
            }
            TimeControl::PerTurn { seconds } => LIMITS.seconds_per_turn.contains(seconds),
            TimeControl::Correspondence { days } => LIMITS.days_per_turn.contains(days),
        }
    }

    /// The milliseconds that a player gains for the next turn: the increment or, with a time control per turn, the whole time for a turn.
    pub fn increment(self) -> Millis {
        match self {
            TimeControl::Fischer { increment, .. } => Millis::from(increment) * SECOND,
            other => other.initial().unwrap_or(0),
        }
    }

    /// Whether the players stay at the board while they play.
    pub fn is_live(self) -> bool {
        matches!(self, TimeControl::Fischer { .. } | TimeControl::PerTurn { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_clock_loses_time_down_to_zero_and_gains_none() {
        assert_eq!(time_left(5_000, 100, 1_100), 4_000);
        assert_eq!(time_left(5_000, 100, 9_100), 0);
        // The clocks of two machines may differ.
        assert_eq!(time_left(5_000, 100, 50), 5_000);
    }

    #[test]
    fn a_time_control_has_a_pace_by_its_estimated_length() {
        let fischer = |initial, increment| TimeControl::Fischer { initial, increment }.pace();
        assert_eq!(fischer(180, 2), Some(Pace::Bullet));
        assert_eq!(fischer(300, 10), Some(Pace::Rapid));
        assert_eq!(fischer(1800, 20), Some(Pace::Classical));
        assert_eq!(TimeControl::PerTurn { seconds: 20 }.pace(), Some(Pace::Bullet));
        assert_eq!(TimeControl::Correspondence { days: 1 }.pace(), Some(Pace::Correspondence));
        assert_eq!(TimeControl::None.pace(), None);
    }

    #[test]
    fn a_turn_adds_the_increment_or_restores_the_time_per_turn() {
        let time = |control: TimeControl| (control.initial(), control.after_turn(20_000));
        assert_eq!(time(TimeControl::Fischer { initial: 300, increment: 3 }), (Some(300_000), 23_000));
        assert_eq!(time(TimeControl::PerTurn { seconds: 30 }), (Some(30_000), 30_000));
        assert_eq!(time(TimeControl::Correspondence { days: 2 }), (Some(172_800_000), 172_800_000));
        assert_eq!(time(TimeControl::None), (None, 0));
    }

    #[test]
    fn the_word_of_the_first_release_for_the_fastest_pace_is_read() {
        assert_eq!(serde_json::from_str::<Pace>("\"blitz\"").unwrap(), Pace::Bullet);
    }

    #[test]
    fn the_usual_times_are_allowed_and_ordered_by_pace() {
        let UsualTimes { blitz, quick, usual, long, correspondence } = USUAL_TIMES;
        let times = [blitz, quick, usual, long, correspondence];
        assert!(times.into_iter().all(TimeControl::is_allowed));
        let paces = [Pace::Bullet, Pace::Bullet, Pace::Rapid, Pace::Rapid, Pace::Correspondence];
        assert_eq!(times.map(TimeControl::pace), paces.map(Some));
        assert!(Pace::ALL.iter().all(|pace| pace.usual_time().is_allowed()));
    }

    #[test]
    fn a_clock_beyond_the_limits_is_not_allowed() {
        let fischer = |initial, increment| TimeControl::Fischer { initial, increment };
        for allowed in [fischer(10, 0), fischer(10_800, 180), TimeControl::PerTurn { seconds: 5 }, TimeControl::None] {
            assert!(allowed.is_allowed(), "{allowed:?}");
        }
        for refused in [fischer(9, 0), fischer(60, 181), TimeControl::PerTurn { seconds: 4 }] {
            assert!(!refused.is_allowed(), "{refused:?}");
        }
        assert!(!TimeControl::Correspondence { days: 15 }.is_allowed());
    }
}
