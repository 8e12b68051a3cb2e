//! `zertz play`: a game for two people at one terminal.
//!
//! [`state`] has the game and the unfinished turn, [`keys`] and [`act`] change it, [`view`] draws it. Only this module and [`terminal`] use a
//! terminal. The library decides what is legal.

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

pub use geometry::half_steps;
pub use panel::missing;

use crate::{args::GameArgs, output::no_colour, usage};
use anyhow::{Result, anyhow};
use clap::Args;
use geometry::Layout;
use prompt::Mode;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};
use state::App;
use std::{io::IsTerminal, path::PathBuf, process::ExitCode};
use terminal::Screen;
use zertz::{Position, Rules};

/// Play a game between two people at one terminal
#[derive(Args)]
pub struct Play {
    /// Record to continue, in any format
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "play", "RulesArgs"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// Names of the players
    #[arg(long, value_name = "NAME", num_args = 2, value_names = ["FIRST", "SECOND"])]
    names: Vec<String>,
    /// Show letters on the marbles, in addition to their colours
    #[arg(long)]
    letters: bool,
}

struct Options {
    rules: Rules,
    start: Option<Position>,
    load: Option<PathBuf>,
    names: [Option<String>; 2],
    /// Whether marbles show the letters of their colours at first. A key changes it.
    letters: bool,
}

impl Options {
    fn new(rules: Rules) -> Options {
        Options { rules, start: None, load: None, names: [None, None], letters: no_colour() }
    }
}

impl Play {
    pub fn run(self) -> Result<ExitCode> {
        let game = self.game.game()?;
        let mut names = self.names.into_iter();
        let options = Options {
            start: Some(*game.position()),
            load: self.file,
            names: [names.next(), names.next()],
            letters: self.letters || no_colour(),
            ..Options::new((**game.rules()).clone())
        };
        let no_terminal = || usage("zertz play needs a terminal to draw the board on");
        if !std::io::stdout().is_terminal() {
            return Err(no_terminal());
        }
        // Before the screen changes, so that an error stays on it.
        let mut app = App::new(options).map_err(|sentence| anyhow!(sentence.trim_end_matches('.').to_owned()))?;
        let mut screen = Screen::open().map_err(|_| no_terminal())?;
        while !app.quit {
            screen.terminal.draw(|frame| view::draw(&app, frame))?;
            let window = screen.terminal.get_frame().area();
            app.event(event::read()?, Layout::new(window, &app.rules().board));
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl App {
    /// Handles an event. Without a layout the board is not visible; then one can only quit.
    fn event(&mut self, event: Event, layout: Option<Layout>) {
        match (event, layout) {
            (Event::Key(key), layout) => {
                let quitting = match self.mode {
                    Mode::Question(_) => key.code != KeyCode::Char('S'),
                    Mode::Board => key.code == KeyCode::Char('q'),
                    _ => false,
                } || key.modifiers.contains(KeyModifiers::CONTROL);
                if layout.is_some() || quitting {
                    self.key(key);
                }
            }
            (Event::Mouse(mouse), Some(layout)) => self.mouse(mouse, &layout),
            (Event::Paste(text), Some(_)) => self.paste(&text),
            _ => {}
        }
    }
}
