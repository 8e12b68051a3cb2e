//! [`Outcome`]: how a game ended, and why.

use crate::{Colour, Goal, Player};
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One player won.
    Won {
        /// The winner.
        by: Player,
        /// The reason.
        how: Win,
    },
    /// Neither player won.
    Drawn(Draw),
    /// Neither player could move, which by these rules loses for both.
    BothLose,
}

/// Why a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Win {
    /// The winner captured enough marbles.
    Goal(Goal),
    /// The winner occupied the last vacant ring.
    FullBoard,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
}

/// Why a game was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// The same position occurred three times.
    Repetition,
    /// Neither player can move.
    Stuck,
    /// The players agreed on a draw.
    Agreement,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Won { by, .. } => Some(by),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won { by, how } => write!(f, "{by} wins {how}"),
            Outcome::Drawn(Draw::Repetition) => f.write_str("a draw: the same position occurred three times"),
            Outcome::Drawn(Draw::Stuck) => f.write_str("a draw: neither player can move"),
            Outcome::Drawn(Draw::Agreement) => f.write_str("a draw by agreement"),
            Outcome::BothLose => f.write_str("both players lose: neither can move"),
        }
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Win::Goal(Goal::Colour(Colour::White)) => "with white marbles",
            Win::Goal(Goal::Colour(Colour::Grey)) => "with grey marbles",
            Win::Goal(Goal::Colour(Colour::Black)) => "with black marbles",
            Win::Goal(Goal::Each) => "with marbles of each colour",
            Win::FullBoard => "by filling the board",
            Win::Resignation => "by resignation",
            Win::Time => "on time",
        })
    }
}
