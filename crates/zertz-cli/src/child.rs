//! [`Child`]: an engine in a process of its own.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{self, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::{Duration, Instant},
};

pub struct Child {
    process: process::Child,
    input: process::ChildStdin,
    lines: Receiver<String>,
}

/// What an engine says next.
pub enum Heard {
    Line(String),
    /// Nothing, in the time given.
    Nothing,
    /// Nothing any more.
    End,
}

/// Longer lines come in pieces, so that an engine gone wild fails and does not fill the memory.
const LONGEST: u64 = 1 << 20;

impl Child {
    pub fn start(command: &[String]) -> Result<Child, String> {
        let [program, arguments @ ..] = command else { return Err("no engine is named".to_owned()) };
        let process = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = process.map_err(|error| format!("{program} cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{program} has no input and output"));
        };
        let (sender, lines) = sync_channel(1000);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut bytes = Vec::new();
                match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let line = String::from_utf8_lossy(&bytes);
                if sender.send(line.trim_end_matches(['\r', '\n']).to_owned()).is_err() {
                    return;
                }
            }
        });
        Ok(Child { process, input, lines })
    }

    pub fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    pub fn hear(&mut self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// The engine must end by itself, and well.
    pub fn ends(&mut self, patience: Duration) -> Result<(), String> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            match self.process.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("the engine ended with {status}")),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return Err(format!("nothing is known of the engine any more: {error}")),
            }
        }
        Err(format!("the engine did not end within {} s", patience.as_secs_f64()))
    }
}

/// No engine outlives its script.
impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.ends(Duration::from_millis(200));
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
