//! [`IllegalTurn`]: why a turn is illegal, as a sentence for players.

use crate::{Colour, Label, Outcome};
use std::fmt;

/// Why a turn or a step is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalTurn {
    /// The game has ended.
    Over(Outcome),
    /// A marble can jump, so the player must jump.
    MustJump,
    /// The board has no ring of that name.
    UnknownRing(Label),
    /// The ring belongs to another board.
    ForeignRing,
    /// The ring is no longer on the board.
    NoRing(Label),
    /// There is a marble on the ring.
    Occupied(Label),
    /// There is no marble on the ring.
    NoMarble(Label),
    /// The marble on the ring has another colour.
    OtherColour(Label, Colour),
    /// The pool has no marble of that colour.
    NotInPool(Colour),
    /// The pool is empty and the player has captured no marble of that colour.
    NotCaptured(Colour),
    /// The marble comes from the wrong supply.
    WrongSupply,
    /// It is the opponent's turn.
    OpponentsTurn,
    /// The ring cannot slide out.
    Held(Label),
    /// A ring can be removed, so the player must remove one.
    MustRemove,
    /// There is no ring next to this one in the direction of the jump.
    NothingToJump(Label),
    /// There is no ring behind this one to land on.
    NoLanding(Label),
    /// The two rings are not two steps apart in a straight line.
    NotInLine(Label, Label),
    /// The marble on the ring can jump again, so it must.
    MustGoOn(Label),
    /// The turn is already complete before this step.
    TooLong,
    /// The claimed marbles are not those that can be claimed.
    WrongClaim,
    /// An isolated group must be claimed or declined.
    MustDecide,
    /// The turn does not begin with a placement, a jump or a pass.
    NothingPlaced,
    /// The player can place or capture, so may not pass.
    CannotPass,
}

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalTurn::Over(outcome) => write!(f, "the game is over, {outcome}"),
            IllegalTurn::MustJump => f.write_str("a marble can be captured, so you must capture"),
            IllegalTurn::UnknownRing(label) => write!(f, "this board has no ring {label}"),
            IllegalTurn::ForeignRing => f.write_str("the ring belongs to another board"),
            IllegalTurn::NoRing(label) => write!(f, "ring {label} is no longer on the board"),
            IllegalTurn::Occupied(label) => write!(f, "there is a marble on {label}"),
            IllegalTurn::NoMarble(label) => write!(f, "there is no marble on {label}"),
            IllegalTurn::OtherColour(label, colour) => write!(f, "the marble on {label} is {colour}"),
            IllegalTurn::NotInPool(colour) => write!(f, "there is no {colour} marble left in the pool"),
            IllegalTurn::NotCaptured(colour) => {
                write!(f, "the pool is empty and you have captured no {colour} marble to place")
            }
            IllegalTurn::WrongSupply => {
                f.write_str("take marbles from the pool, and from your captures only when the pool is empty")
            }
            IllegalTurn::OpponentsTurn => f.write_str("it is the opponent's turn"),
            IllegalTurn::Held(label) => write!(f, "ring {label} cannot slide out between its neighbours"),
            IllegalTurn::MustRemove => f.write_str("a ring can be removed, so you must remove one"),
            IllegalTurn::NothingToJump(label) => {
                write!(f, "the marble on {label} has no marble to jump over in that direction")
            }
            IllegalTurn::NoLanding(label) => write!(f, "there is no ring behind {label} to land on"),
            IllegalTurn::NotInLine(from, to) => {
                write!(f, "a marble cannot jump from {from} to {to}: they are not two rings apart in a straight line")
            }
            IllegalTurn::MustGoOn(label) => write!(f, "the marble on {label} can capture again, so it must"),
            IllegalTurn::TooLong => f.write_str("the turn is complete before its last step"),
            IllegalTurn::WrongClaim => f.write_str("the claimed marbles are not the ones that the turn isolates"),
            IllegalTurn::MustDecide => f.write_str("you must claim or decline the isolated group"),
            IllegalTurn::NothingPlaced => f.write_str("a turn begins with a placement or a capture"),
            IllegalTurn::CannotPass => f.write_str("you may pass only if you can neither place a marble nor capture"),
        }
    }
}

impl std::error::Error for IllegalTurn {}
