//! [`Refusal`]: why a table refuses a request.

use serde::Serialize;
use zertz_protocol::{LIMITS, MAX_ID_LENGTH, Problem, word};

/// Why a table refuses a request. The names of the variants are the error codes of the API.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum Refusal {
    #[error("only the players can do this")]
    NotSeated,
    #[error("the game has not begun: the other seat is still open")]
    NotBegun,
    #[error("the game is over")]
    Over,
    #[error("the game is not over yet")]
    NotOver,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("the game has changed: check the position and try again")]
    Stale,
    #[error("{0}")]
    Illegal(Problem),
    #[error("your time is up")]
    TooLate,
    #[error("both players have played a turn: you can resign the game but not abort it")]
    Underway,
    #[error("you have already offered this")]
    AlreadyOffered,
    #[error("there is no such offer")]
    NothingOffered,
    #[error("you have no turn to undo")]
    NothingToUndo,
    #[error("turns cannot be undone in a rated game")]
    Rated,
    #[error("this game has no clock")]
    NoClock,
    #[error("your opponent has enough time")]
    EnoughTime,
    #[error(
        "conditional turns have at most {} lines of up to {} turns, each ending with your reply",
        LIMITS.conditional_lines,
        LIMITS.conditional_line_length
    )]
    BadConditionalTurns,
    #[error("a message must have {} to {} characters", LIMITS.chat_length.min, LIMITS.chat_length.max)]
    BadMessage,
    #[error("a request needs an id of 1 to {MAX_ID_LENGTH} characters")]
    BadId,
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
