//! Turns, positions and games as text.
//!
//! | format | what | type |
//! |---|---|---|
//! | official | turns in the designer's notation, in a file with tags and comments | [`TurnText`], [`official`] |
//! | ZIP | a position on one line | [`Zip`] |
//! | ZEN | games of zertz.online | [`zen`] |
//! | SGF | games of Boardspace | [`sgf`] |
//! | JSON | games for programs (feature `json`) | `json` |
//!
//! Every reader gives a [`Record`] whose turns are all legal, or a [`ReadError`] that says where and why not. Reading takes time and memory
//! in proportion to the text, never panics and never recurses.

mod cursor;
#[cfg(feature = "json")]
pub mod json;
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
pub use read::{Format, FormatError, ReadError, Trouble, read};
pub use record::{Note, Record, RecordedTurn, Score, ScoreError, TurnId};
pub use turn_text::{TurnError, TurnText};
pub use zip::{Zip, ZipError};
