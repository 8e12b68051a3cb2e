//! [`Trouble`]: what is wrong with an input, in a form that a page can say in its reader's language.

use serde::{Deserialize, Serialize};
use std::fmt::Display;
use zertz::{
    IllegalTurn,
    notation::{ReadError, TurnError},
};

/// What is wrong, as an object.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Trouble {
    /// What kind of trouble, a word for the page's own messages.
    pub code: String,
    /// The ring it is about.
    #[cfg_attr(feature = "ts", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<String>,
    /// The letter of the colour it is about.
    #[cfg_attr(feature = "ts", tsify(optional, type = "Colour"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<char>,
    /// Line and column in a text.
    #[cfg_attr(feature = "ts", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<(usize, usize)>,
    /// The whole sentence in English.
    pub sentence: String,
}

impl Trouble {
    /// Trouble of a kind that has nothing more to tell.
    pub fn new(code: &str, why: impl Display) -> Trouble {
        Trouble { code: code.to_owned(), ring: None, colour: None, place: None, sentence: why.to_string() }
    }
}

impl From<IllegalTurn> for Trouble {
    fn from(illegal: IllegalTurn) -> Trouble {
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
        Trouble {
            ring: ring.map(|ring| ring.to_string()),
            colour: colour.map(|colour| colour.letter()),
            ..Trouble::new(code, illegal)
        }
    }
}

impl From<TurnError> for Trouble {
    fn from(error: TurnError) -> Trouble {
        match error {
            TurnError::Illegal(illegal) => illegal.into(),
            error => Trouble::new("not-a-turn", error),
        }
    }
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Trouble {
        let place = error.place.map(|place| (place.line, place.column));
        Trouble { place, ..Trouble::new("unreadable", error) }
    }
}
