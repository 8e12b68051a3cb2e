//! [`GameResult`] and [`OutcomeKind`]: who won, and how, as one word each.

use crate::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zertz::{Colour, Draw, Goal, Outcome, Win};

/// The result of a finished game.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// The player on seat 1 won.
    #[serde(rename = "1")]
    One,
    /// The player on seat 2 won.
    #[serde(rename = "2")]
    Two,
    /// The game was drawn.
    Draw,
    /// Both players lost. The first release called it `bothLose`.
    #[serde(alias = "bothLose")]
    BothLose,
}

impl GameResult {
    /// Every result.
    pub const ALL: [GameResult; 4] = [GameResult::One, GameResult::Two, GameResult::Draw, GameResult::BothLose];

    /// The result of an outcome. `swapped` says whether the players have swapped sides.
    pub fn of(outcome: Outcome, swapped: bool) -> GameResult {
        match (outcome.winner().map(|player| Seat::of(player, swapped)), outcome) {
            (Some(Seat::One), _) => GameResult::One,
            (Some(Seat::Two), _) => GameResult::Two,
            (None, Outcome::BothLose) => GameResult::BothLose,
            (None, _) => GameResult::Draw,
        }
    }
}

/// How a game ended.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
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
    /// Neither player could move.
    Stuck,
    /// The players agreed on a draw.
    Agreement,
    /// Both players lost.
    BothLose,
}

impl OutcomeKind {
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
}
