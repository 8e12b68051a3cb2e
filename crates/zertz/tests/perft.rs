//! The counts in `testdata/perft.txt`.
//!
//! Lines with more nodes than the limits below are skipped; `cargo xtask agree` raises the limits.

mod support;

use support::rule_book;
use zertz::{Board, Position, Preset, Rules, notation::Zip, perft};
use zertz_reference::{RuleBook, State};

struct Line {
    rules: Rules,
    position: Position,
    depth: u32,
    nodes: u64,
    text: String,
}

fn lines() -> Vec<Line> {
    let text = include_str!("../../../testdata/perft.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.splitn(5, ' ');
            let mut word = || words.next().unwrap_or_else(|| panic!("too short: {line}"));
            let board: Board = word().parse().unwrap();
            let preset: Preset = word().parse().unwrap();
            let (depth, nodes) = (word().parse().unwrap(), word().parse().unwrap());
            let rules = preset.rules(board);
            let position = match words.next() {
                None => rules.start(),
                Some(zip) => zip.parse::<Zip>().unwrap().position(&rules).unwrap(),
            };
            Line { rules, position, depth, nodes, text: line.to_owned() }
        })
        .collect()
}

fn limit(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number of nodes"))
}

#[test]
fn counts_are_as_recorded() {
    let limit = limit("ZERTZ_PERFT_NODES", 5_000_000_000);
    for line in lines().into_iter().filter(|line| line.nodes <= limit) {
        assert_eq!(perft(&line.rules, &line.position, line.depth), line.nodes, "{}", line.text);
    }
}

#[test]
fn the_second_implementation_counts_the_same() {
    fn count(book: &RuleBook, state: &State, depth: u32) -> u64 {
        let mut nodes = 0;
        state.for_each_turn(book, &mut |turn| {
            nodes += if depth == 1 { 1 } else { count(book, &state.play(book, turn), depth - 1) };
        });
        nodes
    }
    let limit = limit("ZERTZ_REFERENCE_NODES", 1_000_000);
    for line in lines().into_iter().filter(|line| line.nodes <= limit) {
        let book = rule_book(&line.rules);
        let state = State::from_zip(&book, &Zip::of(&line.rules, &line.position).to_string());
        assert_eq!(count(&book, &state, line.depth), line.nodes, "{}", line.text);
    }
}
