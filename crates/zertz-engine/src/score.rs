//! What a position is worth, in one number: [`Value`] inside the search, [`Score`] for people.

use std::fmt;

/// A score from the view of the player to move. The search compares millions of these, so it is a plain number: large ones are
/// proven wins, less one for each turn it takes.
pub type Value = i32;

/// Beyond any score.
pub(crate) const INFINITE: Value = 32_000;
/// A win on the spot.
pub(crate) const WIN: Value = 31_000;
/// Scores beyond this are proven.
pub(crate) const PROVEN: Value = 30_000;

/// A score for people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Score {
    /// Lost, after so many turns of both players.
    LossIn(u32),
    /// An estimate in hundredths of a white marble.
    Points(i32),
    /// Won, after so many turns of both players.
    WinIn(u32),
}

impl Score {
    pub(crate) fn of(score: Value) -> Score {
        if score > PROVEN {
            Score::WinIn((WIN - score) as u32)
        } else if score < -PROVEN {
            Score::LossIn((WIN + score) as u32)
        } else {
            Score::Points(score)
        }
    }

    /// The chance to win, between 0 and 1.
    pub fn win_chance(self) -> f64 {
        match self {
            Score::LossIn(_) => 0.0,
            Score::WinIn(_) => 1.0,
            Score::Points(points) => 1.0 / (1.0 + (-f64::from(points) / crate::params::WIN_CHANCE_SCALE).exp()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::LossIn(turns) => write!(f, "loses in {turns}"),
            Score::WinIn(turns) => write!(f, "wins in {turns}"),
            Score::Points(points) => write!(f, "{:+.2}", f64::from(*points) / 100.0),
        }
    }
}

/// A proven score as the table keeps it: turns counted from the node, not from the root.
pub(crate) fn to_table(score: Value, ply: i32) -> Value {
    if score > PROVEN {
        score + ply
    } else if score < -PROVEN {
        score - ply
    } else {
        score
    }
}

/// The inverse of [`to_table`].
pub(crate) fn from_table(score: Value, ply: i32) -> Value {
    if score > PROVEN {
        score - ply
    } else if score < -PROVEN {
        score + ply
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_scores_say_in_how_many_turns() {
        assert_eq!(Score::of(WIN - 3), Score::WinIn(3));
        assert_eq!(Score::of(-(WIN - 2)), Score::LossIn(2));
        assert_eq!(from_table(to_table(WIN - 7, 4), 4), WIN - 7);
        assert!(Score::Points(0).win_chance() == 0.5);
    }
}
