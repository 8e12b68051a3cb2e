//! The `zertz` command.

mod play;

use std::process::ExitCode;
use zertz::{Board, Claims, Rules, notation::Zip};

fn main() -> ExitCode {
    let mut rules = Rules::standard(Board::rings37());
    let mut load = None;
    let mut zip = None;
    let mut names = [None, None];
    for word in std::env::args().skip(1) {
        match word.as_str() {
            "tournament" => rules = Rules::tournament(rules.board.clone()),
            "blitz" => rules = Rules::blitz(rules.board.clone()),
            "claims" => rules.claims = Claims::Optional,
            "demand" => rules.captures = zertz::Captures::Claimed,
            "swap" => rules.swap = true,
            "names" => names = ["Anna", "Bartholomew the Great"].map(|name| Some(name.to_owned())),
            _ if word.contains(' ') => zip = word.parse::<Zip>().ok(),
            _ => match word.parse() {
                Ok(board) => rules.board = board,
                Err(_) => load = Some(word.into()),
            },
        }
    }
    let start = zip.map(|zip| zip.position(&rules).expect("a position"));
    match play::run(play::Options { start, load, names, ..play::Options::new(rules) }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("zertz: {error}");
            ExitCode::from(2)
        }
    }
}
