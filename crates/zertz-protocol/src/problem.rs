//! [`Problem`]: an error in a form that clients can translate.

use serde::{Deserialize, Serialize};
use std::fmt::Display;
use utoipa::ToSchema;
use zertz::{
    IllegalTurn,
    notation::{ReadError, TurnError},
};

/// An error in an input or a request.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[error("{message}")]
pub struct Problem {
    /// The kind of error, for programs and for clients that translate the message.
    pub code: String,
    /// The message in English.
    pub message: String,
    /// The ring it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<String>,
    /// The letter of the colour it is about.
    #[cfg_attr(feature = "ts", tsify(type = "Colour"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<char>,
    /// The line and column in a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<(usize, usize)>,
    /// The seconds to wait before the next request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl Problem {
    /// A problem with a code and a message.
    pub fn new(code: &str, message: impl Display) -> Problem {
        Problem { code: code.to_owned(), message: message.to_string(), ..Problem::default() }
    }
}

impl From<IllegalTurn> for Problem {
    fn from(illegal: IllegalTurn) -> Problem {
        use IllegalTurn::*;
        let (code, ring, colour) = match illegal {
            Over(_) => ("over", None, None),
            MustJump => ("must-jump", None, None),
            UnknownRing(ring) => ("unknown-ring", Some(ring), None),
            ForeignRing => ("foreign-ring", None, None),
            NoRing(ring) => ("no-ring", Some(ring), None),
            Occupied(ring) => ("occupied", Some(ring), None),
            NoMarble(ring) => ("no-marble", Some(ring), None),
            OtherColour(ring, colour) => ("other-colour", Some(ring), Some(colour)),
            NotInPool(colour) => ("not-in-pool", None, Some(colour)),
            NotCaptured(colour) => ("not-captured", None, Some(colour)),
            WrongSupply => ("wrong-supply", None, None),
            OpponentsTurn => ("opponents-turn", None, None),
            Held(ring) => ("held", Some(ring), None),
            MustRemove => ("must-remove", None, None),
            NothingToJump(ring) => ("nothing-to-jump", Some(ring), None),
            NoLanding(ring) => ("no-landing", Some(ring), None),
            NotInLine(_, ring) => ("not-in-line", Some(ring), None),
            MustGoOn(ring) => ("must-go-on", Some(ring), None),
            TooLong => ("too-long", None, None),
            WrongClaim => ("wrong-claim", None, None),
            MustDecide => ("must-decide", None, None),
            NothingPlaced => ("nothing-placed", None, None),
            CannotPass => ("cannot-pass", None, None),
        };
        Problem {
            ring: ring.map(|ring| ring.to_string()),
            colour: colour.map(|colour| colour.letter()),
            ..Problem::new(code, illegal)
        }
    }
}

impl From<TurnError> for Problem {
    fn from(error: TurnError) -> Problem {
        match error {
            TurnError::Illegal(illegal) => illegal.into(),
            error => Problem::new("not-a-turn", error),
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        let place = error.place.map(|place| (place.line, place.column));
        Problem { place, ..Problem::new("unreadable", error) }
    }
}
