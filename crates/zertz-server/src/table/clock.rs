//! [`Clock`]: counts the time of both players.
//!
//! Times are milliseconds since 1970 by the server's clock. Nothing here asks for the time: the log of a game gives the same clock whenever
//! and wherever it is replayed.

use zertz_protocol::{Millis, Moment, Pair, Seat, TimeControl, time_left};

/// The maximum lag compensation for each turn.
pub const MAX_LAG: Millis = 300;

/// A time in which nobody could play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When it began.
    pub from: Moment,
    /// When it ended.
    pub to: Moment,
}

impl Outage {
    /// How much of it has passed since a moment.
    pub(super) fn since(self, moment: Moment) -> Millis {
        (self.to - self.from.max(moment)).max(0)
    }
}

/// The clock of a game. At most one side runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Pair<Millis>,
    running: Option<(Seat, Moment)>,
    /// The undone turns of each player that have brought an increment. Played again, they bring none.
    undone: Pair<u32>,
}

impl Clock {
    /// A clock with both sides full and none running.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: Pair([control.initial().unwrap_or(0); 2]), running: None, undone: Pair::default() }
    }

    /// The time that a player had left when the running side started. None without a clock.
    pub fn left(&self, seat: Seat) -> Option<Millis> {
        self.control.initial().map(|_| self.left[seat])
    }

    /// The running side, and when it started.
    pub fn running(&self) -> Option<(Seat, Moment)> {
        self.running
    }

    /// Whether a turn that arrives at this moment is too late.
    pub fn is_too_late(&self, at: Moment, lag: Millis) -> bool {
        self.running.is_some_and(|(seat, since)| at - since - compensated(lag) > self.left[seat])
    }

    /// When the running side runs out of time, with the maximum lag compensation.
    pub fn flag(&self) -> Option<Moment> {
        self.running.map(|(seat, since)| since + self.left[seat] + MAX_LAG)
    }

    /// Charges the running side for the time up to now, and stops.
    pub fn stop(&mut self, at: Moment, lag: Millis) {
        if let Some((seat, since)) = self.running.take() {
            self.left[seat] = time_left(self.left[seat], since, at - compensated(lag));
        }
    }

    /// Stops after a turn, and adds the increment or refills the side.
    pub fn press(&mut self, at: Moment, lag: Millis) {
        let Some((seat, _)) = self.running else { return };
        self.stop(at, lag);
        if self.saves_time() && self.undone[seat] > 0 {
            self.undone[seat] -= 1;
        } else {
            self.left[seat] = self.control.after_turn(self.left[seat]);
        }
    }

    /// Undoes turns of a player that have brought an increment. The time stays, so that nobody loses by an undo, but playing these turns
    /// again brings no more.
    pub fn undo(&mut self, seat: Seat, turns: u32) {
        self.undone[seat] += turns;
    }

    /// Stops in the middle of a turn, which will begin anew. Where each turn has its own time, refills the side.
    pub fn interrupt(&mut self, at: Moment, lag: Millis) {
        let Some((seat, _)) = self.running else { return };
        self.stop(at, lag);
        if !self.saves_time() {
            self.left[seat] = self.control.after_turn(self.left[seat]);
        }
    }

    /// Whether time that a turn does not use is left for later turns.
    fn saves_time(&self) -> bool {
        matches!(self.control, TimeControl::Fischer { .. })
    }

    /// Starts a side. Without a clock nothing runs.
    pub fn run(&mut self, seat: Seat, at: Moment) {
        self.running = self.control.initial().map(|_| (seat, at));
    }

    /// Gives the running side the time of an outage back.
    pub fn excuse(&mut self, outage: Outage) {
        if let Some((_, since)) = &mut self.running {
            *since += outage.since(*since);
        }
    }

    /// Gives a player more time.
    pub fn give(&mut self, seat: Seat, more: Millis) {
        self.left[seat] += more;
    }
}

/// The lag that a turn does not cost, up to [`MAX_LAG`].
fn compensated(lag: Millis) -> Millis {
    lag.clamp(0, MAX_LAG)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FIVE_PLUS_THREE: TimeControl = TimeControl::Fischer { initial: 300, increment: 3 };

    #[test]
    fn an_interrupted_turn_costs_time_only_where_time_is_saved() {
        for (control, left) in [(FIVE_PLUS_THREE, 280_000), (TimeControl::PerTurn { seconds: 30 }, 30_000)] {
            let mut clock = Clock::new(control);
            clock.run(Seat::One, 0);
            clock.interrupt(20_000, 0);
            assert_eq!((clock.left(Seat::One), clock.running()), (Some(left), None));
        }
    }

    #[test]
    fn a_turn_that_was_undone_brings_one_increment() {
        for (control, left) in
            [(FIVE_PLUS_THREE, [303_000, 303_000, 306_000]), (TimeControl::PerTurn { seconds: 30 }, [30_000; 3])]
        {
            let mut clock = Clock::new(control);
            let mut play = |undo| {
                clock.undo(Seat::One, undo);
                clock.run(Seat::One, 0);
                clock.press(0, 0);
                clock.left(Seat::One).unwrap()
            };
            assert_eq!([play(0), play(1), play(0)], left);
        }
    }

    #[test]
    fn without_a_clock_no_turn_is_late() {
        let mut clock = Clock::new(TimeControl::None);
        clock.run(Seat::One, 0);
        assert_eq!((clock.running(), clock.flag(), clock.left(Seat::One)), (None, None, None));
        assert!(!clock.is_too_late(i64::MAX / 2, 0));
    }

    #[test]
    fn the_time_of_an_outage_is_given_back() {
        let outage = Outage { from: 4_000, to: 10_000 };
        for (since, flag) in [(1_000, 37_000), (6_000, 40_000), (20_000, 50_000)] {
            let mut clock = Clock::new(TimeControl::PerTurn { seconds: 30 });
            clock.run(Seat::One, since);
            clock.excuse(outage);
            assert_eq!(clock.flag(), Some(flag + MAX_LAG), "{since}");
        }
    }

    proptest! {
        /// For any turns, only increments add time, and the time left is never below zero.
        #[test]
        fn only_increments_add_time(turns in prop::collection::vec((0i64..20_000, 0i64..2_000), 1..60)) {
            let mut clock = Clock::new(FIVE_PLUS_THREE);
            let (mut now, mut seat, mut charged) = (0, Seat::One, 0);
            for (count, &(thought, lag)) in turns.iter().enumerate() {
                clock.run(seat, now);
                now += thought;
                if clock.is_too_late(now, lag) {
                    // A player who is late by the clock is flagged once the allowance for lag is over.
                    prop_assert!(clock.flag().unwrap() <= now + MAX_LAG);
                    clock.stop(now, lag);
                    prop_assert_eq!(clock.left(seat), Some(0));
                    return Ok(());
                }
                let cost = (thought - lag.min(MAX_LAG)).max(0);
                charged += cost;
                clock.press(now, lag);
                prop_assert!(clock.left(seat).unwrap() >= 3_000);
                let total = clock.left(Seat::One).unwrap() + clock.left(Seat::Two).unwrap();
                prop_assert_eq!(total, 600_000 - charged + 3_000 * (count as i64 + 1));
                seat = seat.other();
            }
        }

        /// Lag never helps by more than its bound, and negative lag does no harm.
        #[test]
        fn the_allowance_for_lag_is_limited(thought in 0i64..400_000, lag in -5_000i64..100_000) {
            let left = |lag| {
                let mut clock = Clock::new(TimeControl::Fischer { initial: 600, increment: 0 });
                clock.run(Seat::Two, 0);
                clock.press(thought, lag);
                clock.left(Seat::Two).unwrap()
            };
            prop_assert!(left(lag) - left(0) <= MAX_LAG);
            prop_assert!(left(lag) >= left(0));
        }
    }
}
