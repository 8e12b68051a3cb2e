//! [`Score`], which searches report, and [`Value`], which they compute with.

use std::fmt;

/// The value of a position for the player to move, in points. Very large values are proven wins, one less for each turn that they take.
///
/// A search compares millions of values, so this is a plain number.
pub type Value = i32;

/// More than any value.
pub(crate) const INFINITE: Value = 32_000;
/// The player to move has won.
pub(crate) const WIN: Value = 31_000;
/// Values beyond this are proven.
pub(crate) const PROVEN: Value = 30_000;

/// The scale of the logistic curve from points to win chances: this many points mean a win chance of 73%.
const WIN_CHANCE_SCALE: f64 = 180.0;

/// The score of a position for the player to move, as UGI reports it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Score {
    /// A proven loss in this many turns of both players.
    LossIn(u32),
    /// An estimate in hundredths of a white marble.
    Points(i32),
    /// A proven win in this many turns of both players.
    WinIn(u32),
}

impl Score {
    pub(crate) fn of(value: Value) -> Score {
        if value > PROVEN {
            Score::WinIn((WIN - value) as u32)
        } else if value < -PROVEN {
            Score::LossIn((WIN + value) as u32)
        } else {
            Score::Points(value)
        }
    }

    /// The win chance, from 0 to 1.
    pub fn win_chance(self) -> f64 {
        match self {
            Score::LossIn(_) => 0.0,
            Score::WinIn(_) => 1.0,
            Score::Points(points) => 1.0 / (1.0 + (-f64::from(points) / WIN_CHANCE_SCALE).exp()),
        }
    }
}

/// The score for the opponent.
impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        match self {
            Score::WinIn(turns) => Score::LossIn(turns),
            Score::LossIn(turns) => Score::WinIn(turns),
            Score::Points(points) => Score::Points(-points),
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

/// A value as the table stores it: proven results count turns from the node, not from the root.
pub(crate) fn to_table(value: Value, ply: i32) -> Value {
    if value > PROVEN {
        value + ply
    } else if value < -PROVEN {
        value - ply
    } else {
        value
    }
}

/// The inverse of [`to_table`].
pub(crate) fn from_table(value: Value, ply: i32) -> Value {
    to_table(value, -ply)
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
