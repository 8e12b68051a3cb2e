//! Ids of games, players, seeks and sessions: one type each, so that they cannot be mixed up.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, sync::Arc};
use utoipa::ToSchema;

/// The maximum length of an id.
const MAX_LENGTH: usize = 24;

/// The text is not an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an id has 1 to {MAX_LENGTH} letters and digits")]
pub struct IdError;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "string"))]
        #[schema(value_type = String)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                let valid = (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
                if valid { Ok(Self(text.into())) } else { Err(IdError) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.as_ref().to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// The id of a game.
    GameId
);
id!(
    /// The id of a player: a guest, a person with an account, a bot, or a level of the server's engine.
    PlayerId
);
id!(
    /// The id of a seek: an open challenge in the lobby.
    SeekId
);
id!(
    /// The id of a session: a device or a token that acts for a player.
    SessionId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_ascii_letters_and_digits_are_an_id() {
        assert_eq!("aZ09".parse::<GameId>().unwrap().to_string(), "aZ09");
        for wrong in ["", "a b", "../x", "é", &"a".repeat(25)] {
            assert_eq!(wrong.parse::<GameId>(), Err(IdError), "{wrong}");
        }
    }
}
