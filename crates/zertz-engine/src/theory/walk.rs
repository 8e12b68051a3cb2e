//! Reads a certificate: walks through it as `docs/theory.md` describes and stores what it finds.
//!
//! A certificate is a list of turns without positions. The walk visits the positions in the order in which the turns are written, so it
//! must take all replies of the loser, and that makes it a check.

use super::{Key, Proof, Won, claims};
use std::{
    collections::{HashMap, HashSet},
    str::SplitWhitespace,
};
use thiserror::Error;
use zertz::{
    Board, Player, Position, Rules, Turn,
    notation::{Images, TurnError, Zip},
};

/// Why a text is not a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProofError {
    /// A line of the header is missing or wrong.
    #[error("line {line}: expected `{expected}`")]
    Header {
        /// The number of the line, from 1.
        line: usize,
        /// An example of the line.
        expected: &'static str,
    },
    /// A turn is not legal.
    #[error("turn {number}, {turn}, in {position}: {error}")]
    Turn {
        /// Counted from 1 within the start line or the list of turns.
        number: usize,
        /// The turn as it is written.
        turn: String,
        /// The position as a ZIP line.
        position: String,
        /// What is wrong with the turn.
        error: TurnError,
    },
    /// There are fewer turns than positions.
    #[error("the list of turns ends before {0}")]
    TooShort(String),
    /// There are more turns than positions, or their number is not the one in the header.
    #[error("the header says {announced} turns, the list has {written}, and {used} positions need one")]
    Count {
        /// The number in the header.
        announced: usize,
        /// The number of turns in the list.
        written: usize,
        /// The number of positions.
        used: usize,
    },
    /// A game ends, but the winner has not won.
    #[error("the game ends without a win in {0}")]
    NotWon(String),
    /// The pool is empty, so the game could go on for ever.
    #[error("the pool is empty in {0}")]
    EmptyPool(String),
}

pub(super) fn read(text: &str) -> Result<Proof, ProofError> {
    let Header { rules, winner, starts, announced, turns } = Header::read(text)?;
    let proof = Proof {
        images: Images::new(&rules.board),
        starts: Vec::new(),
        loser_claims: false,
        won: HashMap::new(),
        lost: HashMap::new(),
        rules,
        winner,
    };
    let mut walk = Walk { proof, turns: turns.split_whitespace() };
    for start in starts {
        walk.line(start)?;
    }
    let used = walk.proof.won.len();
    let written = used + walk.turns.count();
    if announced != used || written != used {
        return Err(ProofError::Count { announced, written, used });
    }
    Ok(walk.proof)
}

/// The parts of a certificate, before any turn is read.
struct Header<'t> {
    rules: Rules,
    winner: Player,
    starts: Vec<&'t str>,
    announced: usize,
    turns: &'t str,
}

impl<'t> Header<'t> {
    fn read(text: &'t str) -> Result<Header<'t>, ProofError> {
        let mut lines = Lines { rest: text, number: 0 };
        lines.field("zertz-proof 1", |version| (version == "1").then_some(()))?;
        let board = lines.field("board 37", |name| Board::presets().find(|board| board.name() == name))?;
        let pool = lines.field("pool 6/8/10", |pool| pool.parse().ok())?;
        let goals = lines.field("goals 4/5/6/3", |goals| goals.parse().ok())?;
        let winner = lines.field("winner 2", |number| match number {
            "1" => Some(Player::One),
            "2" => Some(Player::Two),
            _ => None,
        })?;
        let mut starts = vec![lines.field("start Wd4,a2", Some)?];
        while lines.rest.starts_with("start") {
            starts.push(lines.field("start Wd4,a2", Some)?);
        }
        let announced = lines.field("turns 6689", |count| count.parse().ok())?;
        let rules = Rules { pool, goals, ..Rules::standard(board) };
        Ok(Header { rules, winner, starts, announced, turns: lines.rest })
    }
}

struct Lines<'t> {
    rest: &'t str,
    number: usize,
}

impl<'t> Lines<'t> {
    /// Reads the value of the next line, which must begin with the same word as the example.
    fn field<T>(&mut self, expected: &'static str, read: impl Fn(&'t str) -> Option<T>) -> Result<T, ProofError> {
        self.number += 1;
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        let name = expected.split(' ').next();
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = read(value).filter(|_| Some(word) == name);
        value.ok_or(ProofError::Header { line: self.number, expected })
    }
}

struct Walk<'t> {
    proof: Proof,
    turns: SplitWhitespace<'t>,
}

// No walk is endless or deep: the pool is never empty, so every turn takes a marble from the pool or from the board.
impl Walk<'_> {
    /// Plays a start line and walks from the position after it.
    fn line(&mut self, line: &str) -> Result<(), ProofError> {
        let (mut position, mut turns) = (self.proof.rules.start(), Vec::new());
        for (index, word) in line.split_whitespace().enumerate() {
            let turn = self.turn(&position, word, index + 1)?;
            position = position.play_unchecked(&self.proof.rules, &turn);
            turns.push(turn);
        }
        self.proof.starts.push(turns);
        let (image, _) = self.proof.images.smallest(&position);
        match position.mover() == self.proof.winner {
            true => self.won(image)?,
            false => self.lost(image)?,
        };
        Ok(())
    }

    /// Walks from a position with the winner to move. Returns the number of turns to the win, at most.
    fn won(&mut self, image: Position) -> Result<u16, ProofError> {
        if let Some(won) = self.proof.won.get(&Key(image)) {
            return Ok(won.distance);
        }
        let word = self.turns.next().ok_or_else(|| ProofError::TooShort(self.zip(&image)))?;
        let turn = self.turn(&image, word, self.proof.won.len() + 1)?;
        self.proof.won.insert(Key(image), Won { turn, distance: 0 });
        let after = image.play_unchecked(&self.proof.rules, &turn);
        let distance = self.lost(self.proof.images.smallest(&after).0)? + 1;
        self.proof.won.insert(Key(image), Won { turn, distance });
        Ok(distance)
    }

    /// Walks from a position with the loser to move.
    fn lost(&mut self, image: Position) -> Result<u16, ProofError> {
        if let Some(outcome) = image.outcome(&self.proof.rules) {
            let won = outcome.winner() == Some(self.proof.winner);
            return if won { Ok(0) } else { Err(ProofError::NotWon(self.zip(&image))) };
        }
        if let Some(&distance) = self.proof.lost.get(&Key(image)) {
            return Ok(distance);
        }
        let mut longest = 0;
        for reply in self.replies(&image)? {
            longest = longest.max(self.won(reply)?);
        }
        self.proof.lost.insert(Key(image), longest + 1);
        Ok(longest + 1)
    }

    /// The different positions after a reply of the loser, in the order of their ZIP lines.
    fn replies(&mut self, position: &Position) -> Result<Vec<Position>, ProofError> {
        let rules = &self.proof.rules;
        let (mut seen, mut fault, mut claimed) = (HashSet::new(), None, false);
        position.turns(rules).for_each(|turn| {
            let after = position.play_unchecked(rules, &turn);
            if after.outcome(rules).is_some() {
                fault = Some(ProofError::NotWon(self.zip(&after)));
            } else if after.pool().is_empty() {
                fault = Some(ProofError::EmptyPool(self.zip(&after)));
            }
            claimed |= claims(&turn);
            seen.insert(Key(self.proof.images.smallest(&after).0));
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        self.proof.loser_claims |= claimed;
        let mut replies: Vec<Position> = seen.into_iter().map(|Key(image)| image).collect();
        replies.sort_unstable_by(|a, b| self.proof.images.compare(a, b));
        Ok(replies)
    }

    fn turn(&self, position: &Position, word: &str, number: usize) -> Result<Turn, ProofError> {
        let turn = position.read_turn(&self.proof.rules, word);
        turn.map_err(|error| ProofError::Turn { number, turn: word.to_owned(), position: self.zip(position), error })
    }

    fn zip(&self, position: &Position) -> String {
        Zip::of(&self.proof.rules, position).to_string()
    }
}
