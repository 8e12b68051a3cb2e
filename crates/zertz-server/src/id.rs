//! Names that nobody can guess, and the types that keep them apart.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, sync::Arc};

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A random text of letters and digits. Twelve of them have 71 bits, 43 have 256.
pub(crate) fn random(length: usize) -> String {
    let mut text = String::with_capacity(length);
    let mut bytes = [0u8; 64];
    while text.len() < length {
        // Without randomness nothing here is safe, and there is nothing to do about it.
        getrandom::fill(&mut bytes).expect("the system has no random numbers");
        // What is left over of 256 would make some letters more likely than others.
        let fair = bytes.iter().filter(|&&byte| byte < 248).map(|&byte| char::from(LETTERS[usize::from(byte) % 62]));
        text.extend(fair.take(length - text.len()));
    }
    text
}

/// Text that is not one of our names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an id has up to 24 letters and digits")]
pub struct IdError;

fn checked(text: &str) -> Result<Arc<str>, IdError> {
    let fits = !text.is_empty() && text.len() <= 24 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if fits { Ok(text.into()) } else { Err(IdError) }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Serialize, Deserialize, utoipa::ToSchema, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[serde(into = "String", try_from = "String")]
        #[schema(value_type = String)]
        pub struct $name(Arc<str>);

        impl $name {
            /// A new one.
            pub fn random() -> Self {
                Self(random(12).into())
            }

            /// As text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                checked(text).map(Self)
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
    /// A game.
    GameId
);
id!(
    /// Somebody who plays: a person with or without an account, a program, or a level of the server's engine.
    PlayerId
);
id!(
    /// An offer in the lobby.
    SeekId
);
id!(
    /// A device that somebody is known on.
    SessionId
);

impl PlayerId {
    /// The server's engine at a level.
    pub fn engine(level: zertz_engine::Level) -> PlayerId {
        PlayerId(format!("engine{}", level.number()).into())
    }

    /// The level, if this is the server's engine.
    pub fn engine_level(&self) -> Option<zertz_engine::Level> {
        // A random one is longer.
        zertz_engine::Level::new(self.0.strip_prefix("engine")?.parse().ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_are_read_back() {
        let (one, two) = (GameId::random(), GameId::random());
        assert_ne!(one, two);
        assert_eq!(one.as_str().len(), 12);
        assert_eq!(one.to_string().parse(), Ok(one));
        assert_eq!(random(43).len(), 43);
        for wrong in ["", "a b", "../x", "é", &"a".repeat(25)] {
            assert_eq!(wrong.parse::<GameId>(), Err(IdError), "{wrong}");
        }
    }

    #[test]
    fn the_engine_is_a_player_for_each_level() {
        for level in zertz_engine::Level::all() {
            assert_eq!(PlayerId::engine(level).engine_level(), Some(level));
        }
        assert_eq!(PlayerId::random().engine_level(), None);
        assert_eq!("engine11".parse::<PlayerId>().unwrap().engine_level(), None);
    }
}
