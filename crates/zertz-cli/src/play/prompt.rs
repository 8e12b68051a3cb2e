//! What stands between the player and the board: a line to type in, and questions to answer with y or n.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::path::PathBuf;
use zertz::Turn;

/// What the keys mean now.
#[derive(Clone, PartialEq, Debug)]
pub enum Mode {
    /// They play.
    Board,
    /// They write a line.
    Prompt(Ask, Line),
    /// They answer yes or no.
    Question(Question),
    /// They close the help.
    Help,
}

/// What a line is typed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A turn in notation.
    Turn,
    /// The name of a file to write.
    Save,
    /// The name of a file to read.
    Load,
}

impl Ask {
    /// The words before the line.
    pub const fn label(self) -> &'static str {
        match self {
            Ask::Turn => "Turn: ",
            Ask::Save => "Save as: ",
            Ask::Load => "Load: ",
        }
    }
}

/// A question that only yes or no answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Leave although the game is not saved?
    Quit,
    /// Begin another game although this one is not saved?
    New,
    /// Does the player to move give up?
    Resign,
    /// Replace this file?
    Overwrite(PathBuf),
    /// Load this file although the game is not saved?
    Load(PathBuf),
    /// Play this turn although turns that were undone are then forgotten?
    Forget(Turn),
}

/// A line of text that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    text: Vec<char>,
    at: usize,
}

impl Line {
    /// A line with something in it already.
    pub fn new(text: &str) -> Line {
        let text: Vec<char> = text.chars().collect();
        Line { at: text.len(), text }
    }

    /// What is typed.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// What is typed before the place where typing goes on, and after it.
    pub fn halves(&self) -> (String, String) {
        let (before, after) = self.text.split_at(self.at);
        (before.iter().collect(), after.iter().collect())
    }

    /// Puts in text, such as one that is pasted. Line ends and other signs that move the cursor are left out.
    pub fn insert(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.text.insert(self.at, c);
            self.at += 1;
        }
    }

    /// Edits the line.
    pub fn key(&mut self, key: KeyEvent) {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if ctrl => *self = Line::default(),
            KeyCode::Char('a') if ctrl => self.at = 0,
            KeyCode::Char('e') if ctrl => self.at = self.text.len(),
            KeyCode::Char('w') if ctrl => {
                let start = self.text[..self.at].iter().rposition(|&c| c == '/' || c == ' ').unwrap_or(0);
                self.text.drain(start..self.at);
                self.at = start;
            }
            KeyCode::Char(c) if !ctrl && !key.modifiers.contains(KeyModifiers::ALT) => {
                self.insert(c.encode_utf8(&mut [0; 4]));
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => drop(self.text.remove(self.at)),
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_edited_anywhere() {
        let mut line = Line::new("Wd4d1");
        for code in [KeyCode::Left, KeyCode::Left, KeyCode::Char(','), KeyCode::End, KeyCode::Backspace] {
            line.key(code.into());
        }
        assert_eq!(line.halves(), ("Wd4,d".to_owned(), String::new()));
        line.insert("2\n");
        assert_eq!(line.text(), "Wd4,d2");
        for code in [KeyCode::Home, KeyCode::Delete, KeyCode::Char('é')] {
            line.key(code.into());
        }
        assert_eq!(line.text(), "éd4,d2");
        line.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        line.key(KeyCode::Backspace.into());
        assert_eq!(line, Line::default());
    }
}
