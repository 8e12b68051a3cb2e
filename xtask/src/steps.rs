//! Runs the steps of a check and reports on them.

use crate::{table::table, tally::Tally};
use anyhow::{Context, Result};
use std::time::{Duration, Instant};

pub struct Step {
    /// One word, for the table and the error.
    name: &'static str,
    /// A description or a command.
    what: String,
    action: Action,
}

/// Runs a step and counts its tests.
type Action = Box<dyn FnOnce(&mut Tally) -> Result<()>>;

impl Step {
    pub fn new(
        name: &'static str,
        what: impl Into<String>,
        action: impl FnOnce(&mut Tally) -> Result<()> + 'static,
    ) -> Self {
        Self { name, what: what.into(), action: Box::new(action) }
    }
}

/// Runs the steps in order, adds up their tests and prints a table. Stops at the first failure, with an error that names the step.
pub fn run(steps: Vec<Step>, total: &mut Tally) -> Result<()> {
    let start = Instant::now();
    let mut failure = None;
    let mut rows = Vec::new();
    for step in steps {
        if failure.is_some() {
            rows.push(vec![step.name.to_owned(), "not run".to_owned()]);
            continue;
        }
        println!("\n▶ {}: {}", step.name, step.what);
        let begin = Instant::now();
        let mut tally = Tally::default();
        failure = (step.action)(&mut tally).err().map(|error| (step.name, error));
        total.join(tally);
        let time = seconds(begin.elapsed());
        let word = if failure.is_some() { "failed" } else { "passed" };
        let remark = if tally.passed > 0 { format!("{} tests", tally.passed) } else { String::new() };
        println!("◀ {}: {word} in {time}", step.name);
        rows.push(vec![step.name.to_owned(), word.to_owned(), time, remark]);
    }
    println!("\n{}", table(&["step", "result", "time", ""], &[2], &rows));
    let time = seconds(start.elapsed());
    if let Some((name, error)) = failure {
        return Err(error).with_context(|| format!("the step {name} failed after {time}"));
    }
    println!("\nEverything passed in {time}.");
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::{cell::Cell, rc::Rc};

    #[test]
    fn the_first_failure_ends_it_and_is_named() {
        let reached = Rc::new(Cell::new(false));
        let last = Rc::clone(&reached);
        let steps = vec![
            Step::new("format", "passes", |_| Ok(())),
            Step::new("clippy", "fails", |_| bail!("`cargo clippy` ended with code 101")),
            Step::new("tests", "not reached", move |_| {
                last.set(true);
                Ok(())
            }),
        ];
        let error = format!("{:#}", run(steps, &mut Tally::default()).unwrap_err());
        assert!(error.starts_with("the step clippy failed after"), "{error}");
        assert!(error.ends_with("`cargo clippy` ended with code 101"), "{error}");
        assert!(!reached.get());
    }
}
