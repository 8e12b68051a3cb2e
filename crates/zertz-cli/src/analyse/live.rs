//! Live output in the terminal. It is drawn on standard error and cleared before the report.

use crate::output::cut;
use indicatif::{ProgressBar, ProgressStyle};
use ratatui::crossterm::{
    cursor::{MoveToColumn, MoveUp},
    execute,
    style::Print,
    terminal::{self, Clear, ClearType},
};
use std::io::{self, IsTerminal};

pub struct Screen {
    rows: u16,
}

impl Screen {
    pub fn open() -> Option<Screen> {
        (io::stdout().is_terminal() && io::stderr().is_terminal()).then_some(Screen { rows: 0 })
    }

    /// Replaces the rows, as far as there is room.
    ///
    /// The cursor stays on the row below, so a `^C` that the terminal prints there moves nothing and is cleared with the rest.
    pub fn show(&mut self, rows: &str) {
        self.clear();
        let (width, height) = terminal::size().unwrap_or((80, 24));
        let fitting = rows.lines().take(usize::from(height.saturating_sub(1)));
        let rows: Vec<String> = fitting.map(|row| cut(row, usize::from(width)) + "\n").collect();
        // If drawing fails, the analysis continues.
        if execute!(io::stderr(), Print(rows.concat())).is_ok() {
            self.rows = rows.len() as u16;
        }
    }

    pub fn clear(&mut self) {
        if self.rows > 0 {
            let _ = execute!(io::stderr(), MoveUp(self.rows), MoveToColumn(0), Clear(ClearType::FromCursorDown));
            self.rows = 0;
        }
    }
}

/// The width of the terminal, or a width that fits on most screens.
pub fn width() -> usize {
    let terminal = io::stdout().is_terminal().then(terminal::size);
    terminal.and_then(Result::ok).map_or(100, |(columns, _)| usize::from(columns).max(40))
}

/// A progress bar on standard error, which stays hidden unless that is a terminal.
pub fn progress(positions: usize) -> ProgressBar {
    let template = "{bar:40} {pos} of {len} positions, about {eta} left\nCtrl-C stops the review and prints the report";
    let style = ProgressStyle::with_template(template).expect("the template is a constant");
    ProgressBar::new(positions as u64).with_style(style)
}
