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

/// Reads a game.
pub fn read(text: &str) -> Result<Record, ReadError> {
    movetext::read(text, false)
}

/// Writes a game.
pub fn write(record: &Record) -> String {
    movetext::write(record, false)
}
