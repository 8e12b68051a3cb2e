//! Marbles and players: [`Colour`], [`Marbles`] (a count of each colour) and [`Player`].

use std::{
    fmt,
    ops::{Add, Index, IndexMut},
    str::FromStr,
};
use thiserror::Error;

/// The colour of a marble.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// The rarest colour.
    White,
    /// The middle colour.
    Grey,
    /// The most common colour.
    Black,
}

impl Colour {
    /// All colours, in the order used for all counts: white, grey, black.
    pub const ALL: [Colour; 3] = [Colour::White, Colour::Grey, Colour::Black];

    /// 0 for white, 1 for grey, 2 for black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour's capital letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Grey => 'G',
            Colour::Black => 'B',
        }
    }

    /// The colour of a letter, upper or lower case.
    pub const fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'W' | 'w' => Some(Colour::White),
            'G' | 'g' => Some(Colour::Grey),
            'B' | 'b' => Some(Colour::Black),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "white",
            Colour::Grey => "grey",
            Colour::Black => "black",
        })
    }
}

/// How many marbles of each colour: a pool, or what a player has captured. Written `6/8/10`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Marbles([u8; 3]);

impl Marbles {
    /// No marbles.
    pub const NONE: Marbles = Marbles([0; 3]);

    /// Counts of white, grey and black marbles.
    pub const fn new(white: u8, grey: u8, black: u8) -> Marbles {
        Marbles([white, grey, black])
    }

    /// The counts of white, grey and black marbles.
    #[inline]
    pub const fn counts(self) -> [u8; 3] {
        self.0
    }

    /// The number of marbles of all colours.
    pub const fn total(self) -> u32 {
        self.0[0] as u32 + self.0[1] as u32 + self.0[2] as u32
    }

    /// Whether there are no marbles.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The colours with at least one marble, white first.
    pub fn colours(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&colour| self[colour] > 0)
    }
}

/// All marbles of both.
impl Add for Marbles {
    type Output = Marbles;

    fn add(self, other: Marbles) -> Marbles {
        Marbles(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Index<Colour> for Marbles {
    type Output = u8;
    #[inline]
    fn index(&self, colour: Colour) -> &u8 {
        &self.0[colour.index()]
    }
}

impl IndexMut<Colour> for Marbles {
    #[inline]
    fn index_mut(&mut self, colour: Colour) -> &mut u8 {
        &mut self.0[colour.index()]
    }
}

impl fmt::Display for Marbles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.0[0], self.0[1], self.0[2])
    }
}

/// A text is not a count of marbles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("marbles are counted white/grey/black, such as 6/8/10, each at most 255")]
pub struct MarblesError;

impl FromStr for Marbles {
    type Err = MarblesError;

    fn from_str(text: &str) -> Result<Marbles, MarblesError> {
        counts(text).map(Marbles).ok_or(MarblesError)
    }
}

/// Reads exactly `N` counts separated by slashes.
pub(crate) fn counts<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut result = [0; N];
    let mut parts = text.split('/');
    for count in &mut result {
        let part = parts.next()?;
        if !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        *count = part.parse().ok()?;
    }
    parts.next().is_none().then_some(result)
}

/// One of the two players. Marbles have no owner before they are captured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The player who plays the first turn.
    One,
    /// The player who plays the second turn.
    Two,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::One => "player 1",
            Player::Two => "player 2",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_back() {
        let pool = Marbles::new(6, 8, 10);
        assert_eq!(pool.to_string(), "6/8/10");
        assert_eq!("6/8/10".parse(), Ok(pool));
        assert_eq!(pool.total(), 24);
        for text in ["", "6/8", "6/8/10/2", "6/8/x", "6/8/256", "6//8", "+6/8/10", "6/8/10 "] {
            assert_eq!(text.parse::<Marbles>(), Err(MarblesError), "{text:?}");
        }
    }
}
