//! [`Thinker`]: any engine that speaks UGI, asked for a turn.

use serde_json::Value;
use std::time::Duration;
use zertz::Game;
use zertz_engine::{Clock, Stop};
use zertz_ugi::{Console, Go, UgiEngine};

/// An engine that says nothing for so long when greeted is none.
const GREETING: Duration = Duration::from_secs(30);

/// What an engine may take beyond its time before it is given up.
const GRACE: Duration = Duration::from_secs(60);

/// An engine for one game.
pub struct Thinker {
    engine: UgiEngine,
}

/// What is left to both players, if there is a clock.
pub struct Clocks {
    /// In milliseconds, player 1 first.
    pub left: Option<[i64; 2]>,
    /// What each turn adds, in milliseconds.
    pub increment: i64,
    /// For a turn without a clock, or at most.
    pub most: Duration,
}

impl Thinker {
    /// Starts an engine for a game by these rules.
    pub fn start(command: &[String], game: &Game) -> Result<Thinker, String> {
        let engine = UgiEngine::start(command, Console::Shared, GREETING);
        let mut thinker = Thinker { engine: engine.map_err(|error| error.to_string())? };
        thinker.engine.new_game(game.rules(), GREETING).map_err(|error| error.to_string())?;
        Ok(thinker)
    }

    /// The turn that the engine makes.
    pub fn choose(&mut self, game: &Game, clocks: &Clocks) -> Result<String, String> {
        let patience = clocks.most.max(Duration::from_millis(clocks.left.map_or(0, |[a, b]| a.max(b)).unsigned_abs()));
        let best = self.engine.search(game, &go(clocks), patience + GRACE, &Stop::new());
        let turn = best.map_err(|error| error.to_string())?.turn;
        match game.position().read_turn(game.rules(), &turn) {
            Ok(_) => Ok(turn),
            Err(error) => Err(format!("it played {turn:?}: {error}")),
        }
    }
}

/// What an engine is told about time. On a clock it divides its time itself, but takes no longer than `most`.
fn go(clocks: &Clocks) -> Go {
    let milliseconds = |number: i64| Duration::from_millis(number.unsigned_abs());
    let clock = |left| Clock { remaining: milliseconds(left), increment: milliseconds(clocks.increment) };
    let both = clocks.left.map_or([None; 2], |left| left.map(|left| Some(clock(left))));
    Go { move_time: Some(clocks.most), clocks: both, ..Go::default() }
}

impl Clocks {
    /// The clocks of a table, as the server tells them.
    pub fn of(settings: &Value, state: &Value, swapped: bool, most: Duration) -> Clocks {
        let left = |index: usize| state["left"][index].as_i64();
        let mut both = left(0).zip(left(1)).map(|(one, two)| [one.max(1), two.max(1)]);
        if swapped && let Some(both) = &mut both {
            both.swap(0, 1);
        }
        let time = &settings["time"];
        let days = time["kind"] == "correspondence";
        let increment = time["increment"].as_i64().or(time["seconds"].as_i64()).unwrap_or(0) * 1000;
        Clocks { left: both.filter(|_| !days), increment, most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_engine_is_told_both_clocks() {
        let most = Duration::from_secs(2);
        let settings = json!({"time": {"kind": "fischer", "initial": 300, "increment": 3}});
        let state = json!({"left": [1000, 2000]});
        let clocks = Clocks::of(&settings, &state, false, most);
        assert_eq!(go(&clocks).to_string(), "go p1time 1000 p2time 2000 p1inc 3000 p2inc 3000 movetime 2000");
        let swapped = Clocks::of(&settings, &state, true, most);
        assert_eq!(go(&swapped).to_string(), "go p1time 2000 p2time 1000 p1inc 3000 p2inc 3000 movetime 2000");
        let none = Clocks::of(&json!({"time": {"kind": "none"}}), &json!({"left": null}), false, most);
        assert_eq!(go(&none).to_string(), "go movetime 2000");
    }
}
