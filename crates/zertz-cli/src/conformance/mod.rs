//! `zertz conformance`: does an engine keep to the protocol?
//!
//! The scripts are in `testdata/ugi`; `script` reads them, `pattern` compares lines.

mod pattern;
mod script;

use crate::{Run, Verdict, usage};
use anyhow::Result;
use clap::Args;
use pattern::Pattern;
use script::{Act, Step};
use std::{
    io::Write,
    thread,
    time::{Duration, Instant},
};
use zertz_engine::{Stop, ugi::State};
use zertz_ugi::{Console, NoLine, Process};

/// Check that an engine keeps to the protocol
///
/// Starts the engine anew for each script, talks to it by UGI and compares its answers. Legal turns are checked against the rules of this
/// program. See docs/protocol.md.
#[derive(Args)]
pub struct Conformance {
    /// Run only the scripts of these names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Say what the scripts are called, and nothing else
    #[arg(long)]
    list: bool,
    /// The engine and its arguments, such as -- zertz engine
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "list")]
    command: Vec<String>,
}

macro_rules! scripts {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../testdata/ugi/", $name, ".txt")))),*]
    };
}

/// In the order they run. Those that others build upon come first.
const SCRIPTS: [(&str, &str); 14] = scripts![
    "handshake",
    "options",
    "start",
    "position",
    "malformed",
    "gameover",
    "limits",
    "forced",
    "stop",
    "boards",
    "rules",
    "custom",
    "lines",
    "quit",
];

impl Run for Conformance {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        if self.list {
            SCRIPTS.iter().try_for_each(|(name, _)| writeln!(out, "{name}"))?;
            return Ok(Verdict::Fine);
        }
        if let Some(unknown) = self.only.iter().find(|name| SCRIPTS.iter().all(|(known, _)| known != name)) {
            return Err(usage(format_args!("--only: there is no script {unknown}; --list tells which there are")));
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
                        writeln!(out, "the other scripts are left out: they cannot begin without a handshake")?;
                        break;
                    }
                }
            }
            out.flush()?;
        }
        writeln!(out, "{passed} of {} scripts passed", chosen.len())?;
        Ok(if passed == chosen.len() { Verdict::Fine } else { Verdict::Failed })
    }
}

/// How long an answer may take when the script says nothing else.
const PATIENCE: Duration = Duration::from_secs(5);

/// Plays one script with a new engine, up to the first difference.
fn play(text: &str, command: &[String]) -> Result<(), String> {
    let steps = script::read(text)?;
    let mut engine = Process::start(command, Console::Shared)
        .map_err(|error| format!("{} cannot be started: {error}", command[0]))?;
    // What the engine should know, to tell which turns are legal.
    let mut state = State::new();
    let mut patience = PATIENCE;
    let mut skip: Vec<&Pattern> = Vec::new();
    let mut last = "";
    for Step { line, act } in &steps {
        if let Act::Send(text) = act {
            last = text;
        }
        let wrong = |what: String| format!("line {line}: after {last:?} {what}");
        match act {
            Act::Send(text) => {
                state.follow(text);
                engine.send(text).map_err(|error| wrong(format!("the engine accepts no more input: {error}")))?;
            }
            Act::Expect(pattern) => {
                expect(&mut engine, pattern, &skip, &state, patience).map_err(wrong)?;
                skip.clear();
            }
            Act::Skip(pattern) => skip.push(pattern),
            Act::Wait(time) => thread::sleep(*time),
            Act::Patience(time) => patience = *time,
            Act::End => {
                return end(&mut engine, patience).map_err(wrong);
            }
        }
    }
    let _ = engine.send("quit");
    Ok(())
}

/// Reads lines until one matches; those before it must be such as may be skipped.
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
            Err(NoLine::Ended) => return Err(format!("the engine exited instead of saying {pattern}")),
            Err(_) => return Err(format!("{pattern} was not said within {} s", patience.as_secs_f64())),
        };
        if pattern.matches(&line, state) {
            return Ok(());
        }
        if !skip.iter().any(|skip| skip.matches(&line, state)) {
            return Err(format!("{pattern} was expected, but the engine said {}", shortened(&line)));
        }
    }
}

/// Waits for the engine to exit, which it must do successfully.
fn end(engine: &mut Process, patience: Duration) -> Result<(), String> {
    match engine.wait_for_exit(patience) {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("the engine ended with {status}")),
        None => Err(format!("the engine did not end within {} s", patience.as_secs_f64())),
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
    fn every_script_can_be_read_and_every_script_is_run() {
        for (name, text) in SCRIPTS {
            let steps = script::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(steps.iter().any(|step| matches!(step.act, Act::Expect(_) | Act::End)), "{name}");
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/ugi");
        assert_eq!(std::fs::read_dir(folder).expect("the scripts").count(), SCRIPTS.len());
    }
}
