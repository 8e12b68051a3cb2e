//! One search and its output.

use super::session::{lock, write_line};
use crate::{Engine, Info, Limits, Score, Stop, info::texts};
use std::{io::Write, sync::Mutex};
use zertz::Game;

/// Searches, and writes the reports and the best turn. Calls `finish` between the search and the last line.
pub(super) fn run<W: Write>(
    game: &Game,
    limits: &Limits,
    stop: &Stop,
    engine: &Mutex<Engine>,
    out: &Mutex<W>,
    finish: impl FnOnce(),
) {
    let mut report = |info: &Info| {
        // If the output is closed, nobody needs the rest.
        if write_line(out, &info_line(game, info)).is_err() {
            stop.set();
        }
    };
    let found = lock(engine).search(game, limits, stop, &mut report);
    finish();
    let turn = found.map(|found| game.position().write_turn(game.rules(), &found.turn).to_string());
    let _ = write_line(out, &format!("bestmove {}", turn.as_deref().unwrap_or(NO_TURN)));
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
        texts(game.rules(), *game.position(), &info.pv).join(" ")
    )
}
