//! [`Mark`]: a ring or an arrow that somebody drew on a position.
//!
//! A mark is written as the letter of its colour and one or two rings: `Bd4` is a blue ring around d4, `Yd4d6` a yellow arrow from d4 to d6.
//! JSON has a list of them. In the official format and in SGF they are commands in comments, as in PGN: `{[%csl Bd4,Oe5] [%cal Yd4d6]}`.

use super::Record;
use crate::{Board, Label};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A ring or an arrow that somebody drew on a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    from: Label,
    to: Option<Label>,
    colour: MarkColour,
}

/// The colour of a mark. People with any kind of colour vision can tell these apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkColour {
    /// `B`
    Blue,
    /// `Y`
    Yellow,
    /// `O`
    Orange,
}

impl MarkColour {
    /// All colours.
    pub const ALL: [MarkColour; 3] = [MarkColour::Blue, MarkColour::Yellow, MarkColour::Orange];

    /// The name in English.
    pub const fn name(self) -> &'static str {
        match self {
            MarkColour::Blue => "blue",
            MarkColour::Yellow => "yellow",
            MarkColour::Orange => "orange",
        }
    }

    /// The letter in notation.
    pub const fn letter(self) -> char {
        match self {
            MarkColour::Blue => 'B',
            MarkColour::Yellow => 'Y',
            MarkColour::Orange => 'O',
        }
    }
}

/// A text is not a mark, or an arrow ends where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a mark is a colour (B, Y or O) with one ring or two different rings, such as Bd4 or Yd4d6")]
pub struct MarkError;

impl Mark {
    /// A ring around `from` or, with `to`, an arrow between two different rings.
    pub fn new(from: Label, to: Option<Label>, colour: MarkColour) -> Result<Mark, MarkError> {
        if to == Some(from) { Err(MarkError) } else { Ok(Mark { from, to, colour }) }
    }

    /// The marked ring, or the ring where the arrow begins.
    pub const fn from(&self) -> Label {
        self.from
    }

    /// The ring where the arrow ends.
    pub const fn to(&self) -> Option<Label> {
        self.to
    }

    /// The colour.
    pub const fn colour(&self) -> MarkColour {
        self.colour
    }

    /// Whether a board has the rings of the mark.
    pub fn is_on(&self, board: &Board) -> bool {
        [Some(self.from), self.to].into_iter().flatten().all(|label| board.ring(label).is_some())
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

impl FromStr for Mark {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Mark, MarkError> {
        let (letter, rings) = text.split_at_checked(1).ok_or(MarkError)?;
        let colour = MarkColour::ALL.into_iter().find(|colour| letter == colour.letter().encode_utf8(&mut [0; 4]));
        let second = rings.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at);
        let (from, to) = rings.split_at(second.unwrap_or(rings.len()));
        let label = |text: &str| text.parse().map_err(|_| MarkError);
        let (from, to) = (label(from)?, if to.is_empty() { None } else { Some(label(to)?) });
        Mark::new(from, to, colour.ok_or(MarkError)?)
    }
}

/// The commands for marks in a comment: for rings and for arrows.
const COMMANDS: [&str; 2] = ["[%csl ", "[%cal "];

/// A comment with the commands for marks.
pub(super) fn with_commands(comment: &str, marks: &[Mark]) -> String {
    let command = |name: &str, arrows: bool| {
        let marks = marks.iter().filter(|mark| mark.to.is_some() == arrows);
        let list: Vec<String> = marks.map(ToString::to_string).collect();
        if list.is_empty() { String::new() } else { format!("{name}{}]", list.join(",")) }
    };
    let parts = [comment.trim().to_owned(), command(COMMANDS[0], false), command(COMMANDS[1], true)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Takes the marks out of all comments after turns. What is no mark on this board stays in its comment.
pub(super) fn take_from_comments(record: &mut Record) {
    let board = record.rules().board.clone();
    (record.comment, record.marks) = split(&record.comment, &board);
    let ids: Vec<_> = record.depth_first().collect();
    for id in ids {
        let turn = &mut record[id];
        (turn.comment, turn.marks) = split(&turn.comment, &board);
    }
}

fn split(comment: &str, board: &Board) -> (String, Vec<Mark>) {
    let (mut text, mut marks, mut rest) = (String::new(), Vec::new(), comment);
    while let Some(start) = rest.find("[%") {
        let (before, command) = rest.split_at(start);
        let (command, after) = command.split_at(length(command));
        text.push_str(before);
        match listed(command, board) {
            Some(found) => {
                marks.extend(found);
                rest = after.trim_start();
            }
            None => {
                text.push_str(command);
                rest = after;
            }
        }
    }
    text.push_str(rest);
    let text = if marks.is_empty() { text } else { text.trim().to_owned() };
    (text, marks)
}

/// The length of the command at the start of a text. It ends with its bracket or, if it is unfinished, before the next command.
fn length(text: &str) -> usize {
    let end = text.char_indices().skip(1).find_map(|(at, c)| match c {
        ']' => Some(at + 1),
        '[' if text[at..].starts_with("[%") => Some(at),
        _ => None,
    });
    end.unwrap_or(text.len())
}

/// The marks of a command; `None` if it is another command or has something else in its list.
fn listed(command: &str, board: &Board) -> Option<Vec<Mark>> {
    let list = COMMANDS.iter().find_map(|name| command.strip_prefix(name))?.strip_suffix(']')?;
    let marks = list.split(',').map(|mark| mark.trim().parse().ok().filter(|mark: &Mark| mark.is_on(board)));
    marks.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_read_back() {
        for text in ["Bd4", "Yd4d6", "Oa1g4", "Bz99a10"] {
            assert_eq!(text.parse::<Mark>().unwrap().to_string(), text);
        }
        for text in ["", "B", "d4", "Gd4", "Bd4d4", "Bd4d5d6", "Bd4-d5", "Bd0", "èd4", "Bè4"] {
            assert_eq!(text.parse::<Mark>(), Err(MarkError), "{text:?}");
        }
    }

    #[test]
    fn a_comment_keeps_what_is_not_a_mark() {
        let board = Board::rings37();
        let marks = |text: &str| split(text, &board).1.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let text = |text: &str| split(text, &board).0;
        assert_eq!((text("a [%csl Bd4, Yd5] b").as_str(), marks("a [%csl Bd4, Yd5] b").as_str()), ("a b", "Bd4 Yd5"));
        assert_eq!(marks("[%csl Bd4] [%cal Od4d5]"), "Bd4 Od4d5");
        for unfinished in ["see [%", "[%csl Bd4", "[% [%cal Bd4", "[["] {
            let comment = format!("{unfinished} [%csl Bb2] [%cal Yd4d6]");
            assert_eq!((text(&comment).as_str(), marks(&comment).as_str()), (unfinished, "Bb2 Yd4d6"));
        }
        for other in ["[%clk 1:00]", "[%csl Gd4]", "[%csl Bd4,Bz9]", "[%csl Bd4", "[%csl ]", " [%"] {
            assert_eq!((text(other).as_str(), marks(other).as_str()), (other, ""));
        }
    }
}
