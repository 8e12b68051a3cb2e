//! [`Seat`]: one of the two places in a game.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};
use utoipa::ToSchema;
use zertz::Player;

/// One of the two places in a game. The player on seat 1 begins. Players keep their seats; after a swap, each seat plays the other
/// side.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "1 | 2"))]
#[serde(into = "u8", try_from = "u8")]
pub enum Seat {
    /// The seat that begins.
    One,
    /// The other seat.
    Two,
}

impl Seat {
    /// Both seats.
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    /// The opponent's seat.
    pub fn other(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }

    /// The side that this seat plays.
    pub fn player(self, swapped: bool) -> Player {
        match if swapped { self.other() } else { self } {
            Seat::One => Player::One,
            Seat::Two => Player::Two,
        }
    }

    /// The seat that plays a side.
    pub fn of(player: Player, swapped: bool) -> Seat {
        let seat = match player {
            Player::One => Seat::One,
            Player::Two => Seat::Two,
        };
        if swapped { seat.other() } else { seat }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        match seat {
            Seat::One => 1,
            Seat::Two => 2,
        }
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Seat, &'static str> {
        match number {
            1 => Ok(Seat::One),
            2 => Ok(Seat::Two),
            _ => Err("a seat is 1 or 2"),
        }
    }
}

impl utoipa::PartialSchema for Seat {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        u8::schema()
    }
}

impl ToSchema for Seat {}

/// Two values, one for each seat.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Pair<T>(pub [T; 2]);

impl<T> Index<Seat> for Pair<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[usize::from(u8::from(seat)) - 1]
    }
}

impl<T> IndexMut<Seat> for Pair<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[usize::from(u8::from(seat)) - 1]
    }
}
