//! Reading a record of any format.

use super::{
    Record, SyntaxError, TextPlace, Zip, ZipError,
    cursor::{Cursor, shown},
    official, sgf, zen,
};
use crate::IllegalTurn;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// See [`official`].
    #[default]
    Official,
    /// See [`zen`].
    Zen,
    /// See [`sgf`].
    Sgf,
    /// See [`json`](super::json).
    #[cfg(feature = "json")]
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: &'static [Format] = &[
        Format::Official,
        Format::Zen,
        Format::Sgf,
        #[cfg(feature = "json")]
        Format::Json,
    ];

    /// The format's name, which is also its file extension.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Official => "official",
            Format::Zen => "zen",
            Format::Sgf => "sgf",
            #[cfg(feature = "json")]
            Format::Json => "json",
        }
    }

    /// The most likely format of a text.
    pub fn guess(text: &str) -> Format {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        // A brace may also start a comment.
        #[cfg(feature = "json")]
        if text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}'])) {
            return Format::Json;
        }
        if text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
            return Format::Sgf;
        }
        if zen::looks_like(text) { Format::Zen } else { Format::Official }
    }

    /// Reads a record in this format.
    pub fn read(self, text: &str) -> Result<Record, ReadError> {
        match self {
            Format::Official => official::read(text),
            Format::Zen => zen::read(text),
            Format::Sgf => sgf::read(text),
            #[cfg(feature = "json")]
            Format::Json => super::json::read(text),
        }
    }

    /// Writes a record in this format.
    pub fn write(self, record: &Record) -> String {
        match self {
            Format::Official => official::write(record),
            Format::Zen => zen::write(record),
            Format::Sgf => sgf::write(record),
            #[cfg(feature = "json")]
            Format::Json => super::json::write(record),
        }
    }
}

/// Reads a record of any format. A single line of [`Zip`] is a record without turns.
///
/// ```
/// let record = zertz::notation::read("1. Wd4,d1 Gd5,a1 2. xd5Wd3 *")?;
/// assert_eq!(record.main_line().count(), 3);
/// # Ok::<(), zertz::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Record, ReadError> {
    if text.trim().is_empty() {
        return Err(Cursor::new(text).error("a game or a position").into());
    }
    // No other format starts with columns of rings.
    let first = text.trim_start().split(char::is_whitespace).next().unwrap_or("");
    if first.contains('/') && first.chars().all(|c| "oOwWgGbB/".contains(c) || c.is_ascii_digit()) {
        let zip: Zip = text.parse()?;
        let rules = zip.rules(zip.board());
        let start = zip.position(&rules).map_err(|error| ReadError::at(text, 0, ReadErrorKind::Position(error)))?;
        let mut record = Record::new(rules, start);
        // The game may be over in this position.
        record.settle_result(None);
        return Ok(record);
    }
    Format::guess(text).read(text)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text is not the name of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a format is {}", Format::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", "))]
pub struct FormatError;

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        Format::ALL.iter().copied().find(|format| format.name().eq_ignore_ascii_case(text)).ok_or(FormatError)
    }
}

/// Why a text cannot be read as a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{kind}", TextPlace::prefix(*.place))]
pub struct ReadError {
    /// Where the error is, if known.
    pub place: Option<TextPlace>,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadErrorKind {
    /// The text does not follow the notation.
    #[error("expected {expected}, found {}", shown(.found))]
    Syntax {
        /// What was expected.
        expected: &'static str,
        /// What was found. Empty at the end of the text.
        found: String,
    },
    /// A turn is illegal.
    #[error("turn {number}, {turn}, is illegal: {why}")]
    Turn {
        /// Its number, from 1, counting the turns of both players.
        number: usize,
        /// The turn as written.
        turn: String,
        /// Why it is illegal.
        why: IllegalTurn,
    },
    /// The starting position is invalid.
    #[error("the starting position is invalid: {0}")]
    Position(ZipError),
    /// The text is not the JSON of a game.
    #[error("this is not the JSON of a game: {why}")]
    Json {
        /// What is wrong with it.
        why: String,
    },
    /// A tag has an invalid value.
    #[error("the tag {name} is invalid: {why}")]
    Tag {
        /// The tag.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

impl ReadError {
    /// An error at an offset of the text, if that is known.
    pub(crate) fn at(text: &str, offset: impl Into<Option<usize>>, kind: ReadErrorKind) -> ReadError {
        ReadError { place: offset.into().map(|offset| TextPlace::of(text, offset)), kind }
    }
}

impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> ReadError {
        ReadError {
            place: Some(error.place),
            kind: ReadErrorKind::Syntax { expected: error.expected, found: error.found },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GameResult;

    #[test]
    fn a_position_in_which_the_game_is_over_has_a_score() {
        let record = super::read("ooo/ooo 5/8/10 1/0/0 0/0/0 2 1/1/1/1").unwrap();
        assert_eq!(record.result, GameResult::First);
    }
}
