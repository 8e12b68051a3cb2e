//! [`Job`]: one search and its output.

use super::session::{lock, write_line};
use crate::{Engine, Info, Limits, Score, Stop};
use std::{io::Write, sync::Mutex};
use zertz::{Game, Turn};

pub(super) struct Job {
    pub game: Game,
    pub limits: Limits,
    pub stop: Stop,
}

impl Job {
    /// Searches, and writes the reports and the best turn. Calls `finish` between the search and the last line.
    pub fn run<W: Write>(&self, engine: &Mutex<Engine>, out: &Mutex<W>, finish: impl FnOnce()) {
        let Job { game, limits, stop } = self;
        let mut report = |info: &Info| {
            // If the output is closed, nobody needs the rest.
            if write_line(out, &info_line(game, info)).is_err() {
                stop.set();
            }
        };
        let found = lock(engine).search(game, limits, stop, &mut report);
        finish();
        let turn = found.map_or(NO_TURN.to_owned(), |found| texts(game, &[found.turn]));
        let _ = write_line(out, &format!("bestmove {turn}"));
    }
}

/// What the engine answers if there is no turn, as in UCI.
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
        texts(game, &info.pv)
    )
}

/// A variation in canonical notation. How a turn is written depends on the position in which it is made.
fn texts(game: &Game, turns: &[Turn]) -> String {
    let mut position = *game.position();
    let texts = turns.iter().map(|turn| {
        let text = position.write_turn(game.rules(), turn).to_string();
        position = position.play_unchecked(game.rules(), turn);
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}
