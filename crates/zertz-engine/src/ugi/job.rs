//! One search and its output.

use super::{
    go::Question,
    session::{lock, write_line},
};
use crate::{Defence, Engine, Info, Limits, Score, Stop, Verdict, info::texts};
use std::{io::Write, sync::Mutex};
use zertz::{Game, Turn};

/// Searches, and writes the reports and the best turn. Calls `finish` between the search and the last line.
pub(super) fn run<W: Write>(
    question: Question,
    game: &Game,
    limits: &Limits,
    stop: &Stop,
    engine: &Mutex<Engine>,
    out: &Mutex<W>,
    finish: impl FnOnce(),
) {
    let write = |line: &str| {
        // If the output is closed, nobody needs the rest.
        if write_line(out, line).is_err() {
            stop.set();
        }
    };
    let mut engine = lock(engine);
    let turn = match question {
        Question::Search => {
            engine.search(game, limits, stop, &mut |info| write(&info_line(game, info))).map(|found| found.turn)
        }
        Question::Prove => prove(&mut engine, game, limits, stop, &write),
        Question::Defend => defend(&mut engine, game, limits, stop, &write),
    };
    finish();
    let turn = turn.map(|turn| game.position().write_turn(game.rules(), &turn).to_string());
    let _ = write_line(out, &format!("bestmove {}", turn.as_deref().unwrap_or(NO_TURN)));
}

/// Writes whether the player to move wins by force. Returns the first turn of the win.
fn prove(engine: &mut Engine, game: &Game, limits: &Limits, stop: &Stop, write: &dyn Fn(&str)) -> Option<Turn> {
    let verdict = engine.prove(game, limits, stop, &mut |_| {});
    write(&match &verdict {
        Verdict::Wins(turns) => {
            let variation = texts(game.rules(), *game.position(), turns).join(" ");
            format!("info score mate {} winchance 100.0 pv {variation}", turns.len())
        }
        Verdict::NoForcedWin => "info string no forced win".to_owned(),
        Verdict::Unknown => "info string unknown".to_owned(),
    });
    if let Verdict::Wins(turns) = verdict { turns.first().copied() } else { None }
}

/// Writes for each turn whether the opponent then wins by force. Returns the first turn that is not proven to lose.
fn defend(engine: &mut Engine, game: &Game, limits: &Limits, stop: &Stop, write: &dyn Fn(&str)) -> Option<Turn> {
    let (mut holds, mut all): (Option<Turn>, bool) = (None, true);
    engine.defences(game, limits, stop, &mut |Defence { turn, verdict, complete, .. }| {
        all = *complete;
        let result = match verdict {
            Verdict::Wins(turns) => format!("loses in {}", turns.len() + 1),
            Verdict::NoForcedWin => "holds".to_owned(),
            Verdict::Unknown => "unknown".to_owned(),
        };
        if !matches!(verdict, Verdict::Wins(_)) {
            holds = holds.or(Some(*turn));
        }
        write(&format!("info string defence {} {result}", game.position().write_turn(game.rules(), turn)));
    });
    if !all {
        write("info string incomplete");
    }
    holds
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
