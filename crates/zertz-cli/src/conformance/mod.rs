//! `zertz conformance`: checks whether an engine follows the protocol.
//!
//! The scripts are in `testdata/ugi`; `script` reads them, `pattern` compares lines.

mod pattern;
mod script;

use crate::usage;
use anyhow::Result;
use clap::Args;
use pattern::Pattern;
use script::Act;
use std::{
    io::Write,
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};
use zertz_engine::{Stop, ugi::State};
use zertz_ugi::{Console, NoLine, Process};

/// Check whether an engine follows the UGI protocol
///
/// Starts the engine for each script, sends it commands and compares its answers. Legal turns are checked against the rules of this
/// program.
/// See docs/protocol.md.
#[derive(Args)]
pub struct Conformance {
    /// Run only these scripts, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// List the scripts without running them
    #[arg(long)]
    list: bool,
    /// Engine and its arguments, such as -- zertz engine
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "list")]
    command: Vec<String>,
}

macro_rules! scripts {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../testdata/ugi/", $name, ".txt")))),*]
    };
}

/// The scripts in the order in which they run, from basic to advanced.
const SCRIPTS: [(&str, &str); 14] = scripts! {
    "handshake", "options", "start", "position", "malformed", "gameover", "limits", "forced", "stop", "boards", "rules", "custom", "lines", "quit"
};

impl Conformance {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        if self.list {
            SCRIPTS.iter().try_for_each(|(name, _)| writeln!(out, "{name}"))?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(unknown) = self.only.iter().find(|name| SCRIPTS.iter().all(|(known, _)| known != name)) {
            return Err(usage(format_args!("--only: there is no script {unknown}; --list lists all")));
        }
        let wanted = |name: &str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        let chosen: Vec<_> = SCRIPTS.into_iter().filter(|(name, _)| wanted(name)).collect();
        let mut passed = 0;
        for (done, (name, text)) in chosen.iter().enumerate() {
            match play(text, &self.command) {
                Ok(()) => {
                    passed += 1;
                    writeln!(out, "passed  {name}")?;
                }
                Err(difference) => {
                    writeln!(out, "FAILED  {name}: {difference}")?;
                    if *name == "handshake" && done + 1 < chosen.len() {
                        writeln!(out, "the other scripts are skipped: they need a handshake")?;
                        break;
                    }
                }
            }
            out.flush()?;
        }
        writeln!(out, "{passed} of {} scripts passed", chosen.len())?;
        Ok(if passed == chosen.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// How long an answer may take, unless the script changes it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs one script with a new engine, up to the first difference.
fn play(text: &str, command: &[String]) -> Result<(), String> {
    let steps = script::read(text)?;
    let mut engine =
        Process::start(command, Console::Shared).map_err(|error| format!("cannot start {}: {error}", command[0]))?;
    // The state that the engine should have, which determines the legal turns.
    let mut state = State::new();
    let mut patience = PATIENCE;
    let mut skip: Vec<&Pattern> = Vec::new();
    let mut last = "";
    for (number, (line, act)) in steps.iter().enumerate() {
        if let Act::Send(text) = act {
            last = text;
        }
        let wrong = |what: String| format!("line {line}: after {last:?}, {what}");
        match act {
            Act::Send(text) => {
                // What the engine must refuse changes nothing.
                if !is_refused(&steps[number + 1..]) {
                    state.follow(text);
                }
                engine.send(text).map_err(|error| wrong(format!("the engine accepts no more input: {error}")))?;
            }
            Act::Expect(pattern) => {
                expect(&mut engine, pattern, &skip, &state, patience).map_err(wrong)?;
                skip.clear();
            }
            Act::Skip(pattern) => skip.push(pattern),
            Act::Wait(time) => thread::sleep(*time),
            Act::Patience(time) => patience = *time,
            Act::End => return end(&mut engine, patience).map_err(wrong),
        }
    }
    let _ = engine.send("quit");
    Ok(())
}

/// Whether the script expects the engine to refuse a command, given the steps after it.
fn is_refused(after: &[(usize, Act)]) -> bool {
    let answer = after.iter().map(|(_, act)| act).find(|act| matches!(act, Act::Send(_) | Act::Expect(_)));
    matches!(answer, Some(Act::Expect(pattern)) if pattern.is_refusal())
}

/// Reads lines until one matches. The lines before it must match a pattern in `skip`.
fn expect(
    engine: &mut Process,
    pattern: &Pattern,
    skip: &[&Pattern],
    state: &State,
    patience: Duration,
) -> Result<(), String> {
    let deadline = Instant::now() + patience;
    loop {
        let line = match engine.line(deadline, &Stop::new()) {
            Ok(line) => line,
            Err(NoLine::Ended) => return Err(format!("the engine exited instead of sending {pattern}")),
            Err(_) => return Err(format!("{pattern} did not arrive within {} s", patience.as_secs_f64())),
        };
        if pattern.matches(&line, state) {
            return Ok(());
        }
        if !skip.iter().any(|skip| skip.matches(&line, state)) {
            return Err(format!("{pattern} was expected, but the engine said {}", shortened(&line)));
        }
    }
}

fn end(engine: &mut Process, patience: Duration) -> Result<(), String> {
    match engine.wait_for_exit(patience) {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("the engine exited with {status}")),
        None => Err(format!("the engine did not exit within {} s", patience.as_secs_f64())),
    }
}

fn shortened(line: &str) -> String {
    let dots = if line.chars().nth(120).is_some() { "…" } else { "" };
    format!("{:?}{dots}", line.chars().take(120).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_must_be_refused_is_not_followed() {
        let steps = script::read(
            "> go infinite\n> position startpos\n? info depth *\n< info string error *\n> stop\n< bestmove {turn}\n",
        );
        let steps = steps.unwrap();
        let refused = [0, 1, 4].map(|number| is_refused(&steps[number + 1..]));
        assert_eq!(refused, [false, true, false]);
    }

    #[test]
    fn every_script_in_the_folder_is_valid_and_listed() {
        for (name, text) in SCRIPTS {
            let steps = script::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(steps.iter().any(|(_, act)| matches!(act, Act::Expect(_) | Act::End)), "{name}");
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/ugi");
        assert_eq!(std::fs::read_dir(folder).expect("the scripts").count(), SCRIPTS.len());
    }
}
