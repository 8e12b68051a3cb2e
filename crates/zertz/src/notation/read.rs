//! Reading a record of any format.

use super::{Record, SyntaxError, TextPlace, Zip, ZipError, cursor::Cursor, official, sgf, zen};
use crate::IllegalTurn;
use std::{fmt, str::FromStr};

/// The formats of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// See [`official`].
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

    /// The format's name, which is also the ending of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Official => "official",
            Format::Zen => "zen",
            Format::Sgf => "sgf",
            #[cfg(feature = "json")]
            Format::Json => "json",
        }
    }

    /// The format a text is most likely in.
    pub fn guess(text: &str) -> Format {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        // A brace may also begin a comment.
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
    // Nothing else begins with columns of rings.
    let first = text.trim_start().split(char::is_whitespace).next().unwrap_or("");
    if first.contains('/') && first.chars().all(|c| "oOwWgGbB/".contains(c) || c.is_ascii_digit()) {
        let zip: Zip = text.parse()?;
        let rules = zip.rules(zip.board());
        let start = zip.position(&rules).map_err(|error| ReadError::at(text, 0, Trouble::Position(error)))?;
        let mut record = Record::new(rules, start);
        // The position may be one in which the game is over.
        record.settle_score(None);
        return Ok(record);
    }
    Format::guess(text).read(text)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no format's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatError;

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        write!(f, "a format is {}", names.join(", "))
    }
}

impl std::error::Error for FormatError {}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        Format::ALL.iter().copied().find(|format| format.name().eq_ignore_ascii_case(text)).ok_or(FormatError)
    }
}

/// Why a text is not a record that can be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where, if that is known.
    pub place: Option<TextPlace>,
    /// What is wrong there.
    pub trouble: Trouble,
}

/// What is wrong in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The text does not follow the notation.
    Syntax {
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A turn is not legal.
    Turn {
        /// Its number, counted from 1 for the first player's first turn.
        number: usize,
        /// As written.
        turn: String,
        /// Why not.
        why: IllegalTurn,
    },
    /// The starting position is not right.
    Position(ZipError),
    /// The text is not the JSON of a game.
    Json {
        /// What is wrong with it.
        why: String,
    },
    /// A tag says something that cannot be.
    Tag {
        /// The tag.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

impl ReadError {
    pub(crate) fn at(text: &str, offset: usize, trouble: Trouble) -> ReadError {
        ReadError { place: Some(TextPlace::of(text, offset)), trouble }
    }

    pub(crate) fn perhaps_at(text: &str, offset: Option<usize>, trouble: Trouble) -> ReadError {
        ReadError { place: offset.map(|offset| TextPlace::of(text, offset)), trouble }
    }
}

impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> ReadError {
        ReadError {
            place: Some(error.place),
            trouble: Trouble::Syntax { expected: error.expected, found: error.found },
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        match &self.trouble {
            Trouble::Syntax { expected, found } if found.is_empty() => write!(f, "expected {expected}, found the end"),
            Trouble::Syntax { expected, found } => write!(f, "expected {expected}, found {found:?}"),
            Trouble::Turn { number, turn, why } => write!(f, "turn {number}, {turn}, is illegal: {why}"),
            Trouble::Position(why) => write!(f, "the starting position is wrong: {why}"),
            Trouble::Json { why } => write!(f, "this is not the JSON of a game: {why}"),
            Trouble::Tag { name, why } => write!(f, "the tag {name} is wrong: {why}"),
        }
    }
}

impl std::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::super::Score;

    #[test]
    fn a_position_in_which_the_game_is_over_has_a_score() {
        let record = super::read("ooo/ooo 5/8/10 1/0/0 0/0/0 2 1/1/1/1").unwrap();
        assert_eq!(record.score, Score::First);
    }
}
