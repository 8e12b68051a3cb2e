//! A game for two at one terminal.
//!
//! [`state`] holds the game and the half-made turn, [`keys`] and [`act`] say what keys and clicks do to it, [`view`] draws it. Only this
//! file knows a terminal. The rules are asked of the library, never decided here.

mod act;
mod files;
mod geometry;
mod keys;
mod panel;
mod prompt;
mod state;
mod table;
mod terminal;
mod theme;
mod view;
mod words;

#[cfg(test)]
mod tests;

use geometry::Layout;
use prompt::Mode;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};
use state::App;
use std::{io::IsTerminal, path::PathBuf};
use terminal::Screen;

/// What to play.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the game is played by. A loaded game brings its own.
    pub rules: zertz::Rules,
    /// The position to begin from, if not the usual one.
    pub start: Option<zertz::Position>,
    /// A record to open.
    pub load: Option<PathBuf>,
    /// The names of the players, where they have some.
    pub names: [Option<String>; 2],
    /// Whether marbles carry the letters of their colours from the beginning. A key changes it.
    pub letters: bool,
}

impl Options {
    /// A new game by these rules. Letters stand for the colours where the environment asks for none (`NO_COLOR`).
    pub fn new(rules: zertz::Rules) -> Options {
        let letters = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Options { rules, start: None, load: None, names: [None, None], letters }
    }
}

/// Output goes to a file or a pipe, where nobody can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotATerminal;

impl std::fmt::Display for NotATerminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("zertz play needs a terminal to draw the board on")
    }
}

impl std::error::Error for NotATerminal {}

/// Plays until the players have had enough.
///
/// Fails with [`NotATerminal`] where there is no terminal, and with a sentence when the file to load is not a record.
pub fn run(options: Options) -> anyhow::Result<()> {
    if !std::io::stdout().is_terminal() {
        return Err(NotATerminal.into());
    }
    // Before the screen changes, so that the sentence stays on it.
    let mut app = App::new(options).map_err(|sentence| anyhow::anyhow!(sentence.trim_end_matches('.').to_owned()))?;
    let mut screen = Screen::open().map_err(|_| NotATerminal)?;
    while !app.quit {
        screen.terminal.draw(|frame| view::draw(&app, frame))?;
        let window = screen.terminal.get_frame().area();
        let layout = Layout::new(window, &app.rules().board);
        match (event::read()?, layout) {
            (Event::Key(key), layout) => {
                // Nobody plays on a board that is not seen.
                let leaving = match app.mode {
                    Mode::Question(_) => key.code != KeyCode::Char('S'),
                    Mode::Board => key.code == KeyCode::Char('q'),
                    _ => false,
                } || key.modifiers.contains(KeyModifiers::CONTROL);
                if layout.is_some() || leaving {
                    app.key(key);
                }
            }
            (Event::Mouse(mouse), Some(layout)) => app.mouse(mouse, &layout),
            (Event::Paste(text), Some(_)) => app.paste(&text),
            _ => {}
        }
    }
    Ok(())
}
