//! Reading text while keeping track of the position for error messages.

use crate::{Colour, Label};
use std::fmt;
use thiserror::Error;

/// A place in a text. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl TextPlace {
    /// The place of a byte offset. Takes time linear in the offset, so it is for errors only.
    pub(crate) fn of(text: &str, offset: usize) -> TextPlace {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        TextPlace { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// The beginning of a message about this place, if it is known.
    pub(crate) fn prefix(place: Option<TextPlace>) -> String {
        place.map(|place| format!("{place}: ")).unwrap_or_default()
    }
}

/// Places in a text for ascending offsets. Each one continues from the last, so all together need one pass through the text.
pub(crate) struct Places<'t> {
    text: &'t str,
    offset: usize,
    place: TextPlace,
}

impl<'t> Places<'t> {
    pub fn new(text: &'t str) -> Places<'t> {
        Places { text, offset: 0, place: TextPlace { line: 1, column: 1 } }
    }

    pub fn of(&mut self, offset: usize) -> TextPlace {
        let Some(passed) = self.text.get(self.offset..offset) else { return TextPlace::of(self.text, offset) };
        let place = TextPlace::of(passed, passed.len());
        self.place = match place.line {
            1 => TextPlace { column: self.place.column + place.column - 1, ..self.place },
            lines => TextPlace { line: self.place.line + lines - 1, ..place },
        };
        self.offset = offset;
        self.place
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text does not follow the notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: expected {expected}, found {}", shown(.found))]
pub struct SyntaxError {
    /// Where the error is.
    pub place: TextPlace,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found, shortened. Empty at the end of the text.
    pub found: String,
}

pub(crate) fn shown(found: &str) -> String {
    if found.is_empty() { "the end".to_owned() } else { format!("{found:?}") }
}

#[derive(Clone)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    pub fn text(&self) -> &'t str {
        self.text
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Skips `c` if it is next, in upper or lower case.
    pub fn eat(&mut self, c: char) -> bool {
        let next = self.peek().is_some_and(|found| found.eq_ignore_ascii_case(&c));
        if next {
            self.bump();
        }
        next
    }

    /// Skips `word` if it is next, in upper or lower case.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let next = self.rest().get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word));
        if next {
            self.at += word.len();
        }
        next
    }

    /// Skips characters while `matches` holds, and returns them.
    pub fn take_while(&mut self, matches: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let len = rest.find(|c| !matches(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// Skips text up to and including `end`, and returns it without `end`. A backslash makes the next character part of the text. `None` if
    /// there is no `end`.
    pub fn escaped(&mut self, end: char) -> Option<String> {
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| c != end && c != '\\'));
            match self.bump()? {
                '\\' => value.extend(self.bump()),
                _ => return Some(value),
            }
        }
    }

    pub fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// A number of at most six digits.
    pub fn number(&mut self) -> Option<u32> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits > 6 {
            return None;
        }
        let value = self.rest()[..digits].parse().ok()?;
        self.at += digits;
        Some(value)
    }

    /// A ring's name, if one is next.
    pub fn label(&mut self) -> Option<Label> {
        let digits = self.rest().bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let label = self.rest().get(..1 + digits)?.parse().ok()?;
        self.at += 1 + digits;
        Some(label)
    }

    /// A colour's letter, if one is next. A `b` or `g` before a digit is a column.
    pub fn colour(&mut self) -> Option<Colour> {
        let mut chars = self.rest().chars();
        let colour = Colour::from_letter(chars.next()?)?;
        chars.next()?.is_ascii_alphabetic().then(|| self.bump())?;
        Some(colour)
    }

    pub fn error(&self, expected: &'static str) -> SyntaxError {
        self.error_at(self.at, expected)
    }

    pub fn error_at(&self, offset: usize, expected: &'static str) -> SyntaxError {
        let rest = &self.text[offset..];
        let word = rest.split(char::is_whitespace).find(|word| !word.is_empty()).unwrap_or("");
        let found = word.chars().take(20).collect();
        SyntaxError { place: TextPlace::of(self.text, offset), expected, found }
    }
}
