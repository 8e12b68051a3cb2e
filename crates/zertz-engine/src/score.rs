//! What a position is worth, in one number: [`Score`] inside the search, [`Value`] for people.

use std::fmt;

/// A score from the view of the player to move. The search compares millions of these, so it is a plain number: large ones are
/// proven wins, less one for each turn it takes.
pub type Score = i32;

/// Beyond any score.
pub(crate) const INFINITE: Score = 32_000;
/// A win on the spot.
pub(crate) const WIN: Score = 31_000;
/// Scores beyond this are proven.
pub(crate) const PROVEN: Score = 30_000;

/// A score for people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// Lost, after so many turns of both players.
    LossIn(u32),
    /// An estimate in hundredths of a white marble.
    Points(i32),
    /// Won, after so many turns of both players.
    WinIn(u32),
}

impl Value {
    pub(crate) fn of(score: Score) -> Value {
        if score > PROVEN {
            Value::WinIn((WIN - score) as u32)
        } else if score < -PROVEN {
            Value::LossIn((WIN + score) as u32)
        } else {
            Value::Points(score)
        }
    }

    /// The chance to win, between 0 and 1.
    pub fn win_chance(self) -> f64 {
        match self {
            Value::LossIn(_) => 0.0,
            Value::WinIn(_) => 1.0,
            Value::Points(points) => 1.0 / (1.0 + (-f64::from(points) / crate::params::WIN_CHANCE_SCALE).exp()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::LossIn(turns) => write!(f, "loses in {turns}"),
            Value::WinIn(turns) => write!(f, "wins in {turns}"),
            Value::Points(points) => write!(f, "{:+.2}", f64::from(*points) / 100.0),
        }
    }
}

/// A proven score as the table keeps it: turns counted from the node, not from the root.
pub(crate) fn to_table(score: Score, ply: i32) -> Score {
    if score > PROVEN {
        score + ply
    } else if score < -PROVEN {
        score - ply
    } else {
        score
    }
}

/// The inverse of [`to_table`].
pub(crate) fn from_table(score: Score, ply: i32) -> Score {
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
        assert_eq!(Value::of(WIN - 3), Value::WinIn(3));
        assert_eq!(Value::of(-(WIN - 2)), Value::LossIn(2));
        assert_eq!(from_table(to_table(WIN - 7, 4), 4), WIN - 7);
        assert!(Value::Points(0).win_chance() == 0.5);
    }
}
