//! [`Thinker`]: any engine that speaks UGI, asked for a turn.

use crate::child::{Child, Heard};
use serde_json::Value;
use std::time::{Duration, Instant};
use zertz::Game;

/// An engine that says nothing for so long when greeted is none.
const GREETING: Duration = Duration::from_secs(30);

/// What an engine may take beyond its time before it is given up.
const GRACE: Duration = Duration::from_secs(60);

/// An engine for one game.
pub struct Thinker {
    child: Child,
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
        let preset = game.rules().preset().ok_or("no engine can be told rules of one's own")?;
        let mut thinker = Thinker { child: Child::start(command)? };
        thinker.say("ugi")?;
        thinker.wait("ugiok", GREETING)?;
        thinker.say(&format!("setoption name Rules value {preset}"))?;
        thinker.say(&format!("setoption name Board value {}", game.rules().board))?;
        thinker.say("uginewgame")?;
        thinker.say("isready")?;
        thinker.wait("readyok", GREETING)?;
        Ok(thinker)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        self.child.send(line).map_err(|error| format!("the engine is gone: {error}"))
    }

    /// The first line that begins with a word.
    fn wait(&mut self, word: &str, patience: Duration) -> Result<String, String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.hear(deadline.saturating_duration_since(Instant::now())) {
                Heard::Line(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Heard::Line(_) => {}
                Heard::Nothing => return Err(format!("the engine never said {word}")),
                Heard::End => return Err("the engine has ended".to_owned()),
            }
        }
    }

    /// The turn that the engine makes.
    pub fn choose(&mut self, game: &Game, clocks: &Clocks) -> Result<String, String> {
        let mut position = "position startpos".to_owned();
        for (index, (before, turn)) in game.turns().iter().enumerate() {
            position += if index == 0 { " moves " } else { " " };
            position += &before.write_turn(game.rules(), turn).to_string();
        }
        self.say(&position)?;
        self.say(&go(clocks))?;
        let patience = clocks.most.max(Duration::from_millis(clocks.left.map_or(0, |[a, b]| a.max(b)).unsigned_abs()));
        let line = self.wait("bestmove", patience + GRACE)?;
        line.split_whitespace().nth(1).map(str::to_owned).ok_or_else(|| "the engine makes no turn".to_owned())
    }
}

/// With a clock the engine shares its time out itself, but takes no longer than `most`.
fn go(clocks: &Clocks) -> String {
    let most = clocks.most.as_millis();
    match clocks.left {
        None => format!("go movetime {most}"),
        Some([one, two]) => {
            let increment = clocks.increment;
            format!("go p1time {one} p2time {two} p1inc {increment} p2inc {increment} movetime {most}")
        }
    }
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
        assert_eq!(go(&clocks), "go p1time 1000 p2time 2000 p1inc 3000 p2inc 3000 movetime 2000");
        let swapped = Clocks::of(&settings, &state, true, most);
        assert_eq!(go(&swapped), "go p1time 2000 p2time 1000 p1inc 3000 p2inc 3000 movetime 2000");
        let none = Clocks::of(&json!({"time": {"kind": "none"}}), &json!({"left": null}), false, most);
        assert_eq!(go(&none), "go movetime 2000");
    }
}
