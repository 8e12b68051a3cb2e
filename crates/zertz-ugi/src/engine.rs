//! [`UgiEngine`]: an engine in a child process.

use crate::{Console, Go, NoLine, Process, message};
use std::{
    fmt::Display,
    time::{Duration, Instant},
};
use thiserror::Error;
use zertz::{Game, Rules};
use zertz_engine::{Score, Stop};

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UgiError {
    /// The program could not be started.
    #[error("cannot start {program}: {why}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        why: String,
    },
    /// The engine exited or closed its output.
    #[error("{0}")]
    Ended(String),
    /// The engine did not answer in time.
    #[error("{0}")]
    Silent(String),
    /// The caller stopped the wait.
    #[error("the wait was stopped")]
    Stopped,
    /// UGI has no name for these rules.
    #[error("UGI has no name for these rules; it has names for standard, blitz and tournament")]
    CustomRules,
}

/// What an engine answers to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestTurn {
    /// The turn, as the engine wrote it. It may be illegal.
    pub turn: String,
    /// The engine's last evaluation, from the view of the player to move.
    pub value: Option<Score>,
}

/// A running engine that has answered the handshake.
#[derive(Debug)]
pub struct UgiEngine {
    process: Process,
}

/// How long an engine may take to answer `stop`.
const STOP_PATIENCE: Duration = Duration::from_secs(1);

impl UgiEngine {
    /// Starts an engine and waits for its `ugiok`.
    pub fn start(command: &[String], console: Console, patience: Duration) -> Result<UgiEngine, UgiError> {
        let process = Process::start(command, console).map_err(|error| UgiError::Start {
            program: command.first().cloned().unwrap_or_default(),
            why: error.to_string(),
        })?;
        let mut engine = UgiEngine { process };
        engine.send("ugi");
        engine.wait_for("ugiok", patience)?;
        Ok(engine)
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: impl Display) {
        self.send(&format!("setoption name {name} value {value}"));
    }

    /// Starts a new game by these rules and waits until the engine is ready.
    pub fn new_game(&mut self, rules: &Rules, patience: Duration) -> Result<(), UgiError> {
        let preset = message::preset(rules).ok_or(UgiError::CustomRules)?;
        self.set_option("Rules", preset);
        self.set_option("Board", &rules.board);
        self.send("uginewgame");
        self.send("isready");
        self.wait_for("readyok", patience)
    }

    /// Lets the engine search for a turn. If it takes longer than `allowed`, it gets `stop` and one more second.
    pub fn search(&mut self, game: &Game, go: &Go, allowed: Duration, stop: &Stop) -> Result<BestTurn, UgiError> {
        self.send(&message::position(game));
        self.send(&go.to_string());
        let mut deadline = Instant::now() + allowed;
        let (mut told_to_stop, mut value) = (false, None);
        loop {
            match self.process.line(deadline, stop) {
                Ok(line) => {
                    let line = line.trim();
                    let mut words = line.split_whitespace();
                    if words.next() == Some("bestmove") {
                        return Ok(BestTurn { turn: words.next().unwrap_or_default().to_owned(), value });
                    }
                    value = message::evaluation(line).or(value);
                }
                Err(NoLine::Late) if !told_to_stop => {
                    self.send("stop");
                    (told_to_stop, deadline) = (true, Instant::now() + STOP_PATIENCE);
                }
                Err(NoLine::Late) => {
                    return Err(UgiError::Silent(format!("no turn after {allowed:?}, nor after stop")));
                }
                Err(reason) => return Err(self.error(reason, "bestmove")),
            }
        }
    }

    /// Sends a line. If the engine has exited, reading its answer fails.
    fn send(&mut self, line: &str) {
        let _ = self.process.send(line);
    }

    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<(), UgiError> {
        let deadline = Instant::now() + patience;
        loop {
            match self.process.line(deadline, &Stop::new()) {
                Ok(line) if line.trim() == word => return Ok(()),
                Ok(_) => {}
                Err(reason) => return Err(self.error(reason, word)),
            }
        }
    }

    fn error(&mut self, reason: NoLine, awaited: &str) -> UgiError {
        match reason {
            NoLine::Late => UgiError::Silent(format!("it did not answer {awaited}")),
            NoLine::Ended => UgiError::Ended(self.process.exit_reason()),
            NoLine::Stopped => UgiError::Stopped,
        }
    }
}
