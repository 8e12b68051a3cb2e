//! Turns, positions and games as text.
//!
//! | format | contents | items |
//! |---|---|---|
//! | official | turns in the designer's notation, in a file with tags and comments | [`TurnText`], [`official`] |
//! | ZIP | a position on one line | [`Zip`], [`Images`] |
//! | ZEN | games of zertz.online | [`zen`] |
//! | SGF | games of Boardspace | [`sgf`] |
//! | JSON | games for programs (feature `json`) | `json` |
//!
//! Every reader returns a [`Record`] whose turns are all legal, or a [`ReadError`] that says what is wrong and where. Reading takes time and
//! memory linear in the text, never panics and never recurses.

mod cursor;
mod images;
#[cfg(feature = "json")]
pub mod json;
mod marks;
mod movetext;
pub mod official;
mod read;
mod record;
pub mod sgf;
mod tags;
mod turn_text;
pub mod zen;
mod zip;

pub use cursor::{SyntaxError, TextPlace};
pub use images::Images;
pub use marks::{Mark, MarkColour, MarkError};
pub use read::{Format, FormatError, ReadError, ReadErrorKind, read};
pub use record::{GameResult, GameResultError, Note, Record, RecordedTurn, TurnId};
pub use turn_text::{TurnError, TurnText};
pub use zip::{Zip, ZipError};
