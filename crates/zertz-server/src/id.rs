//! Random ids and secrets, and the ids of the server's engine.

use std::str::FromStr;
use zertz_engine::Level;
use zertz_protocol::{IdError, PlayerId};

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The prefix of the engine's ids. A random id is longer.
const ENGINE: &str = "engine";

/// Random letters and digits. 12 of them have 71 bits of entropy, 43 have 256.
pub(crate) fn random_text(length: usize) -> String {
    let mut text = String::with_capacity(length);
    let mut bytes = [0u8; 64];
    while text.len() < length {
        // Without random numbers nothing here is secure, and there is no remedy.
        getrandom::fill(&mut bytes).expect("the system has no random numbers");
        // Bytes from 248 up are skipped: they would favour some letters.
        let fair = bytes.iter().filter(|&&byte| byte < 248).map(|&byte| char::from(LETTERS[usize::from(byte) % 62]));
        text.extend(fair.take(length - text.len()));
    }
    text
}

/// Ids that can be generated at random.
pub trait RandomId: FromStr<Err = IdError> {
    /// A new random id.
    fn random() -> Self {
        random_text(12).parse().unwrap_or_else(|error| unreachable!("{error}"))
    }
}

impl<T: FromStr<Err = IdError>> RandomId for T {}

/// The id of the server's engine at a level.
pub(crate) fn engine_id(level: Level) -> PlayerId {
    format!("{ENGINE}{}", level.number()).parse().unwrap_or_else(|error| unreachable!("{error}"))
}

/// The level, if this is the id of the server's engine.
pub(crate) fn engine_level(player: &PlayerId) -> Option<Level> {
    Level::new(player.as_str().strip_prefix(ENGINE)?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz_protocol::{GameId, LIMITS};

    #[test]
    fn random_ids_differ_and_have_12_characters() {
        let (one, two) = (GameId::random(), GameId::random());
        assert_ne!(one, two);
        assert_eq!(one.as_str().len(), 12);
        assert_eq!(random_text(43).len(), 43);
    }

    #[test]
    fn each_level_of_the_engine_has_an_id() {
        for level in Level::all() {
            assert_eq!(engine_level(&engine_id(level)), Some(level));
        }
        let numbers = Level::all().map(|level| u32::from(level.number()));
        assert!(numbers.eq(LIMITS.engine_level.min..=LIMITS.engine_level.max));
        assert_eq!(engine_level(&PlayerId::random()), None);
        assert_eq!(engine_level(&"engine11".parse().unwrap()), None);
    }
}
