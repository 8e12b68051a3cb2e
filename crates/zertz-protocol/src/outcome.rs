//! [`GameResult`] and [`OutcomeKind`]: who won, and how, as one word each.

use crate::Seat;
use serde::{Deserialize, Serialize};
use zertz::{Colour, Draw, Goal, Outcome, Win};

/// The result of a finished game.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum GameResult {
    /// The player on seat 1 won.
    #[serde(rename = "1")]
    One,
    /// The player on seat 2 won.
    #[serde(rename = "2")]
    Two,
    /// The game was drawn.
    Draw,
    /// Both players lost.
    BothLose,
}

impl GameResult {
    /// Every result.
    pub const ALL: [GameResult; 4] = [GameResult::One, GameResult::Two, GameResult::Draw, GameResult::BothLose];

    /// The result of an outcome. Sides are swapped when the players changed sides.
    pub fn of(outcome: Outcome, swapped: bool) -> GameResult {
        match (outcome.winner().map(|player| Seat::of(player, swapped)), outcome) {
            (Some(Seat::One), _) => GameResult::One,
            (Some(Seat::Two), _) => GameResult::Two,
            (None, Outcome::BothLose) => GameResult::BothLose,
            (None, _) => GameResult::Draw,
        }
    }

    /// The word on the wire and in the database.
    pub fn name(self) -> &'static str {
        match self {
            GameResult::One => "1",
            GameResult::Two => "2",
            GameResult::Draw => "draw",
            GameResult::BothLose => "bothLose",
        }
    }

    /// The result with this word.
    pub fn named(name: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.name() == name)
    }
}

/// How a game ended.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeKind {
    /// The winner reached the goal of white marbles.
    White,
    /// The winner reached the goal of grey marbles.
    Grey,
    /// The winner reached the goal of black marbles.
    Black,
    /// The winner reached the goal of marbles of each colour.
    Each,
    /// The winner filled the board.
    FullBoard,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The position was repeated.
    Repetition,
    /// Nobody could move.
    Stuck,
    /// The players agreed on a draw.
    Agreement,
    /// Both players lost.
    BothLose,
}

impl OutcomeKind {
    /// Every kind.
    pub const ALL: [OutcomeKind; 11] = [
        OutcomeKind::White,
        OutcomeKind::Grey,
        OutcomeKind::Black,
        OutcomeKind::Each,
        OutcomeKind::FullBoard,
        OutcomeKind::Resignation,
        OutcomeKind::Time,
        OutcomeKind::Repetition,
        OutcomeKind::Stuck,
        OutcomeKind::Agreement,
        OutcomeKind::BothLose,
    ];

    /// The kind of an outcome.
    pub fn of(outcome: Outcome) -> OutcomeKind {
        match outcome {
            Outcome::Won { how: Win::Goal(Goal::Colour(Colour::White)), .. } => OutcomeKind::White,
            Outcome::Won { how: Win::Goal(Goal::Colour(Colour::Grey)), .. } => OutcomeKind::Grey,
            Outcome::Won { how: Win::Goal(Goal::Colour(Colour::Black)), .. } => OutcomeKind::Black,
            Outcome::Won { how: Win::Goal(Goal::Each), .. } => OutcomeKind::Each,
            Outcome::Won { how: Win::FullBoard, .. } => OutcomeKind::FullBoard,
            Outcome::Won { how: Win::Resignation, .. } => OutcomeKind::Resignation,
            Outcome::Won { how: Win::Time, .. } => OutcomeKind::Time,
            Outcome::Drawn(Draw::Repetition) => OutcomeKind::Repetition,
            Outcome::Drawn(Draw::Stuck) => OutcomeKind::Stuck,
            Outcome::Drawn(Draw::Agreement) => OutcomeKind::Agreement,
            Outcome::BothLose => OutcomeKind::BothLose,
        }
    }

    /// The word on the wire and in the database.
    pub fn name(self) -> &'static str {
        match self {
            OutcomeKind::White => "white",
            OutcomeKind::Grey => "grey",
            OutcomeKind::Black => "black",
            OutcomeKind::Each => "each",
            OutcomeKind::FullBoard => "full-board",
            OutcomeKind::Resignation => "resignation",
            OutcomeKind::Time => "time",
            OutcomeKind::Repetition => "repetition",
            OutcomeKind::Stuck => "stuck",
            OutcomeKind::Agreement => "agreement",
            OutcomeKind::BothLose => "both-lose",
        }
    }

    /// The kind with this word.
    pub fn named(name: &str) -> Option<OutcomeKind> {
        OutcomeKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_words_on_the_wire() {
        for result in GameResult::ALL {
            assert_eq!(serde_json::to_value(result).unwrap(), result.name());
            assert_eq!(GameResult::named(result.name()), Some(result));
        }
        for kind in OutcomeKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(OutcomeKind::named(kind.name()), Some(kind));
        }
    }
}
