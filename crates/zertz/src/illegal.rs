//! [`IllegalTurn`]: what is wrong with a turn, in a sentence a player understands.

use crate::{Colour, Label, Outcome};
use std::fmt;

/// Why a turn or a step of one is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalTurn {
    /// The game has ended.
    Over(Outcome),
    /// A marble can jump, so one must.
    MustJump,
    /// The board never had such a ring.
    UnknownRing(Label),
    /// The ring is one of another board.
    ForeignRing,
    /// The ring is not on the board any more.
    NoRing(Label),
    /// There is a marble on the ring.
    Occupied(Label),
    /// There is no marble on the ring.
    NoMarble(Label),
    /// The marble there is of another colour.
    OtherColour(Label, Colour),
    /// The pool has no marble of that colour.
    NotInPool(Colour),
    /// The pool is empty and the player has captured no marble of that colour.
    NotCaptured(Colour),
    /// The marble comes from the wrong place.
    WrongSupply,
    /// The opponent is to move.
    OpponentsTurn,
    /// The ring cannot slide out.
    Held(Label),
    /// A ring can be removed, so one must be.
    MustRemove,
    /// There is no ring next to this one in the direction of the jump.
    NothingToJump(Label),
    /// There is no ring behind this one.
    NoLanding(Label),
    /// These two are not two steps apart in a straight line.
    NotInLine(Label, Label),
    /// The marble there can jump on, so it must.
    MustGoOn(Label),
    /// A jump, a placement or a removal comes too late: the turn is already complete.
    TooLong,
    /// What is claimed is not what can be claimed.
    WrongClaim,
    /// A full group must be claimed or declined.
    MustDecide,
    /// The turn does not begin with a placement, a jump or a pass.
    NothingPlaced,
    /// The player has something better to do than to pass.
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
                f.write_str("marbles come from the pool, and from one's own captures only once the pool is empty")
            }
            IllegalTurn::OpponentsTurn => f.write_str("it is the opponent's turn"),
            IllegalTurn::Held(label) => write!(f, "ring {label} cannot slide out between its neighbours"),
            IllegalTurn::MustRemove => f.write_str("a ring can be removed, so you must remove one"),
            IllegalTurn::NothingToJump(label) => {
                write!(f, "the marble on {label} has nothing to jump over in that direction")
            }
            IllegalTurn::NoLanding(label) => write!(f, "there is no ring behind {label} to land on"),
            IllegalTurn::NotInLine(from, to) => write!(f, "{from} and {to} are not a jump apart"),
            IllegalTurn::MustGoOn(label) => write!(f, "the marble on {label} can capture again, so it must go on"),
            IllegalTurn::TooLong => f.write_str("the turn is already complete before its end"),
            IllegalTurn::WrongClaim => f.write_str("the marbles claimed are not those that the turn isolates"),
            IllegalTurn::MustDecide => f.write_str("an isolated group must be claimed or declined"),
            IllegalTurn::NothingPlaced => f.write_str("a turn begins with a placement or a capture"),
            IllegalTurn::CannotPass => {
                f.write_str("you may pass only when you have neither a marble to place nor a capture")
            }
        }
    }
}

impl std::error::Error for IllegalTurn {}
