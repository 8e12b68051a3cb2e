//! [`Job`]: one search and the lines it writes. The same on a thread of its own as within a call.

use super::session::{locked, write_line};
use crate::{Engine, Info, Limits, Score, Stop};
use std::{fmt::Write as _, io::Write, sync::Mutex, time::Duration};
use zertz::{Game, Rules, Turn};

/// A clock that tells the time since some moment in the past.
pub(super) type Now = fn() -> Duration;

pub(super) struct Job {
    pub game: Game,
    pub limits: Limits,
    pub stop: Stop,
    /// A clock for systems on which Rust knows none.
    pub now: Option<Now>,
}

impl Job {
    /// Searches, reports, and answers with the best turn. `finish` is called when the search is over, just before the answer.
    pub fn run<W: Write>(&self, engine: &Mutex<Engine>, out: &Mutex<W>, finish: impl FnOnce()) {
        let Job { game, limits, stop, now } = self;
        let mut report = |info: &Info| {
            // Nobody reads any more, so nobody needs the rest.
            if write_line(out, &info_line(game, info)).is_err() {
                stop.set();
            }
        };
        let found = {
            let mut engine = locked(engine);
            match *now {
                None => engine.search(game, limits, stop, &mut report),
                Some(now) => {
                    let began = now();
                    let clock = move || now().saturating_sub(began);
                    engine.search_with_clock(game, limits, stop, &clock, &mut report)
                }
            }
        };
        finish();
        let answer = found.map_or(NO_TURN.to_owned(), |found| written(game.rules(), game, &[found.turn]));
        let _ = write_line(out, &format!("bestmove {answer}"));
    }
}

/// What stands in the place of a turn when there is none, as in UCI.
pub(super) const NO_TURN: &str = "0000";

fn info_line(game: &Game, info: &Info) -> String {
    let score = match info.score {
        Score::Points(points) => format!("cp {points}"),
        Score::WinIn(turns) => format!("mate {turns}"),
        Score::LossIn(turns) => format!("mate -{turns}"),
    };
    format!(
        "info depth {} seldepth {} multipv {} score {score} winchance {:.1} nodes {} nps {} hashfull {} time {} pv {}",
        info.depth,
        info.seldepth,
        info.rank,
        info.score.win_chance() * 100.0,
        info.nodes,
        info.nodes_per_second(),
        info.hashfull,
        info.time.as_millis(),
        written(game.rules(), game, &info.pv)
    )
}

/// A line of play as tokens. Each turn is written in the position it is made in, since that is where its marbles lie.
fn written(rules: &Rules, game: &Game, turns: &[Turn]) -> String {
    let mut position = *game.position();
    let mut text = String::new();
    for turn in turns {
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{}", position.write_turn(rules, turn));
        position = position.play_unchecked(rules, turn);
    }
    text
}
