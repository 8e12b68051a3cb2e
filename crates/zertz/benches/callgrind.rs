//! How fast the rules are, in instructions: `cargo xtask bench`.
//!
//! A plain program that does one piece of work, the same every time, for callgrind to count. `--list` names them. Building boards and
//! positions is counted too, so each piece is large against that.

mod common;

use common::{format, middle_positions, random_game, random_record, rules};
use std::{hint::black_box, process::ExitCode};
use zertz::{HalfTurn, Position, Progress, Rules, Turn, notation::Zip, perft};

/// Each piece of work by name.
const WORKLOADS: [(&str, fn()); 16] = [
    ("games37", || games("37", 4000)),
    ("games48", || games("48", 2500)),
    ("games61", || games("61", 1500)),
    ("perft37", || perft_2("37", 60)),
    ("perft48", || perft_2("48", 40)),
    ("perft61", || perft_2("61", 20)),
    ("play", play),
    ("play-unchecked", play_unchecked),
    ("turns", turns),
    ("steps", steps),
    ("canonical", canonical),
    ("zip", zip),
    ("official", || record("official")),
    ("zen", || record("zen")),
    ("sgf", || record("sgf")),
    ("json", || record("json")),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = arguments.first().and_then(|name| WORKLOADS.iter().find(|(known, _)| known == name));
    match (arguments.first().map(String::as_str), named) {
        // `cargo bench` and `cargo test` start every bench: here there is nothing for them.
        (None | Some("--bench"), _) => {}
        (Some("--list"), _) => WORKLOADS.iter().for_each(|(name, _)| println!("{name}")),
        (Some(_), Some((_, work))) => work(),
        (Some(name), None) => {
            eprintln!("error: there is no workload {name}; --list shows them");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn games(board: &str, count: usize) {
    let rules = rules(board);
    let mut rng = zertz::Rng::new(1);
    for _ in 0..count {
        black_box(random_game(&rules, &mut rng));
    }
}

fn perft_2(board: &str, times: usize) {
    let rules = rules(board);
    for _ in 0..times {
        black_box(perft(&rules, black_box(&rules.start()), 2));
    }
}

/// Does the work on positions from the middle of games, with a legal turn for each, so many times over.
fn positions<T>(times: usize, work: impl Fn(&Rules, &Position, &Turn) -> T) {
    let rules = rules("37");
    let positions = middle_positions(&rules, 200);
    for _ in 0..times {
        for (position, turn) in black_box(&positions) {
            black_box(work(&rules, position, turn));
        }
    }
}

fn play() {
    positions(500, |rules, position, turn| position.play(rules, turn));
}

fn play_unchecked() {
    positions(4000, |rules, position, turn| position.play_unchecked(rules, turn));
}

fn turns() {
    positions(3, |rules, position, _| position.turns(rules).to_vec());
}

/// Every first step and every step after it, as a search would visit them.
fn steps() {
    positions(20, |rules, position, _| {
        let half = HalfTurn::begin(*position);
        half.for_each_step(rules, |step| {
            if let Progress::Open(half) = half.step_unchecked(rules, step) {
                half.for_each_step(rules, |step| {
                    black_box(step);
                });
            }
        });
    });
}

fn canonical() {
    positions(50, |rules, position, _| position.canonical(&rules.board).0);
}

/// Writes positions and reads them back.
fn zip() {
    positions(10, |rules, position, _| {
        let line = Zip::of(rules, position).to_string();
        let zip: Zip = line.parse().expect("the line was just written");
        zip.position(rules).expect("the position is sound")
    });
}

/// Writes games and reads them back.
fn record(name: &str) {
    let rules = rules("37");
    for seed in 0..40 {
        let text = format(name).write(&random_record(&rules, seed));
        black_box(format(name).read(&text)).expect("the record was just written");
    }
}
