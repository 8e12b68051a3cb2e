//! [`Record`]: a game with variations, comments and marks.

use super::{Mark, cursor::TextPlace};
use crate::{Draw, Game, IllegalTurn, Outcome, Player, Position, Rules, Turn, Win};
use std::{fmt, str::FromStr, sync::Arc};
use thiserror::Error;

/// A game with its variations, comments and tags. All its turns are legal.
#[derive(Clone, Debug)]
pub struct Record {
    rules: Arc<Rules>,
    start: Position,
    /// Facts about the game such as `Player1` and `Date`, in the order of the text. The tags of the rules are not included.
    pub tags: Vec<(String, String)>,
    /// The comment before the first turn.
    pub comment: String,
    /// What somebody drew on the starting position.
    pub marks: Vec<Mark>,
    /// The result as written.
    pub result: GameResult,
    /// Whether the players swapped sides after the first turn.
    pub swapped: bool,
    /// Inconsistencies that the reader found and could resolve.
    pub notes: Vec<Note>,
    turns: Vec<RecordedTurn>,
    /// The alternatives for the first turn. The one that was played comes first.
    first: Vec<TurnId>,
}

/// The number of a turn in its record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TurnId(usize);

impl TurnId {
    /// The number, below [`Record::len`]. It is higher than that of the previous turn.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A turn in a record.
#[derive(Clone, Debug)]
pub struct RecordedTurn {
    turn: Turn,
    before: Position,
    after: Position,
    parent: Option<TurnId>,
    next: Vec<TurnId>,
    /// The comment before it, which only the first turn of a variation has.
    pub lead: String,
    /// The comment after it.
    pub comment: String,
    /// Annotations by their numbers in PGN: 1 good, 2 mistake, 3 brilliant, 4 blunder, and so on.
    pub glyphs: Vec<u8>,
    /// What somebody drew on the position after it.
    pub marks: Vec<Mark>,
}

impl RecordedTurn {
    /// The turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The position before it.
    pub fn before(&self) -> &Position {
        &self.before
    }

    /// The position after it.
    pub fn after(&self) -> &Position {
        &self.after
    }

    /// The previous turn.
    pub fn parent(&self) -> Option<TurnId> {
        self.parent
    }

    /// The turns that follow. The main one comes first.
    pub fn next(&self) -> &[TurnId] {
        &self.next
    }
}

impl Record {
    /// A record without turns.
    pub fn new(rules: impl Into<Arc<Rules>>, start: Position) -> Record {
        Record {
            rules: rules.into(),
            start,
            tags: Vec::new(),
            comment: String::new(),
            marks: Vec::new(),
            result: GameResult::Open,
            swapped: false,
            notes: Vec::new(),
            turns: Vec::new(),
            first: Vec::new(),
        }
    }

    /// The record of a game.
    pub fn of(game: &Game) -> Record {
        let mut record = Record::new(game.rules().clone(), *game.start());
        let mut last = None;
        for (before, turn) in game.turns() {
            let after = before.play_unchecked(game.rules(), turn);
            last = Some(record.append(last, *turn, *before, after));
        }
        record.swapped = game.is_swapped();
        record.result = GameResult::of(game.outcome());
        record
    }

    /// The game of the main line. A result that does not follow from the rules counts as a resignation or an agreed draw.
    pub fn game(&self) -> Game {
        let mut game = Game::from_position(self.rules.clone(), self.start);
        for (number, id) in self.main_line().enumerate() {
            if game.play(&self[id].turn).is_err() {
                break; // after the third repetition
            }
            if number == 0 && self.swapped {
                // A recorded change of sides is accepted even if the rules do not allow one: it says who played which side.
                let _ = game.swap();
            }
        }
        if game.outcome().is_none() {
            let _ = match self.result {
                GameResult::First => game.resign(Player::Two),
                GameResult::Second => game.resign(Player::One),
                GameResult::Draw => game.agree_on_draw(),
                GameResult::BothLose | GameResult::Open => Ok(()),
            };
        }
        game
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The position before the first turn.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The first tag of that name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The number of turns, including variations.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there are no turns.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The turns that follow a turn, or the start if `None`. The main one comes first.
    pub fn next(&self, after: Option<TurnId>) -> &[TurnId] {
        after.map_or(&self.first, |id| &self[id].next)
    }

    /// The position after a turn, or at the start if `None`.
    pub fn position(&self, after: Option<TurnId>) -> &Position {
        after.map_or(&self.start, |id| &self[id].after)
    }

    /// The turns of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = TurnId> + '_ {
        std::iter::successors(self.first.first().copied(), |&id| self[id].next.first().copied())
    }

    /// All turns, each after its parent and the main line before its variations.
    pub fn depth_first(&self) -> impl Iterator<Item = TurnId> + '_ {
        let mut stack: Vec<TurnId> = self.first.iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let id = stack.pop()?;
            stack.extend(self[id].next.iter().rev());
            Some(id)
        })
    }

    /// Adds a turn after another one, or at the start if `None`. The first one added there belongs to the main line, others are variations.
    pub fn add(&mut self, after: Option<TurnId>, turn: Turn) -> Result<TurnId, IllegalTurn> {
        let before = *self.position(after);
        let position = before.play(&self.rules, &turn)?;
        Ok(self.append(after, turn, before, position))
    }

    /// Removes a turn, its alternatives and everything after them.
    pub(crate) fn cut_before(&mut self, id: TurnId) {
        match self[id].parent {
            None => self.first.clear(),
            Some(parent) => self[parent].next.clear(),
        }
    }

    fn append(&mut self, parent: Option<TurnId>, turn: Turn, before: Position, after: Position) -> TurnId {
        let id = TurnId(self.turns.len());
        let (lead, comment) = (String::new(), String::new());
        let (next, glyphs, marks) = (Vec::new(), Vec::new(), Vec::new());
        self.turns.push(RecordedTurn { turn, before, after, parent, next, lead, comment, glyphs, marks });
        match parent {
            None => self.first.push(id),
            Some(parent) => self.turns[parent.0].next.push(id),
        }
        id
    }
}

impl std::ops::Index<TurnId> for Record {
    type Output = RecordedTurn;
    fn index(&self, id: TurnId) -> &RecordedTurn {
        &self.turns[id.0]
    }
}

impl std::ops::IndexMut<TurnId> for Record {
    fn index_mut(&mut self, id: TurnId) -> &mut RecordedTurn {
        &mut self.turns[id.0]
    }
}

/// An inconsistency that a reader found and resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The record has turns after the end of the game. They were ignored.
    AfterTheEnd {
        /// The place of the first of them, if known.
        place: Option<TextPlace>,
        /// Its number.
        number: usize,
        /// Its text.
        turn: String,
        /// How the game ended.
        outcome: Outcome,
    },
    /// The recorded result is not the result of the turns.
    OtherResult {
        /// The recorded result.
        written: GameResult,
        /// The result of the turns.
        played: GameResult,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::AfterTheEnd { place, number, turn, outcome } => {
                let prefix = TextPlace::prefix(*place);
                write!(f, "{prefix}turn {number} ({turn}) comes after the end of the game: {outcome}")
            }
            Note::OtherResult { written, played } => {
                write!(f, "the record gives the result {written}, but the turns lead to {played}")
            }
        }
    }
}

/// The result of a game in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `0-0`
    BothLose,
    /// `*`: unfinished or unknown.
    #[default]
    Open,
}

impl GameResult {
    pub(crate) const ALL: [GameResult; 5] =
        [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::BothLose, GameResult::Open];

    /// The result for an outcome.
    pub fn of(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            None => GameResult::Open,
            Some(Outcome::Won { by: Player::One, .. }) => GameResult::First,
            Some(Outcome::Won { by: Player::Two, .. }) => GameResult::Second,
            Some(Outcome::Drawn(_)) => GameResult::Draw,
            Some(Outcome::BothLose) => GameResult::BothLose,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            GameResult::First => Some(Player::One),
            GameResult::Second => Some(Player::Two),
            _ => None,
        }
    }

    /// The result in notation.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Open => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A text is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a result is 1-0, 0-1, 1/2-1/2, 0-0 or *")]
pub struct GameResultError;

impl FromStr for GameResult {
    type Err = GameResultError;

    fn from_str(text: &str) -> Result<GameResult, GameResultError> {
        GameResult::ALL.into_iter().find(|result| result.text() == text).ok_or(GameResultError)
    }
}

impl Record {
    /// Sets the result after all turns are read. The result by the rules takes precedence; a different recorded one gives a note.
    pub(crate) fn settle_result(&mut self, written: Option<GameResult>) {
        self.result = written.unwrap_or_default();
        let by_rule = |outcome: &Outcome| {
            !matches!(outcome, Outcome::Won { how: Win::Resignation | Win::Time, .. } | Outcome::Drawn(Draw::Agreement))
        };
        if let Some(outcome) = self.game().outcome().filter(by_rule) {
            let played = GameResult::of(Some(outcome));
            if written.is_some_and(|w| w != played && w != GameResult::Open) {
                self.notes.push(Note::OtherResult { written: self.result, played });
            }
            self.result = played;
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_cut_leaves_no_variation_to_become_the_main_line() {
        let mut record = crate::notation::read("1. Wd4,d1 Gd5,a1 (1... Bd5,a1) *").unwrap();
        let second = record.main_line().nth(1).unwrap();
        record.cut_before(second);
        assert_eq!(record.main_line().count(), 1);
    }
}
