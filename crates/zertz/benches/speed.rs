//! How fast the rules are, in seconds: `cargo bench -p zertz`.
//!
//! Where an item is counted, the table shows items in a second: games, positions, turns or bytes of text.

mod common;

use common::{format, middle_positions, random_game, random_record, rules};
use divan::{
    Bencher, black_box,
    counter::{BytesCount, ItemsCount},
};
use zertz::{HalfTurn, notation::Zip, perft};

const BOARDS: [&str; 3] = ["37", "48", "61"];
const FORMATS: [&str; 4] = ["official", "zen", "sgf", "json"];

fn main() {
    divan::main();
}

/// Uniformly random games from the start to the end.
#[divan::bench(args = BOARDS)]
fn random_games(bencher: Bencher<'_, '_>, board: &str) {
    const GAMES: usize = 1000;
    let rules = rules(board);
    let mut rng = zertz::Rng::new(1);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| random_game(&rules, &mut rng)).sum::<usize>());
}

/// Turns of two plies; an item is a sequence of two turns.
#[divan::bench(args = BOARDS)]
fn perft_2(bencher: Bencher<'_, '_>, board: &str) {
    let rules = rules(board);
    let start = rules.start();
    let count = perft(&rules, &start, 2);
    bencher.counter(ItemsCount::new(count)).bench_local(|| perft(&rules, black_box(&start), 2));
}

/// What is done with each of many positions from the middle of games; an item is a position.
mod position {
    use super::*;

    fn each<T>(
        bencher: Bencher<'_, '_>,
        board: &str,
        work: impl Fn(&zertz::Rules, &zertz::Position, &zertz::Turn) -> T,
    ) {
        let rules = rules(board);
        let positions = middle_positions(&rules, 200);
        bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
            for (position, turn) in black_box(&positions) {
                black_box(work(&rules, position, turn));
            }
        });
    }

    /// Plays a turn known to be legal.
    #[divan::bench(args = BOARDS)]
    fn play_unchecked(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, turn| position.play_unchecked(rules, turn));
    }

    /// Plays a turn after checking it.
    #[divan::bench(args = BOARDS)]
    fn play(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, turn| position.play(rules, turn));
    }

    /// Lists all legal turns.
    #[divan::bench(args = BOARDS)]
    fn turns(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, _| position.turns(rules).to_vec());
    }

    /// Picks a legal turn without listing them.
    #[divan::bench(args = BOARDS)]
    fn choose(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, _| position.turns(rules).choose(|n| n / 2));
    }

    /// Visits the legal first steps.
    #[divan::bench(args = BOARDS)]
    fn steps(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, _| {
            HalfTurn::begin(*position).for_each_step(rules, |step| {
                black_box(step);
            });
        });
    }

    /// Takes the first legal step.
    #[divan::bench(args = BOARDS)]
    fn step(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, _| {
            let half = HalfTurn::begin(*position);
            let mut first = None;
            half.for_each_step(rules, |step| first = first.or(Some(step)));
            first.map(|step| half.step_unchecked(rules, step))
        });
    }

    /// The number for hash tables.
    #[divan::bench(args = BOARDS)]
    fn hash(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |_, position, _| position.hash());
    }

    /// The same position for all its mirror images.
    #[divan::bench(args = BOARDS)]
    fn canonical(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, _| position.canonical(&rules.board).0);
    }

    /// Reads a position on one line.
    #[divan::bench(args = BOARDS)]
    fn read_zip(bencher: Bencher<'_, '_>, board: &str) {
        let rules = rules(board);
        let positions = middle_positions(&rules, 200);
        let lines: Vec<String> = positions.iter().map(|(p, _)| Zip::of(&rules, p).to_string()).collect();
        bencher.counter(ItemsCount::new(lines.len())).bench_local(|| {
            for line in black_box(&lines) {
                let zip: Zip = line.parse().expect("the line was just written");
                black_box(zip.position(&rules).expect("the position is sound"));
            }
        });
    }

    /// Writes a position on one line.
    #[divan::bench(args = BOARDS)]
    fn write_zip(bencher: Bencher<'_, '_>, board: &str) {
        each(bencher, board, |rules, position, _| Zip::of(rules, position).to_string());
    }
}

/// The record of one random game.
mod record {
    use super::*;

    /// Reads it, which plays every turn.
    #[divan::bench(args = FORMATS)]
    fn read(bencher: Bencher<'_, '_>, name: &str) {
        let text = format(name).write(&random_record(&rules("37"), 3));
        bencher.counter(BytesCount::of_str(&text)).bench_local(|| format(name).read(black_box(&text)));
    }

    /// Writes it.
    #[divan::bench(args = FORMATS)]
    fn write(bencher: Bencher<'_, '_>, name: &str) {
        let record = random_record(&rules("37"), 3);
        let bytes = format(name).write(&record).len();
        bencher.counter(BytesCount::new(bytes)).bench_local(|| format(name).write(black_box(&record)));
    }
}
