//! [`Player`]: a UGI engine that plays one game.

use anyhow::{Context, Result};
use std::time::Duration;
use zertz::Game;
use zertz_engine::{Clock, Stop};
use zertz_protocol::{State, TimeControl};
use zertz_ugi::{Console, Go, UgiEngine};

/// How long an engine may take to answer the first commands.
const GREETING: Duration = Duration::from_secs(30);

/// How long an engine may exceed its time before the bot gives up on it.
const GRACE: Duration = Duration::from_secs(60);

/// A UGI engine that plays one game.
pub struct Player {
    engine: UgiEngine,
}

/// The time that an engine has.
pub struct Clocks {
    /// The time that both players have left, in milliseconds; player 1 first.
    pub left: Option<[i64; 2]>,
    /// The time that each turn adds, in milliseconds.
    pub increment: i64,
    /// The longest time for a turn.
    pub most: Duration,
}

impl Player {
    /// Starts an engine for a game.
    pub fn start(command: &[String], game: &Game) -> Result<Player> {
        let mut engine = UgiEngine::start(command, Console::Shared, GREETING)?;
        engine.new_game(game.rules(), GREETING)?;
        Ok(Player { engine })
    }

    /// The turn that the engine chooses.
    pub fn choose(&mut self, game: &Game, clocks: &Clocks) -> Result<String> {
        let patience = clocks.most.max(Duration::from_millis(clocks.left.map_or(0, |[a, b]| a.max(b)).unsigned_abs()));
        let turn = self.engine.search(game, &go(clocks), patience + GRACE, &Stop::new())?.turn;
        game.position().read_turn(game.rules(), &turn).with_context(|| format!("it played {turn:?}"))?;
        Ok(turn)
    }
}

/// The `go` command for these clocks. With a clock, the engine manages its time itself, up to `most`.
fn go(clocks: &Clocks) -> Go {
    let milliseconds = |number: i64| Duration::from_millis(number.unsigned_abs());
    let clock = |left| Clock { remaining: milliseconds(left), increment: milliseconds(clocks.increment) };
    let both = clocks.left.map_or([None; 2], |left| left.map(|left| Some(clock(left))));
    Go { move_time: Some(clocks.most), clocks: both, ..Go::default() }
}

impl Clocks {
    /// The clocks of a table. A correspondence game gives the engine no clock.
    pub fn of(time: TimeControl, state: &State, swapped: bool, most: Duration) -> Clocks {
        let increment = match time {
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::PerTurn { seconds } => seconds,
            TimeControl::None | TimeControl::Correspondence { .. } => 0,
        };
        let mut left = state.left.filter(|_| time.is_live()).map(|left| left.0.map(|left| left.max(1)));
        if swapped && let Some(left) = &mut left {
            left.swap(0, 1);
        }
        Clocks { left, increment: i64::from(increment) * 1000, most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::tests::state;
    use zertz_protocol::{Pair, Status};

    #[test]
    fn an_engine_gets_both_clocks() {
        let most = Duration::from_secs(2);
        let state = State { left: Some(Pair([1000, 2000])), ..state(Status::Playing, None) };
        let time = TimeControl::Fischer { initial: 300, increment: 3 };
        let clocks = Clocks::of(time, &state, false, most);
        assert_eq!(go(&clocks).to_string(), "go p1time 1000 p2time 2000 p1inc 3000 p2inc 3000 movetime 2000");
        let swapped = Clocks::of(time, &state, true, most);
        assert_eq!(go(&swapped).to_string(), "go p1time 2000 p2time 1000 p1inc 3000 p2inc 3000 movetime 2000");
        let state = State { left: None, ..state };
        assert_eq!(go(&Clocks::of(TimeControl::None, &state, false, most)).to_string(), "go movetime 2000");
    }
}
