//! The opening book: turns that deep searches chose.
//!
//! `zertz-lab book` writes a book for a board and the standard rules. It is a text: a line `zertz-book 1`, a line such as `board 37`, and then
//! one line for each turn. Such a line has the turns from the start of the game, the last of which is the turn of the book, and its score in points
//! for the player who plays it. Of several turns for one position, the best comes first. A position stands for all its mirror images and
//! rotations.
//!
//! ```
//! use zertz::{Board, Game, Rules};
//! use zertz_engine::Book;
//!
//! let game = Game::new(Rules::standard(Board::rings48()));
//! let book = Book::known(game.rules()).expect("this crate contains a book for 48 rings");
//! let (turn, points) = book.turns(game.position())[0];
//! assert!(game.position().play(game.rules(), &turn).is_ok() && points.abs() < 300);
//! ```

use std::{collections::HashMap, sync::OnceLock};
use thiserror::Error;
use zertz::{Board, Captures, Claims, Position, Rules, Turn};

/// The books of this crate.
const TEXTS: [&str; 6] = [
    include_str!("../book/37.txt"),
    include_str!("../book/40.txt"),
    include_str!("../book/43.txt"),
    include_str!("../book/44.txt"),
    include_str!("../book/48.txt"),
    include_str!("../book/61.txt"),
];

static KNOWN: [OnceLock<Book>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];

/// Turns for opening positions, for one set of rules.
#[derive(Clone, Debug)]
pub struct Book {
    rules: Rules,
    /// By the hash of the canonical image of a position: turns in that image and their scores.
    turns: HashMap<u64, Vec<(Turn, i32)>>,
}

/// Why a text is not a book: the number of the line and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct BookError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl Book {
    /// The book for games with these rules, if this crate has one. The first call for a board reads it.
    pub fn known(rules: &Rules) -> Option<&'static Book> {
        let board = format!("board {}", rules.board);
        let index = TEXTS.iter().position(|text| text.lines().nth(1) == Some(&board))?;
        let read = || Book::parse(TEXTS[index]).expect("the tests read all books");
        Some(KNOWN[index].get_or_init(read)).filter(|book| book.applies_to(rules))
    }

    /// Reads a book. Every turn must be legal.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let wrong = |line| move |problem: String| BookError { line, problem };
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        if lines.next().is_none_or(|(_, text)| text != "zertz-book 1") {
            return Err(wrong(1)("expected zertz-book 1".to_owned()));
        }
        let board = lines.next().and_then(|(_, text)| text.strip_prefix("board ")).unwrap_or_default();
        let board: Board = board.parse().map_err(|_| wrong(2)("expected a line such as board 37".to_owned()))?;
        let mut book = Book { rules: Rules::standard(board), turns: HashMap::new() };
        for (line, text) in lines {
            book.read_line(text).map_err(wrong(line))?;
        }
        Ok(book)
    }

    fn read_line(&mut self, text: &str) -> Result<(), String> {
        let rules = &self.rules;
        let words: Vec<&str> = text.split(' ').collect();
        let [before @ .., turn, points] = &words[..] else { return Err("expected turns and a score".to_owned()) };
        let points: i32 = points.parse().map_err(|_| format!("{points} is not a score"))?;
        let mut position = rules.start();
        for text in before {
            let turn = position.read_turn(rules, text).map_err(|error| format!("{text}: {error}"))?;
            position = position.play_unchecked(rules, &turn);
        }
        let turn = position.read_turn(rules, turn).map_err(|error| format!("{turn}: {error}"))?;
        let (image, symmetry) = position.canonical(&rules.board);
        let turn = turn.transformed(&rules.board, symmetry);
        self.turns.entry(image.hash()).or_default().push((turn, points));
        Ok(())
    }

    /// Whether the book is for games with these rules. Options that do not matter in the opening, such as touch-move, may differ.
    pub fn applies_to(&self, rules: &Rules) -> bool {
        let Rules { board, pool, goals, .. } = &self.rules;
        let same = (board, pool, goals) == (&rules.board, &rules.pool, &rules.goals);
        same && rules.claims == Claims::Automatic && rules.captures == Captures::Enforced && !rules.swap
    }

    /// The turns for a position with their scores in points, best first. None if the position is not in the book.
    pub fn turns(&self, position: &Position) -> Vec<(Turn, i32)> {
        let board = &self.rules.board;
        let (image, symmetry) = position.canonical(board);
        let back = symmetry.inverse();
        let turns = self.turns.get(&image.hash()).into_iter().flatten();
        turns.map(|(turn, points)| (turn.transformed(board, &back), *points)).collect()
    }

    /// The number of positions. Images of each other count once.
    #[expect(clippy::len_without_is_empty, reason = "a book has positions")]
    pub fn len(&self) -> usize {
        self.turns.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_a_book_and_every_turn_is_legal_in_every_orientation() {
        for board in Board::presets() {
            let rules = Rules::standard(board);
            let book = Book::known(&rules).expect("a book");
            assert!(book.len() > 20, "{}", rules.board);
            let first = book.turns(&rules.start())[0].0;
            let after = rules.start().play(&rules, &first).unwrap();
            for symmetry in rules.board.symmetries() {
                let image = after.transformed(symmetry);
                let (reply, _) = book.turns(&image)[0];
                assert!(image.play(&rules, &reply).is_ok());
            }
            assert!(Book::known(&Rules { swap: true, ..rules.clone() }).is_none());
            assert!(Book::known(&Rules::blitz(rules.board.clone())).is_none());
        }
        assert!(Book::known(&Rules::standard("custom:c2,c3,d2,d3,d4,e2,e3".parse().unwrap())).is_none());
    }

    #[test]
    fn an_error_says_which_line_is_wrong() {
        let error = |text: &str| Book::parse(text).unwrap_err().to_string();
        assert_eq!(error(""), "line 1: expected zertz-book 1");
        assert_eq!(error("zertz-book 1\nboard 38"), "line 2: expected a line such as board 37");
        assert_eq!(error("zertz-book 1\nboard 37\nWd4,a1"), "line 3: expected turns and a score");
        assert_eq!(error("zertz-book 1\nboard 37\nWd4,a1 x"), "line 3: x is not a score");
        assert!(error("zertz-book 1\nboard 37\nWd4,a1 3\nWd4,d4 3").starts_with("line 4: Wd4,d4: "));
    }
}
