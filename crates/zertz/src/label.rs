//! [`Label`]: the name of a ring, such as `d4`.

use std::{fmt, str::FromStr};
use thiserror::Error;

/// The name of a ring: a column letter, then the ring's number counted from the bottom of its column.
///
/// A label is only a name. A [`Board`](crate::Board) knows whether it has a ring of that name.
///
/// ```
/// use zertz::Label;
/// let label: Label = "D4".parse()?;
/// assert_eq!(label.to_string(), "d4");
/// # Ok::<(), zertz::LabelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    column: u8,
    row: u8,
}

impl Label {
    /// The most columns a board can have: `a` to `z`.
    pub const COLUMNS: u8 = 26;
    /// The most rings a column can have.
    pub const ROWS: u8 = 99;

    /// The label of ring number `row` (from 1) in column number `column` (0 is `a`).
    pub const fn new(column: u8, row: u8) -> Option<Label> {
        if column < Label::COLUMNS && row >= 1 && row <= Label::ROWS { Some(Label { column, row }) } else { None }
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The number within the column, from 1 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column) as char, self.row)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not the name of a ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a ring is named by a letter and a number, such as d4")]
pub struct LabelError;

impl FromStr for Label {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Label, LabelError> {
        let (letter, number) = text.split_at_checked(1).ok_or(LabelError)?;
        let letter = letter.as_bytes()[0].to_ascii_lowercase();
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        if !letter.is_ascii_lowercase() || !plain {
            return Err(LabelError);
        }
        let row = number.parse().map_err(|_| LabelError)?;
        Label::new(letter - b'a', row).ok_or(LabelError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_reads_back() {
        for column in 0..Label::COLUMNS {
            for row in 1..=Label::ROWS {
                let label = Label::new(column, row).unwrap();
                assert_eq!(label.to_string().parse(), Ok(label));
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "d", "4", "d0", "d04", "4d", "dd4", "d+4", "d100", "è4", " d4", "d4 "] {
            assert_eq!(text.parse::<Label>(), Err(LabelError), "{text:?}");
        }
    }
}
