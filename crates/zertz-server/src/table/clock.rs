//! Time: what the players agreed on, and the clock that counts it.
//!
//! Moments are milliseconds since 1970 by the server's own clock, and nothing here asks what time it is: the log of a game gives the same
//! clock whenever and wherever it is read again.

use super::{Pair, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A point in time, in milliseconds since 1970.
pub type Moment = i64;

/// A stretch of time in milliseconds.
pub type Millis = i64;

/// What of a slow connection is not counted, at most, for each turn.
pub const MOST_LAG: Millis = 300;

const SECOND: Millis = 1000;
const DAY: Millis = 24 * 3600 * SECOND;

/// How much time the players have.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum TimeControl {
    /// As much as they like.
    None,
    /// So many seconds for the game, and some more with each turn.
    Fischer {
        /// Seconds at the start.
        initial: u32,
        /// Seconds added after each turn.
        increment: u32,
    },
    /// So many seconds for each turn.
    PerTurn {
        /// Seconds for a turn.
        seconds: u32,
    },
    /// So many days for each turn.
    Correspondence {
        /// Days for a turn.
        days: u32,
    },
}

/// How fast a game is, which is what ratings are kept by.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Pace {
    /// Under eight minutes for each player.
    Blitz,
    /// Under half an hour.
    Rapid,
    /// Longer, on one evening.
    Classical,
    /// Days for each turn.
    Correspondence,
}

impl Pace {
    /// All of them, the fastest first.
    pub const ALL: [Pace; 4] = [Pace::Blitz, Pace::Rapid, Pace::Classical, Pace::Correspondence];

    /// Its name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Blitz => "blitz",
            Pace::Rapid => "rapid",
            Pace::Classical => "classical",
            Pace::Correspondence => "correspondence",
        }
    }

    /// The pace of that name.
    pub fn named(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }
}

impl TimeControl {
    /// Turns that a player makes in a usual game, to guess its length.
    const TURNS: u32 = 30;

    /// How fast such a game is; nothing without a clock, which is why it cannot be rated.
    pub fn pace(self) -> Option<Pace> {
        let seconds = match self {
            TimeControl::None => return None,
            TimeControl::Correspondence { .. } => return Some(Pace::Correspondence),
            TimeControl::Fischer { initial, increment } => {
                initial.saturating_add(increment.saturating_mul(Self::TURNS))
            }
            // Few turns take all of their time.
            TimeControl::PerTurn { seconds } => seconds.saturating_mul(Self::TURNS) / 2,
        };
        Some(match seconds {
            0..480 => Pace::Blitz,
            480..1800 => Pace::Rapid,
            _ => Pace::Classical,
        })
    }

    /// Whether the numbers are ones a game can be played with.
    pub fn is_possible(self) -> bool {
        match self {
            TimeControl::None => true,
            TimeControl::Fischer { initial, increment } => (10..=10_800).contains(&initial) && increment <= 180,
            TimeControl::PerTurn { seconds } => (5..=3600).contains(&seconds),
            TimeControl::Correspondence { days } => (1..=14).contains(&days),
        }
    }

    /// Whether the players sit there while they play.
    pub fn is_live(self) -> bool {
        matches!(self, TimeControl::Fischer { .. } | TimeControl::PerTurn { .. })
    }

    /// What a player has at the start, and again for each turn where it is not saved.
    fn full(self) -> Option<Millis> {
        match self {
            TimeControl::None => None,
            TimeControl::Fischer { initial, .. } => Some(Millis::from(initial) * SECOND),
            TimeControl::PerTurn { seconds } => Some(Millis::from(seconds) * SECOND),
            TimeControl::Correspondence { days } => Some(Millis::from(days) * DAY),
        }
    }
}

/// The clock of a game. At most one side runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Pair<Millis>,
    running: Option<(Seat, Moment)>,
}

impl Clock {
    /// Both sides full, none running.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: Pair([control.full().unwrap_or(0); 2]), running: None }
    }

    /// What was left to a player when the running side began to run. Nothing without a clock.
    pub fn left(&self, seat: Seat) -> Option<Millis> {
        self.control.full().map(|_| self.left[seat])
    }

    /// Who runs, and since when.
    pub fn running(&self) -> Option<(Seat, Moment)> {
        self.running
    }

    /// What a turn at this moment has cost who runs. A connection's lag is not counted, as far as [`MOST_LAG`].
    fn spent(since: Moment, at: Moment, lag: Millis) -> Millis {
        (at - since - lag.clamp(0, MOST_LAG)).max(0)
    }

    /// Whether a turn that arrives at this moment comes too late.
    pub fn is_too_late(&self, at: Moment, lag: Millis) -> bool {
        self.running.is_some_and(|(seat, since)| Clock::spent(since, at, lag) > self.left[seat])
    }

    /// When the running side is out of time, with the most that a slow connection can be given.
    pub fn flag(&self) -> Option<Moment> {
        self.running.map(|(seat, since)| since + self.left[seat] + MOST_LAG)
    }

    /// Charges who runs with the time up to now, and stops.
    pub fn stop(&mut self, at: Moment, lag: Millis) {
        if let Some((seat, since)) = self.running.take() {
            self.left[seat] = (self.left[seat] - Clock::spent(since, at, lag)).max(0);
        }
    }

    /// Stops after a turn was made, with what that earns.
    pub fn press(&mut self, at: Moment, lag: Millis) {
        let Some((seat, _)) = self.running else { return };
        self.stop(at, lag);
        match self.control {
            TimeControl::Fischer { increment, .. } => self.left[seat] += Millis::from(increment) * SECOND,
            control => self.left[seat] = control.full().unwrap_or(0),
        }
    }

    /// Lets a side run from now on. Without a clock nothing runs.
    pub fn run(&mut self, seat: Seat, at: Moment) {
        self.running = self.control.full().map(|_| (seat, at));
    }

    /// More time for somebody.
    pub fn give(&mut self, seat: Seat, more: Millis) {
        self.left[seat] += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FIVE_PLUS_THREE: TimeControl = TimeControl::Fischer { initial: 300, increment: 3 };

    #[test]
    fn time_is_charged_to_who_runs_and_a_turn_earns_the_increment() {
        let mut clock = Clock::new(FIVE_PLUS_THREE);
        clock.run(Seat::One, 1_000);
        clock.press(11_000, 0);
        clock.run(Seat::Two, 11_000);
        assert_eq!(clock.left(Seat::One), Some(293_000));
        assert_eq!(clock.left(Seat::Two), Some(300_000));
        assert_eq!(clock.flag(), Some(11_000 + 300_000 + MOST_LAG));
    }

    #[test]
    fn time_for_a_turn_is_not_saved() {
        for (control, full) in
            [(TimeControl::PerTurn { seconds: 30 }, 30_000), (TimeControl::Correspondence { days: 2 }, 172_800_000)]
        {
            let mut clock = Clock::new(control);
            clock.run(Seat::One, 0);
            clock.press(20_000, 0);
            assert_eq!(clock.left(Seat::One), Some(full));
        }
    }

    #[test]
    fn without_a_clock_nobody_is_late() {
        let mut clock = Clock::new(TimeControl::None);
        clock.run(Seat::One, 0);
        assert_eq!((clock.running(), clock.flag(), clock.left(Seat::One)), (None, None, None));
        assert!(!clock.is_too_late(i64::MAX / 2, 0));
    }

    #[test]
    fn games_are_sorted_by_how_long_they_take() {
        let fischer = |initial, increment| TimeControl::Fischer { initial, increment }.pace();
        assert_eq!(fischer(180, 2), Some(Pace::Blitz));
        assert_eq!(fischer(300, 10), Some(Pace::Rapid));
        assert_eq!(fischer(1800, 20), Some(Pace::Classical));
        assert_eq!(TimeControl::PerTurn { seconds: 20 }.pace(), Some(Pace::Blitz));
        assert_eq!(TimeControl::Correspondence { days: 1 }.pace(), Some(Pace::Correspondence));
        assert_eq!(TimeControl::None.pace(), None);
        for pace in Pace::ALL {
            assert_eq!(Pace::named(pace.name()), Some(pace));
        }
    }

    proptest! {
        /// However the turns fall, no time is made or lost but by increments, and the time left is never below zero.
        #[test]
        fn no_time_is_lost_or_made(turns in prop::collection::vec((0i64..20_000, 0i64..2_000), 1..60)) {
            let mut clock = Clock::new(FIVE_PLUS_THREE);
            let (mut now, mut seat, mut charged) = (0, Seat::One, 0);
            for (count, &(thought, lag)) in turns.iter().enumerate() {
                clock.run(seat, now);
                now += thought;
                if clock.is_too_late(now, lag) {
                    // Who is late by the clock is out of time by the flag at the latest when the lag's grace is over.
                    prop_assert!(clock.flag().unwrap() <= now + MOST_LAG);
                    clock.stop(now, lag);
                    prop_assert_eq!(clock.left(seat), Some(0));
                    return Ok(());
                }
                let cost = (thought - lag.min(MOST_LAG)).max(0);
                charged += cost;
                clock.press(now, lag);
                prop_assert!(clock.left(seat).unwrap() >= 3_000);
                let total = clock.left(Seat::One).unwrap() + clock.left(Seat::Two).unwrap();
                prop_assert_eq!(total, 600_000 - charged + 3_000 * (count as i64 + 1));
                seat = seat.other();
            }
        }

        /// Lag never helps by more than its bound, and a lag of less than nothing does not hurt.
        #[test]
        fn lag_helps_only_so_far(thought in 0i64..400_000, lag in -5_000i64..100_000) {
            let left = |lag| {
                let mut clock = Clock::new(TimeControl::Fischer { initial: 600, increment: 0 });
                clock.run(Seat::Two, 0);
                clock.press(thought, lag);
                clock.left(Seat::Two).unwrap()
            };
            prop_assert!(left(lag) - left(0) <= MOST_LAG);
            prop_assert!(left(lag) >= left(0));
        }
    }
}
