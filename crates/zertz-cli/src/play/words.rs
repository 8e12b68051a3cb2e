//! The sentences of the interface.

use super::{
    prompt::{Mode, Question},
    state::App,
};
use std::fmt::Display;
use zertz::{Captures, Colour, Game, Outcome, Phase, Step, Win};

pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A message of the library as a sentence. The label of a ring stays in lower case.
pub fn sentence(error: &dyn Display) -> String {
    let text = error.to_string();
    let text = text.trim_end_matches('.');
    let is_ring = text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    format!("{}.", if is_ring { text.to_owned() } else { capital(text) })
}

/// `a1, b2 or c3`
pub fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

pub fn last_turn(game: &Game) -> Option<String> {
    let (before, turn) = game.turns().last()?;
    Some(format!("{:#}", before.write_turn(game.rules(), turn)))
}

pub fn is_resigned(game: &Game) -> bool {
    matches!(game.outcome(), Some(Outcome::Won { how: Win::Resignation, .. }))
}

pub fn result(app: &App) -> Option<String> {
    Some(match app.game.outcome()? {
        Outcome::Won { by, how } => format!("{} wins {how}!", app.name(by)),
        other => sentence(&other),
    })
}

pub fn task(app: &App) -> String {
    let half = app.half();
    let position = half.position();
    let board = &app.rules().board;
    let who = app.name(position.mover());
    match half.phase() {
        Phase::Begin => {
            if let Some(jumper) = app.jumper {
                return format!("{who}: choose where the marble on {} lands", board.label(jumper));
            }
            if app.steps().contains(&Step::Pass) {
                format!("{who} has no marble to place and no capture: Enter passes")
            } else if !app.placeable().is_empty() {
                let from = if position.pool().is_empty() { " that you have captured: the pool is empty" } else { "" };
                match app.hand {
                    None => format!("{who}: take a marble to place{from}: w, g or b"),
                    Some(colour) => format!("{who}: place a {colour} marble{from}"),
                }
            } else if position.is_obliged() {
                format!("{who} must make the missed capture: choose a marble to jump with")
            } else {
                format!("{who} must capture: choose a marble to jump with")
            }
        }
        Phase::Remove(_) => format!("{who}: remove one of the marked rings"),
        Phase::Jump(at) => format!("{who} must continue: choose where the marble on {} lands next", board.label(at)),
        Phase::Claim(_) => {
            let group = half.pending_group(app.rules()).unwrap_or_default();
            let counts = Colour::ALL.map(|colour| ((position.marbles(colour) & group).len(), colour));
            let parts = counts.into_iter().filter(|(n, _)| *n > 0).map(|(n, colour)| format!("{n} {colour}"));
            let names: Vec<String> = board.in_label_order(group).map(|ring| board.label(ring).to_string()).collect();
            format!("{who}: claim {} ({})? y or n", names.join(" "), parts.collect::<Vec<_>>().join(", "))
        }
    }
}

pub fn question(app: &App, question: &Question) -> String {
    match question {
        Question::Quit => "The game is not saved. Quit anyway? y quits, n stays, S saves".to_owned(),
        Question::New => "The game is not saved. Start a new game anyway? y starts, n stays, S saves".to_owned(),
        Question::Load(_) => "The game is not saved. Load anyway? y loads, n stays, S saves".to_owned(),
        Question::Resign => format!("{}, do you resign? y or n", app.name(app.game.position().mover())),
        Question::Overwrite(path) => format!("{} exists. Replace it? y or n", path.display()),
        Question::Forget(_) => {
            let undone = app.whole().turns().len() - app.game.turns().len();
            format!("The {undone} undone turns will be lost. Continue from here? y or n")
        }
    }
}

pub fn hints(app: &App) -> Vec<(&'static str, &'static str)> {
    match app.mode {
        Mode::Board => {}
        Mode::Prompt(..) => return vec![("Enter", "accept"), ("Esc", "cancel")],
        Mode::Question(_) => return vec![("y", "yes"), ("n", "no")],
        Mode::Help => return vec![("any key", "back to the game")],
    }
    let demand = app.rules().captures == Captures::OnDemand && !app.game.turns().is_empty();
    if app.game.outcome().is_some() {
        let mut hints =
            vec![("n", "new game"), ("u r", "step"), ("S", "save"), ("L", "load"), ("q", "quit"), ("?", "help")];
        if demand {
            hints.insert(0, ("d", "demand"));
        }
        return hints;
    }
    let mut hints = vec![("arrows", "move"), ("Enter", "choose")];
    match app.half().phase() {
        Phase::Claim(_) => hints = vec![("y", "claim"), ("n", "leave")],
        _ if !app.placeable().is_empty() => hints.push(("w g b", "colour")),
        _ => hints.push(("Tab", "next")),
    }
    if app.has_begun() {
        if !app.touch_move() {
            hints.push(("Esc", "back"));
        }
    } else {
        if demand {
            hints.push(("d", "demand"));
        }
        if app.game.may_swap() {
            hints.push(("s", "swap"));
        }
    }
    hints.push(("i", "type"));
    if !app.touch_move() {
        hints.push(("u", "undo"));
    }
    hints.extend([("?", "help"), ("q", "quit")]);
    hints
}
