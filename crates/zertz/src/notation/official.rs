//! Games in the designer's notation: tags, then numbered turns with comments and variations.
//!
//! ```text
//! [Player1 "Anna"]
//! [Player2 "Bert"]
//! [Result "*"]
//! [Board "37"]
//! [Rules "standard"]
//!
//! 1. Wd4,d1 Gd5,a1 {forces a capture} 2. xd5Wd3 (2. xd4Gd6 Bd4,a2) *
//! ```

use super::{ReadError, Record, movetext};
use crate::Game;

/// Reads a game.
pub fn read(text: &str) -> Result<Record, ReadError> {
    movetext::read(text, false)
}

/// Writes a game.
pub fn write(record: &Record) -> String {
    movetext::write(record, false)
}

/// Plays several turns in a game, such as `Wd4,d1 Gd5,a1 x d5Wd3`, with or without numbers. Stops at the first illegal one; the turns
/// before it stay played.
pub fn play_on(game: &mut Game, text: &str) -> Result<(), ReadError> {
    movetext::play_on(game, text)
}
