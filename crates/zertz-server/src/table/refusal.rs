//! [`Refusal`]: why a table refuses a request.

use serde::Serialize;
use zertz_protocol::{ConditionalTurns, LIMITS, MAX_ID_LENGTH, Problem, word};

/// Why a table refuses a request. The names of the variants are codes on the wire.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The sender is not one of the players.
    #[error("only the players can do this")]
    NotSeated,
    /// The other seat is vacant.
    #[error("the game has not begun: the other seat is vacant")]
    NotBegun,
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The game has not ended.
    #[error("the game is not over yet")]
    NotOver,
    /// It is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The sender has not seen the last change of the position.
    #[error("the game has changed: check the position and try again")]
    Stale,
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(Problem),
    /// The sender's time was up when the request arrived.
    #[error("your time is up")]
    TooLate,
    /// Both players have made a turn.
    #[error("a game in which both players have made a turn can be resigned but not aborted")]
    Underway,
    /// The sender has already made this offer.
    #[error("you have already offered this")]
    AlreadyOffered,
    /// The opponent has not made this offer.
    #[error("there is no such offer")]
    NothingOffered,
    /// The sender has made no turn that could be undone.
    #[error("there is no turn of yours to undo")]
    NothingToUndo,
    /// The game is rated.
    #[error("turns of a rated game cannot be undone")]
    Rated,
    /// The game has no clock.
    #[error("this game has no clock")]
    NoClock,
    /// The opponent has plenty of time.
    #[error("your opponent has enough time")]
    EnoughTime,
    /// There are too many conditional turns, or a line has no answer.
    #[error(
        "conditional turns have at most {} lines of at most {} turns, and each line ends with an answer",
        ConditionalTurns::MAX_LINES,
        ConditionalTurns::MAX_TURNS
    )]
    BadConditionalTurns,
    /// The chat message is empty or too long.
    #[error("a message has {} to {} characters", LIMITS.chat_length.min, LIMITS.chat_length.max)]
    BadMessage,
    /// The id of the request is empty or too long.
    #[error("a request needs an id of 1 to {MAX_ID_LENGTH} characters")]
    BadId,
    /// There is no vacant seat.
    #[error("both seats are taken")]
    Full,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        match refusal {
            Refusal::Illegal(problem) => problem,
            refusal => Problem::new(&word(&refusal), &refusal),
        }
    }
}
