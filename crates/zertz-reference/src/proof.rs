//! Checks proofs that a player wins by force.
//!
//! `docs/theory.md` describes the format. A proof gives the winner's turn in every position that the opponent can reach. The checker asks
//! the rules for all replies, so nothing is left out, and it trusts nothing but the rules: not the program that wrote the proof, nor any
//! search.

use crate::{Outcome, Place, RuleBook, State, Turn};
use std::collections::{BTreeMap, HashSet};
use thiserror::Error;

/// What a valid proof contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The player who wins: 0 or 1.
    pub winner: usize,
    /// How many lines of turns from the start lead to a won position.
    pub starts: usize,
    /// In how many positions the proof gives the winner's turn. Images of each other count once.
    pub positions: usize,
    /// How many different positions the opponent can reach from these in one turn, all counted.
    pub replies: usize,
}

/// Why a proof is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// A line of the header is missing or wrong.
    #[error("expected the line `{0}`")]
    Header(&'static str),
    /// A turn is not legal.
    #[error("turn {number}, {turn}, is not legal in {position}")]
    Illegal {
        /// Counted from 1 within the start line or the list of turns.
        number: usize,
        /// The turn as it is written.
        turn: String,
        /// The position as a ZIP line.
        position: String,
    },
    /// There are fewer turns than positions.
    #[error("the proof ends before it has a turn for {0}")]
    TooShort(String),
    /// There are more turns than positions, or fewer than the header says.
    #[error("the proof has {written} turns, but {used} positions need one")]
    Count {
        /// How many turns the proof contains or announces.
        written: usize,
        /// How many positions there are.
        used: usize,
    },
    /// A game ends, but the winner has not won.
    #[error("the game ends without a win in {0}")]
    NotWon(String),
    /// The pool is empty, so the game could go on for ever.
    #[error("the pool is empty in {0}")]
    EmptyPool(String),
}

/// Checks a proof from its first line to its last turn, for games with automatic claims.
pub fn check(text: &str) -> Result<Checked, Refused> {
    check_with(text, false)
}

/// Checks a proof for games with optional claims: the winner claims everything, and the opponent may decline.
pub fn check_with_optional_claims(text: &str) -> Result<Checked, Refused> {
    check_with(text, true)
}

fn check_with(text: &str, claims_optional: bool) -> Result<Checked, Refused> {
    let mut lines = text.lines();
    let mut field = |example: &'static str| -> Result<&str, Refused> {
        let name = example.split(' ').next().unwrap_or(example);
        let value = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.ok_or(Refused::Header(example))
    };
    if field("zertz-proof 1")? != "1" {
        return Err(Refused::Header("zertz-proof 1"));
    }
    let mut book = board(field("board 37")?).ok_or(Refused::Header("board 37"))?;
    book.claims_optional = claims_optional;
    book.pool = numbers(field("pool 6/8/10")?).ok_or(Refused::Header("pool 6/8/10"))?;
    let goals: Option<[u8; 4]> = numbers(field("goals 4/5/6/3")?).filter(|goals: &[u8; 4]| !goals.contains(&0));
    book.goals = goals.ok_or(Refused::Header("goals 4/5/6/3"))?;
    let winner = match field("winner 2")? {
        "1" => 0,
        "2" => 1,
        _ => return Err(Refused::Header("winner 2")),
    };
    let (mut starts, mut count) = (Vec::new(), None);
    for line in lines.by_ref() {
        if let Some(start) = line.strip_prefix("start") {
            starts.push(start);
        } else {
            count = line.strip_prefix("turns ");
            break;
        }
    }
    if starts.is_empty() {
        return Err(Refused::Header("start Wd4,d1"));
    }
    let written: usize = count.and_then(|count| count.parse().ok()).ok_or(Refused::Header("turns N"))?;
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let different: HashSet<&str> = starts.iter().copied().collect();
    if different.len() < starts.len() {
        return Err(Refused::Header("each start line once"));
    }

    let symmetries = symmetries(&book);
    let mut checker = Checker { book, symmetries, winner, words: words.into_iter(), seen: HashSet::new(), replies: 0 };
    for start in &starts {
        checker.check_start(start)?;
    }
    let used = checker.seen.len();
    let left = checker.words.by_ref().count();
    if left > 0 || written != used {
        return Err(Refused::Count { written: if left > 0 { used + left } else { written }, used });
    }
    Ok(Checked { winner, starts: starts.len(), positions: used, replies: checker.replies })
}

/// A board in the rulebook.
fn board(name: &str) -> Option<RuleBook> {
    ["37", "40", "43", "44", "48", "61"].contains(&name).then(|| RuleBook::standard(name.parse().unwrap()))
}

/// Numbers separated by slashes.
fn numbers<const N: usize>(text: &str) -> Option<[u8; N]> {
    let numbers: Option<Vec<u8>> = text.split('/').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

struct Checker<'t> {
    book: RuleBook,
    symmetries: Vec<BTreeMap<Place, Place>>,
    winner: usize,
    words: std::vec::IntoIter<&'t str>,
    /// The positions that have a turn, each as the smallest ZIP line of its images.
    seen: HashSet<String>,
    replies: usize,
}

impl Checker<'_> {
    /// Plays a line of turns from the start and checks everything that follows.
    fn check_start(&mut self, line: &str) -> Result<(), Refused> {
        let mut state = State::start(&self.book);
        for (index, word) in line.split_whitespace().enumerate() {
            state = self.play(&state, word, index + 1)?;
        }
        // Depth first. A position that was seen before needs no second look: the game cannot come back to it, because
        // every turn before the pool is empty takes a marble from the pool or from the board.
        let mut stack = vec![state];
        while let Some(state) = stack.pop() {
            if state.mover != self.winner {
                self.add_replies(&state, &mut stack)?;
                continue;
            }
            let (zip, state) = self.canonical(&state);
            if !self.seen.insert(zip.clone()) {
                continue;
            }
            let word = self.words.next().ok_or(Refused::TooShort(zip))?;
            let after = self.play(&state, word, self.seen.len())?;
            self.add_replies(&after, &mut stack)?;
        }
        Ok(())
    }

    /// Adds every different position after a reply of the opponent, so that the one with the smallest ZIP line is taken first.
    fn add_replies(&mut self, state: &State, stack: &mut Vec<State>) -> Result<(), Refused> {
        if let Some(outcome) = state.outcome(&self.book) {
            let won = matches!(outcome, Outcome::Won { by, .. } if by == self.winner);
            return if won { Ok(()) } else { Err(Refused::NotWon(state.zip(&self.book))) };
        }
        let mut replies = BTreeMap::new();
        for turn in state.turns(&self.book) {
            let after = state.play(&self.book, &turn);
            if after.outcome(&self.book).is_some() {
                return Err(Refused::NotWon(after.zip(&self.book)));
            }
            if after.pool == [0; 3] {
                return Err(Refused::EmptyPool(after.zip(&self.book)));
            }
            let (zip, image) = self.canonical(&after);
            replies.insert(zip, image);
        }
        self.replies += replies.len();
        stack.extend(replies.into_values().rev());
        Ok(())
    }

    /// Plays a turn if it is legal.
    fn play(&self, state: &State, word: &str, number: usize) -> Result<State, Refused> {
        let turn = self.find(state, word).ok_or_else(|| {
            let turn = word.chars().take(40).flat_map(char::escape_debug).collect();
            let position = state.zip(&self.book);
            Refused::Illegal { number, turn, position }
        })?;
        Ok(state.play(&self.book, &turn))
    }

    /// The legal turn that is written so. Claims are left out: the player claims everything.
    fn find(&self, state: &State, word: &str) -> Option<Turn> {
        let claims = |turn: &Turn| if let Turn::Place { claimed, .. } = turn { claimed.len() } else { 0 };
        let mut found: Option<Turn> = None;
        state.for_each_turn(&self.book, &mut |turn| {
            if self.is_written(state, turn, word) && found.as_ref().is_none_or(|best| claims(best) < claims(turn)) {
                found = Some(turn.clone());
            }
        });
        found
    }

    fn is_written(&self, state: &State, turn: &Turn, word: &str) -> bool {
        match turn {
            Turn::Place { colour, at, removed, .. } => {
                let label = |place: &Place| place.label(self.book.centre);
                let removed = removed.map_or(String::new(), |ring| format!(",{}", label(&ring)));
                word.starts_with(colour.letter()) && word[1..] == format!("{}{removed}", label(at))
            }
            Turn::Jump { .. } | Turn::Pass => crate::text(turn, state, &self.book) == word,
        }
    }

    /// The image of a position with the smallest ZIP line, and that line.
    fn canonical(&self, state: &State) -> (String, State) {
        let images = self.symmetries.iter().map(|symmetry| {
            let mut image = state.clone();
            for (&from, &to) in symmetry {
                image.board.set(to, state.board.get(from));
            }
            (image.zip(&self.book), image)
        });
        images.min_by(|(a, _), (b, _)| a.cmp(b)).expect("the identity is a symmetry")
    }
}

/// The rotations and reflections that map the board onto itself, as the place to which each ring moves.
fn symmetries(book: &RuleBook) -> Vec<BTreeMap<Place, Place>> {
    // Axes at 60 degrees: one step along the first is a column to the right and half a ring up, along the second a whole ring up.
    let axial =
        |place: &Place| (i32::from(place.column), (i32::from(place.height) - i32::from(place.column)).div_euclid(2));
    let rings: BTreeMap<(i32, i32), Place> = book.rings.iter().map(|ring| (axial(ring), *ring)).collect();
    let mut found = Vec::new();
    for mirrored in [false, true] {
        for turns in 0..6 {
            let image = |&(mut a, mut b): &(i32, i32)| {
                if mirrored {
                    (a, b) = (-a, a + b);
                }
                for _ in 0..turns {
                    (a, b) = (-b, a + b);
                }
                (a, b)
            };
            // Rings map onto rings after some shift; the smallest ring and the smallest image must meet.
            let least = rings.keys().map(image).min().expect("a board has rings");
            let first = rings.keys().next().expect("a board has rings");
            let shift = (first.0 - least.0, first.1 - least.1);
            let moved = rings.iter().map(|(at, from)| {
                let (a, b) = image(at);
                Some((*from, *rings.get(&(a + shift.0, b + shift.1))?))
            });
            found.extend(moved.collect::<Option<BTreeMap<Place, Place>>>());
        }
    }
    found
}
