//! The engine protocol: UGI, the Universal Game Interface, which is UCI for any two-player game. `docs/protocol.md` describes it
//! for those who talk to the engine.
//!
//! No I/O but a [`Write`](std::io::Write): a [`Session`] takes one line at a time and writes what there is to say. The command
//! line gives it standard output, tests a `Vec<u8>`, a browser whatever it likes.
//!
//! ```
//! use zertz_engine::ugi::Session;
//! let mut session = Session::new(Vec::new());
//! session.line("position startpos moves Wd4,d1 Gd5,a1")?;
//! session.line("query legalmoves")?;
//! assert_eq!(*session.output(), b"response xd4Gd6 xd5Wd3\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `session` | answers lines, starts and stops searches |
//! | `command` | what a line says |
//! | `go` | what a search is given |
//! | `state` | options and position; knows nothing of searching |
//! | `job` | one search and the lines it writes |

mod command;
mod go;
mod job;
mod session;
mod state;
#[cfg(test)]
mod tests;

pub use session::{Flow, Session};
pub use state::State;

use std::fmt;

/// Why a line was not obeyed, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(String);

impl Refusal {
    fn new(sentence: impl fmt::Display) -> Refusal {
        Refusal(sentence.to_string())
    }
}

/// Always one line of moderate length, whatever the input was that it quotes.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printable = |c: char| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c };
        self.0.chars().take(400).try_for_each(|c| write!(f, "{}", printable(c)))
    }
}

impl std::error::Error for Refusal {}

/// A word of the input, shortened to be quoted in a sentence.
fn quoted(word: &str) -> String {
    const MOST: usize = 30;
    let dots = if word.chars().nth(MOST).is_some() { "…" } else { "" };
    format!("{:?}", format!("{}{dots}", word.chars().take(MOST).collect::<String>()))
}
