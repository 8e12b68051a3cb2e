//! `zertz-lab book`: an opening book for a board.
//!
//! Player 2 gets the best reply to every first turn, one of each set of mirror images. Player 1 gets the first turns whose best replies are
//! worst. First turns that are proven to lose are left out: the engine knows the proof.
//!
//! The file is written line by line, and a run continues where the last one stopped.

use crate::{data::score, progress::Progress, workers};
use anyhow::{Context, Result};
use clap::Args;
use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    ops::ControlFlow,
    path::PathBuf,
};
use zertz::{Board, Game, Rules, Turn};
use zertz_engine::{
    Book, Engine, Limits, Score, Stop,
    theory::{self, first_turns},
};

/// Search the replies to all first turns, and write an opening book
#[derive(Args, Clone, Debug)]
pub struct WriteBook {
    /// 37, 40, 43, 44, 48 or 61
    #[arg(long, value_name = "BOARD")]
    board: Board,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// File to write or to complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions searched at the same time
    #[arg(long, value_name = "K", default_value_t = 1)]
    concurrency: usize,
}

/// The first turns in the book are at most this many points worse than the best one, about as much as a search errs.
const CHOICE: i32 = 50;

/// There are at most this many of them.
const MOST_FIRST_TURNS: usize = 8;

/// With a larger table, clearing it would take longer than the search.
const HASH: usize = 64;

impl WriteBook {
    /// Searches the replies that the file does not have, and prints how large it is.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let wrong = || format!("cannot write {}", self.out.display());
        let rules = Rules::standard(self.board.clone());
        let start = rules.start();
        let proof = theory::known(&rules);
        let mut firsts = first_turns(&rules);
        firsts.retain(|first| proof.is_none_or(|proof| proof.turn(&start.play_unchecked(&rules, first)).is_none()));
        let text = |first: &Turn| start.write_turn(&rules, first).to_string();
        let mut replies = self.read()?;
        let missing: Vec<Turn> = firsts.iter().filter(|&first| !replies.contains_key(&text(first))).copied().collect();
        let mut file = OpenOptions::new().create(true).append(true).open(&self.out).with_context(wrong)?;
        let mut progress = Progress::new(missing.len() as u64, "positions");
        workers::in_order(
            missing.len() as u64,
            self.concurrency,
            stop,
            || Ok(Engine::new(HASH)),
            |engine, job| Ok(self.reply(engine, &rules, &missing[job as usize], stop)),
            |(first, reply)| {
                writeln!(file, "{} {reply}", text(&first)).with_context(wrong)?;
                replies.insert(text(&first), reply);
                progress.advance(String::new);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.finish();
        let lines = lines(&firsts.iter().map(text).collect::<Vec<_>>(), &replies);
        let book = format!("zertz-book 1\nboard {}\n{}", self.board, lines);
        let positions = Book::parse(&book).context("the file has a line that is not from this command")?.len();
        fs::write(&self.out, &book).with_context(wrong)?;
        writeln!(out, "{positions} positions, {} bytes in {}", book.len(), self.out.display())?;
        Ok(())
    }

    /// The replies that the file has: the turn and its score by first turn.
    fn read(&self) -> Result<BTreeMap<String, String>> {
        let text = match fs::read_to_string(&self.out) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("cannot read {}", self.out.display()))?,
        };
        let replies = text.lines().filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [first, reply, points] => Some((first.to_owned(), format!("{reply} {points}"))),
            _ => None,
        });
        Ok(replies.collect())
    }

    /// The best reply to a first turn, as text with its score. `None` if the search was stopped.
    fn reply(&self, engine: &mut Engine, rules: &Rules, first: &Turn, stop: &Stop) -> Option<(Turn, String)> {
        let position = rules.start().play_unchecked(rules, first);
        let game = Game::from_position(rules.clone(), position);
        // The result must not depend on what was searched before.
        engine.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut scores = [Score::Points(0); 2];
        let found = engine.search(&game, &limits, stop, &mut |info| scores = [scores[1], info.score])?;
        // Scores of even and odd depths differ, so the average of two makes searches of different depths comparable.
        let points = match scores {
            [Score::Points(before), Score::Points(last)] => (before + last) / 2,
            [_, last] => score(last),
        };
        let text = format!("{} {points}", position.write_turn(rules, &found.turn));
        (!stop.is_set()).then_some((*first, text))
    }
}

/// The lines of the book: the best first turns, then the replies.
fn lines(firsts: &[String], replies: &BTreeMap<String, String>) -> String {
    let points = |reply: &String| reply.split(' ').nth(1).and_then(|points| points.parse::<i32>().ok()).unwrap_or(0);
    let mut best: Vec<(i32, &String)> =
        firsts.iter().filter_map(|first| Some((-points(replies.get(first)?), first))).collect();
    best.sort_by_key(|(points, _)| -points);
    best.truncate(MOST_FIRST_TURNS);
    let least = best.first().map_or(0, |(points, _)| points - CHOICE);
    let starts =
        best.iter().filter(|(points, _)| *points >= least).map(|(points, first)| format!("{first} {points}\n"));
    let rest = firsts.iter().filter_map(|first| Some(format!("{first} {}\n", replies.get(first)?)));
    starts.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_completed_and_has_the_best_first_turns() {
        let dir = std::env::temp_dir().join(format!("zertz-book-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let out = dir.join("book.txt");
        let write = |nodes| {
            let command = WriteBook { board: Board::rings37(), nodes, out: out.clone(), concurrency: 2 };
            command.run(&mut Vec::new(), &Stop::new()).unwrap();
            fs::read_to_string(&out).unwrap()
        };
        let whole = write(200);
        let book = Book::parse(&whole).unwrap();
        assert_eq!(book.len(), 25, "the start and 24 first turns that are not proven to lose");
        // Without some of its lines, the file is completed. The others are not searched again.
        let part: String = whole.lines().filter(|line| !line.contains("Wb2")).map(|line| format!("{line}\n")).collect();
        fs::write(&out, part).unwrap();
        assert_eq!(write(200), whole);
        assert_eq!(write(100_000_000), whole);
        let starts = book.turns(&Rules::standard(Board::rings37()).start());
        assert!(starts.is_sorted_by_key(|(_, points)| -points) && starts[0].1 - starts[starts.len() - 1].1 <= CHOICE);
        fs::remove_dir_all(&dir).unwrap();
    }
}
