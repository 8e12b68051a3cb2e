//! [`IllegalTurn`]: why a turn is illegal, as a sentence for players.

use crate::{Colour, Label, Outcome};
use thiserror::Error;

/// Why a turn or a step is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalTurn {
    /// The game has ended.
    #[error("the game is over, {0}")]
    Over(Outcome),
    /// A marble can jump, so the player must jump.
    #[error("a marble can be captured, so you must capture")]
    MustJump,
    /// The board has no ring of that name.
    #[error("this board has no ring {0}")]
    UnknownRing(Label),
    /// The ring belongs to another board.
    #[error("the ring belongs to another board")]
    ForeignRing,
    /// The ring is no longer on the board.
    #[error("ring {0} is no longer on the board")]
    NoRing(Label),
    /// There is a marble on the ring.
    #[error("there is a marble on {0}")]
    Occupied(Label),
    /// There is no marble on the ring.
    #[error("there is no marble on {0}")]
    NoMarble(Label),
    /// The marble on the ring has another colour.
    #[error("the marble on {0} is {1}")]
    OtherColour(Label, Colour),
    /// The pool has no marble of that colour.
    #[error("there is no {0} marble left in the pool")]
    NotInPool(Colour),
    /// The pool is empty and the player has captured no marble of that colour.
    #[error("the pool is empty and you have captured no {0} marble to place")]
    NotCaptured(Colour),
    /// The marble comes from the wrong supply.
    #[error("take marbles from the pool, and from your captures only when the pool is empty")]
    WrongSupply,
    /// It is the opponent's turn.
    #[error("it is the opponent's turn")]
    OpponentsTurn,
    /// The ring cannot slide out.
    #[error("ring {0} cannot slide out between its neighbours")]
    Held(Label),
    /// A ring can be removed, so the player must remove one.
    #[error("a ring can be removed, so you must remove one")]
    MustRemove,
    /// There is no ring next to this one in the direction of the jump.
    #[error("the marble on {0} has no marble to jump over in that direction")]
    NothingToJump(Label),
    /// There is no ring behind this one to land on.
    #[error("there is no ring behind {0} to land on")]
    NoLanding(Label),
    /// The two rings are not two steps apart in a straight line.
    #[error("a marble cannot jump from {0} to {1}: they are not two rings apart in a straight line")]
    NotInLine(Label, Label),
    /// The marble on the ring can jump again, so it must.
    #[error("the marble on {0} can capture again, so it must")]
    MustGoOn(Label),
    /// The turn is already complete before this step.
    #[error("the turn is complete before its last step")]
    TooLong,
    /// The claimed marbles are not those that can be claimed.
    #[error("the claimed marbles are not the ones that the turn isolates")]
    WrongClaim,
    /// An isolated group must be claimed or declined.
    #[error("you must claim or decline the isolated group")]
    MustDecide,
    /// The turn does not begin with a placement, a jump or a pass.
    #[error("a turn begins with a placement or a capture")]
    NothingPlaced,
    /// The player can place or capture, so may not pass.
    #[error("you may pass only if you can neither place a marble nor capture")]
    CannotPass,
}
