//! [`Problem`]: an error in a form that clients can translate.

use crate::{Code, Moment};
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
    pub code: Code,
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
    /// When a mute, a ban or an address block ends; absent if it is permanent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

impl Problem {
    /// A problem with a code and a message.
    pub fn new(code: Code, message: impl Display) -> Problem {
        Problem { code, message: message.to_string(), ..Problem::default() }
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Problem {
        Problem::new(code, code)
    }
}

impl From<IllegalTurn> for Problem {
    fn from(illegal: IllegalTurn) -> Problem {
        use IllegalTurn::*;
        let (code, ring, colour) = match illegal {
            Over(_) => (Code::Over, None, None),
            MustJump => (Code::MustJump, None, None),
            UnknownRing(ring) => (Code::UnknownRing, Some(ring), None),
            ForeignRing => (Code::ForeignRing, None, None),
            NoRing(ring) => (Code::NoRing, Some(ring), None),
            Occupied(ring) => (Code::Occupied, Some(ring), None),
            NoMarble(ring) => (Code::NoMarble, Some(ring), None),
            OtherColour(ring, colour) => (Code::OtherColour, Some(ring), Some(colour)),
            NotInPool(colour) => (Code::NotInPool, None, Some(colour)),
            NotCaptured(colour) => (Code::NotCaptured, None, Some(colour)),
            WrongSupply => (Code::WrongSupply, None, None),
            OpponentsTurn => (Code::OpponentsTurn, None, None),
            Held(ring) => (Code::Held, Some(ring), None),
            MustRemove => (Code::MustRemove, None, None),
            NothingToJump(ring) => (Code::NothingToJump, Some(ring), None),
            NoLanding(ring) => (Code::NoLanding, Some(ring), None),
            NotInLine(_, ring) => (Code::NotInLine, Some(ring), None),
            MustGoOn(ring) => (Code::MustGoOn, Some(ring), None),
            TooLong => (Code::TooLong, None, None),
            WrongClaim => (Code::WrongClaim, None, None),
            MustDecide => (Code::MustDecide, None, None),
            NothingPlaced => (Code::NothingPlaced, None, None),
            CannotPass => (Code::CannotPass, None, None),
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
            error => Problem::new(Code::NotATurn, error),
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        let place = error.place.map(|place| (place.line, place.column));
        Problem { place, ..Problem::new(Code::Unreadable, error) }
    }
}
