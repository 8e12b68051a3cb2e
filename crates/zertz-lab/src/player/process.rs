//! [`Process`]: a program that is spoken to line by line, with deadlines.

use anyhow::{Context, Result};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};
use zertz_engine::Stop;

pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last line on standard error, where programs say why they die.
    last_words: Arc<Mutex<String>>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// The deadline has passed.
    Late,
    /// The program has ended or closed its output.
    Ended,
    /// We were asked to stop.
    Stopped,
}

/// Lines waiting to be read before the program has to wait, and the longest of them.
const LINES: usize = 4096;
const LINE: u64 = 1 << 16;

impl Process {
    /// Starts a program.
    pub fn start(command: &[String]) -> Result<Process> {
        let (program, arguments) = command.split_first().context("there is no command to start")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own Ctrl-C does not reach it: it must not die before the match is closed properly.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
        let (sender, lines) = sync_channel(LINES);
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward(output, &sender));
        }
        if let Some(errors) = child.stderr.take() {
            let last_words = last_words.clone();
            thread::spawn(move || remember(errors, &last_words));
        }
        Ok(Process { input: child.stdin.take(), child, lines, last_words })
    }

    /// Sends a line. That nobody listens any more shows when the answer is read.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// The next line.
    pub fn line(&mut self, deadline: Instant, stop: &Stop) -> Result<String, NoLine> {
        loop {
            if stop.is_set() {
                return Err(NoLine::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(Duration::from_millis(50))) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it ended, as a clause.
    pub fn epitaph(&mut self) -> String {
        let status = self.ended_within(Duration::from_millis(500));
        let how = status.map_or("it closed its output".to_owned(), |status| format!("it ended ({status})"));
        // Standard error is read by another thread, which may need a moment.
        thread::sleep(Duration::from_millis(20));
        match self.last_words.lock().map(|words| words.clone()) {
            Ok(words) if !words.is_empty() => format!("{how}, saying: {words}"),
            _ => how,
        }
    }

    fn ended_within(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        if self.ended_within(Duration::from_millis(300)).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    // A line without end would fill the memory.
    match reader.take(LINE).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim().to_owned()),
    }
}

fn forward(output: impl Read, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(output);
    while let Some(line) = read_line(&mut reader) {
        if lines.send(line).is_err() {
            break;
        }
    }
}

fn remember(errors: impl Read, last_words: &Mutex<String>) {
    let mut reader = BufReader::new(errors);
    while let Some(line) = read_line(&mut reader) {
        if let Ok(mut words) = last_words.lock()
            && !line.is_empty()
        {
            *words = line.chars().take(200).collect();
        }
    }
}
