//! [`Record`]: a game on paper. The turns played, other turns considered, and what people said about them.

use super::cursor::TextPlace;
use crate::{Draw, Game, IllegalTurn, Outcome, Player, Position, Rules, Turn, Win};
use std::{fmt, str::FromStr, sync::Arc};

/// A game with its variations, comments and tags. Every turn in it is legal where it stands.
#[derive(Clone, Debug)]
pub struct Record {
    rules: Arc<Rules>,
    start: Position,
    /// Facts about the game in the order they were written, such as `Player1` and `Date`. What the rules say is not among them.
    pub tags: Vec<(String, String)>,
    /// What was said before the first turn.
    pub comment: String,
    /// The result as written.
    pub score: Score,
    /// Whether the players changed sides after the first turn.
    pub swapped: bool,
    /// What a reader noticed that does not keep the record from being replayed.
    pub notes: Vec<Note>,
    turns: Vec<RecordedTurn>,
    /// The turns that may come first, the one played before the others.
    first: Vec<TurnId>,
}

/// The number of a turn in its record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TurnId(usize);

impl TurnId {
    /// The number, below [`Record::len`]. A turn has a higher number than the one before it.
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
    /// What was said before it; only the first turn of a variation has that.
    pub lead: String,
    /// What was said after it.
    pub comment: String,
    /// Judgements by their numbers in the tradition of chess: 1 good, 2 mistake, 3 brilliant, 4 blunder, and so on.
    pub glyphs: Vec<u8>,
}

impl RecordedTurn {
    /// The turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The position it was made in.
    pub fn before(&self) -> &Position {
        &self.before
    }

    /// The position it led to.
    pub fn after(&self) -> &Position {
        &self.after
    }

    /// The turn before.
    pub fn parent(&self) -> Option<TurnId> {
        self.parent
    }

    /// The turns that may follow, the one of the main line first.
    pub fn next(&self) -> &[TurnId] {
        &self.next
    }
}

impl Record {
    /// A record without a turn.
    pub fn new(rules: impl Into<Arc<Rules>>, start: Position) -> Record {
        Record {
            rules: rules.into(),
            start,
            tags: Vec::new(),
            comment: String::new(),
            score: Score::Open,
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
        record.score = Score::of(game.outcome());
        record
    }

    /// The game of the main line. A result that the rules do not explain counts as a resignation or an agreed draw.
    pub fn game(&self) -> Game {
        let mut game = Game::from_position(self.rules.clone(), self.start);
        for (number, id) in self.main_line().enumerate() {
            if game.play(&self[id].turn).is_err() {
                break; // after the third repetition
            }
            if number == 0 && self.swapped {
                // A record that says so without the rules for it is believed: it tells who sat where.
                let _ = game.swap();
            }
        }
        if game.outcome().is_none() {
            let _ = match self.score {
                Score::First => game.resign(Player::Two),
                Score::Second => game.resign(Player::One),
                Score::Draw => game.agree_on_draw(),
                Score::BothLose | Score::Open => Ok(()),
            };
        }
        game
    }

    /// What the game was played by.
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

    /// How many turns there are, variations included.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is no turn.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The turns that may follow a turn, or begin the game; the one of the main line first.
    pub fn next(&self, after: Option<TurnId>) -> &[TurnId] {
        after.map_or(&self.first, |id| &self[id].next)
    }

    /// The position after a turn, or at the start.
    pub fn position(&self, after: Option<TurnId>) -> &Position {
        after.map_or(&self.start, |id| &self[id].after)
    }

    /// The turns that were played.
    pub fn main_line(&self) -> impl Iterator<Item = TurnId> + '_ {
        std::iter::successors(self.first.first().copied(), |&id| self[id].next.first().copied())
    }

    /// Adds a turn after another one, or at the start: as the main line if it is the first there, else as a variation.
    pub fn add(&mut self, after: Option<TurnId>, turn: Turn) -> Result<TurnId, IllegalTurn> {
        let before = *self.position(after);
        let position = before.play(&self.rules, &turn)?;
        Ok(self.append(after, turn, before, position))
    }

    /// Takes a turn, its variations and all that follows out of the lines of play.
    pub(crate) fn cut_before(&mut self, id: TurnId) {
        match self[id].parent {
            None => self.first.clear(),
            Some(parent) => self[parent].next.clear(),
        }
    }

    fn append(&mut self, parent: Option<TurnId>, turn: Turn, before: Position, after: Position) -> TurnId {
        let id = TurnId(self.turns.len());
        let (lead, comment) = (String::new(), String::new());
        let next = Vec::new();
        self.turns.push(RecordedTurn { turn, before, after, parent, next, lead, comment, glyphs: Vec::new() });
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

/// Something that a reader noticed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Turns stand in the record after the game was over. They were left out.
    AfterTheEnd {
        /// Where the first of them stands, if that is known.
        place: Option<TextPlace>,
        /// Its number.
        number: usize,
        /// Its text.
        turn: String,
        /// How the game had ended.
        outcome: Outcome,
    },
    /// The result written is not the one that the turns lead to.
    OtherResult {
        /// As written.
        written: Score,
        /// As played.
        played: Score,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::AfterTheEnd { place, number, turn, outcome } => {
                if let Some(place) = place {
                    write!(f, "{place}: ")?;
                }
                write!(f, "turn {number} ({turn}) is recorded after the game was over, {outcome}")
            }
            Note::OtherResult { written, played } => {
                write!(f, "the record gives the result {written}, but the turns lead to {played}")
            }
        }
    }
}

/// A result as records write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Score {
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

impl Score {
    pub(crate) const ALL: [Score; 5] = [Score::First, Score::Second, Score::Draw, Score::BothLose, Score::Open];

    /// The score of an outcome.
    pub fn of(outcome: Option<Outcome>) -> Score {
        match outcome {
            None => Score::Open,
            Some(Outcome::Won { by: Player::One, .. }) => Score::First,
            Some(Outcome::Won { by: Player::Two, .. }) => Score::Second,
            Some(Outcome::Drawn(_)) => Score::Draw,
            Some(Outcome::BothLose) => Score::BothLose,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Score::First => Some(Player::One),
            Score::Second => Some(Player::Two),
            _ => None,
        }
    }

    /// As records write it.
    pub const fn text(self) -> &'static str {
        match self {
            Score::First => "1-0",
            Score::Second => "0-1",
            Score::Draw => "1/2-1/2",
            Score::BothLose => "0-0",
            Score::Open => "*",
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A text that is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreError;

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is 1-0, 0-1, 1/2-1/2, 0-0 or *")
    }
}

impl std::error::Error for ScoreError {}

impl FromStr for Score {
    type Err = ScoreError;

    fn from_str(text: &str) -> Result<Score, ScoreError> {
        Score::ALL.into_iter().find(|score| score.text() == text).ok_or(ScoreError)
    }
}

impl Record {
    /// Settles the result once all turns are read: what the rules say goes before what is written, with a note if they differ.
    pub(crate) fn settle_score(&mut self, written: Option<Score>) {
        self.score = written.unwrap_or_default();
        let by_rule = |outcome: &Outcome| {
            !matches!(outcome, Outcome::Won { how: Win::Resignation | Win::Time, .. } | Outcome::Drawn(Draw::Agreement))
        };
        if let Some(outcome) = self.game().outcome().filter(by_rule) {
            let played = Score::of(Some(outcome));
            if written.is_some_and(|w| w != played && w != Score::Open) {
                self.notes.push(Note::OtherResult { written: self.score, played });
            }
            self.score = played;
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
