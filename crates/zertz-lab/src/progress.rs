//! [`Progress`] on standard error: a bar in a terminal, otherwise a line from time to time.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

pub struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    done: u64,
    what: &'static str,
    /// The number of steps between two lines.
    every: u64,
}

impl Progress {
    pub fn new(total: u64, what: &'static str) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {prefix} [{elapsed} < {eta}] {msg}");
            bar.set_style(style.expect("the template is a constant"));
            bar.set_prefix(what);
            bar.enable_steady_tick(std::time::Duration::from_millis(250));
            bar
        });
        Progress { bar, total, done: 0, what, every: (total / 20).max(1) }
    }

    /// Counts one more as done. The message is shown beside the count.
    pub fn advance(&mut self, message: impl FnOnce() -> String) {
        self.done += 1;
        match &self.bar {
            Some(bar) => {
                bar.set_message(message());
                bar.inc(1);
            }
            None if self.done.is_multiple_of(self.every) || self.done == self.total => {
                eprintln!("{}/{} {}: {}", self.done, self.total, self.what, message());
            }
            None => {}
        }
    }

    /// Clears the bar, so that other output can follow.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
