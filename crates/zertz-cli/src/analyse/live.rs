//! Live output in the terminal. It is drawn on standard error and cleared before the report.

use super::text::cut;
use ratatui::crossterm::{
    cursor::{MoveToColumn, MoveUp},
    execute,
    style::Print,
    terminal::{self, Clear, ClearType},
};
use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

/// A few rows that are redrawn.
pub struct Screen {
    rows: u16,
}

impl Screen {
    /// A screen, if the output is a terminal.
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
        // If drawing fails, the analysis goes on.
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

/// The progress of a review.
pub struct Progress {
    began: Instant,
    total: usize,
}

/// The length of the bar.
const BAR: usize = 40;

impl Progress {
    pub fn new(total: usize) -> Progress {
        Progress { began: Instant::now(), total }
    }

    /// A progress bar with the time that is left.
    pub fn bar(&self, done: usize) -> String {
        let full = BAR * done / self.total.max(1);
        let bar = "█".repeat(full) + &"░".repeat(BAR.saturating_sub(full));
        let left = left(self.began.elapsed(), done, self.total);
        let left = left.map_or(String::new(), |left| format!(", about {} s left", left.as_secs() + 1));
        format!("{bar} {done} of {} positions{left}\nCtrl-C stops the review and prints the report", self.total)
    }
}

/// How long the rest will take at the speed so far.
fn left(elapsed: Duration, done: usize, total: usize) -> Option<Duration> {
    let share = total.saturating_sub(done) as f64 / done as f64;
    (done > 0 && done < total).then(|| elapsed.mul_f64(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_before() {
        assert_eq!(left(Duration::from_secs(10), 1, 4), Some(Duration::from_secs(30)));
        assert_eq!(left(Duration::from_secs(10), 0, 4), None);
        assert_eq!(left(Duration::from_secs(10), 4, 4), None);
    }

    #[test]
    fn a_bar_is_full_at_the_end() {
        let progress = Progress::new(2);
        assert!(!progress.bar(0).contains('█') && progress.bar(0).contains("0 of 2 positions\n"));
        assert!(progress.bar(1).contains("1 of 2 positions, about "));
        assert!(!progress.bar(2).contains('░'));
    }
}
