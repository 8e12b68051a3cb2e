//! Prompts and questions.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::path::PathBuf;
use zertz::Turn;

/// What keys do.
#[derive(Clone, PartialEq, Debug)]
pub enum Mode {
    /// They play.
    Board,
    /// They edit a text.
    Prompt(Ask, TextField),
    /// They answer yes or no.
    Question(Question),
    /// They close the help.
    Help,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Turn,
    Save,
    Load,
}

impl Ask {
    pub const fn label(self) -> &'static str {
        match self {
            Ask::Turn => "Turn: ",
            Ask::Save => "Save as: ",
            Ask::Load => "Load: ",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    Quit,
    New,
    Resign,
    Overwrite(PathBuf),
    Load(PathBuf),
    /// Play this turn and lose the undone turns?
    Forget(Turn),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextField {
    text: Vec<char>,
    at: usize,
}

impl TextField {
    pub fn new(text: &str) -> TextField {
        let text: Vec<char> = text.chars().collect();
        TextField { at: text.len(), text }
    }

    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    pub fn halves(&self) -> (String, String) {
        let (before, after) = self.text.split_at(self.at);
        (before.iter().collect(), after.iter().collect())
    }

    /// Inserts text at the cursor, without control characters.
    pub fn insert(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.text.insert(self.at, c);
            self.at += 1;
        }
    }

    pub fn key(&mut self, key: KeyEvent) {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if ctrl => *self = TextField::default(),
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
    fn text_can_be_edited_anywhere() {
        let mut field = TextField::new("Wd4d1");
        for code in [KeyCode::Left, KeyCode::Left, KeyCode::Char(','), KeyCode::End, KeyCode::Backspace] {
            field.key(code.into());
        }
        assert_eq!(field.halves(), ("Wd4,d".to_owned(), String::new()));
        field.insert("2\n");
        assert_eq!(field.text(), "Wd4,d2");
        for code in [KeyCode::Home, KeyCode::Delete, KeyCode::Char('é')] {
            field.key(code.into());
        }
        assert_eq!(field.text(), "éd4,d2");
        field.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        field.key(KeyCode::Backspace.into());
        assert_eq!(field, TextField::default());
    }
}
