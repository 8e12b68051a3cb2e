//! The engine protocol: UGI, the Universal Game Interface, which is UCI for other games than chess. See `docs/protocol.md`.
//!
//! A [`Session`] takes one line at a time and writes its answers to any [`Write`](std::io::Write).
//!
//! ```
//! use zertz_engine::ugi::Session;
//! let mut session = Session::new(Vec::new());
//! session.line("position startpos moves Wd4,d1 Gd5,a1")?;
//! session.line("query legalmoves")?;
//! assert_eq!(*session.output(), b"response xd4Gd6 xd5Wd3\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod command;
mod go;
mod job;
mod session;
mod state;
#[cfg(test)]
mod tests;

pub use session::{Flow, Session};
pub use state::State;

use std::{fmt, ops::RangeInclusive};

/// Why a command was not carried out, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    fn new(sentence: impl fmt::Display) -> Error {
        Error(sentence.to_string())
    }
}

/// One line of limited length, whatever input it quotes.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printable = |c: char| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c };
        self.0.chars().take(400).try_for_each(|c| write!(f, "{}", printable(c)))
    }
}

impl std::error::Error for Error {}

/// Quotes a word of the input in an error, shortened.
fn quoted(word: &str) -> String {
    const MAX_CHARS: usize = 30;
    let dots = if word.chars().nth(MAX_CHARS).is_some() { "…" } else { "" };
    format!("{:?}", format!("{}{dots}", word.chars().take(MAX_CHARS).collect::<String>()))
}

fn number(name: &str, word: Option<&str>, range: RangeInclusive<u64>) -> Result<u64, Error> {
    let number = word.and_then(|word| word.parse().ok()).filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (min, max, found) = (range.start(), range.end(), word.map_or("nothing".to_owned(), quoted));
        Error::new(format_args!("{name} takes a number from {min} to {max}, not {found}"))
    })
}
