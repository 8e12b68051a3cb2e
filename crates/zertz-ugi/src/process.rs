//! [`Process`]: a child process that reads and writes lines.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};
use zertz_engine::Stop;

/// A child process with piped input and output. Dropping it sends `quit` and then kills it if it does not exit.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last line on standard error, where programs say why they exit.
    last_error: Arc<Mutex<String>>,
}

/// How much of the terminal a child process shares with this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Console {
    /// Its error messages appear in the terminal, and Ctrl-C reaches it.
    Shared,
    /// Its last error message is kept for [`Process::exit_reason`], and Ctrl-C does not reach it.
    Separate,
}

/// Why there is no line to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// The deadline has passed.
    Late,
    /// The process has exited or closed its output.
    Ended,
    /// The stop flag is set.
    Stopped,
}

/// The maximum number of lines that wait to be read. Then the process has to wait.
const QUEUE: usize = 4096;

/// Longer lines are split, so that a broken engine cannot fill the memory. A list of legal turns fits.
const MAX_LINE: u64 = 1 << 20;

/// How often a wait checks the stop flag.
const POLL: Duration = Duration::from_millis(50);

impl Process {
    /// Starts a program with arguments.
    pub fn start(command: &[String], console: Console) -> io::Result<Process> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if console == Console::Separate {
            command.stderr(Stdio::piped());
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(QUEUE);
        let last_error = Arc::new(Mutex::new(String::new()));
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward(output, &sender));
        }
        if let Some(errors) = child.stderr.take() {
            let last_error = Arc::clone(&last_error);
            thread::spawn(move || keep_last(errors, &last_error));
        }
        Ok(Process { input: child.stdin.take(), child, lines, last_error })
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(input, "{line}")?;
        input.flush()
    }

    /// Waits for the next line.
    pub fn line(&mut self, deadline: Instant, stop: &Stop) -> Result<String, NoLine> {
        loop {
            if stop.is_set() {
                return Err(NoLine::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for the process to exit; `None` if it does not exit in time.
    pub fn wait_for_exit(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// How the process ended, as a clause such as `it ended (exit status: 3), saying: out of memory`.
    pub fn exit_reason(&mut self) -> String {
        let status = self.wait_for_exit(Duration::from_millis(500));
        let how = status.map_or("it closed its output".to_owned(), |status| format!("it ended ({status})"));
        // Another thread reads standard error and may need a moment.
        thread::sleep(Duration::from_millis(20));
        match self.last_error.lock().map(|error| error.clone()) {
            Ok(error) if !error.is_empty() => format!("{how}, saying: {error}"),
            _ => how,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        if self.wait_for_exit(Duration::from_millis(300)).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match reader.take(MAX_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()),
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

fn keep_last(errors: impl Read, last_error: &Mutex<String>) {
    let mut reader = BufReader::new(errors);
    while let Some(line) = read_line(&mut reader) {
        if let Ok(mut last) = last_error.lock()
            && !line.trim().is_empty()
        {
            *last = line.trim().chars().take(200).collect();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&["sh", "-c", script].map(str::to_owned), Console::Separate).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn lines_go_both_ways() {
        let mut process = shell("read line; echo \"heard $line\"; echo end");
        process.send("hello").unwrap();
        assert_eq!(process.line(soon(), &Stop::new()).unwrap(), "heard hello");
        assert_eq!(process.line(soon(), &Stop::new()).unwrap(), "end");
        assert_eq!(process.line(soon(), &Stop::new()), Err(NoLine::Ended));
    }

    #[test]
    fn a_silent_process_is_late_or_stopped() {
        let mut process = shell("sleep 60");
        assert_eq!(process.line(Instant::now(), &Stop::new()), Err(NoLine::Late));
        let stop = Stop::new();
        stop.set();
        assert_eq!(process.line(soon(), &stop), Err(NoLine::Stopped));
        assert_eq!(process.wait_for_exit(Duration::ZERO), None);
    }

    #[test]
    fn the_reason_for_an_exit_includes_the_last_error() {
        let mut process = shell("echo first >&2; echo out of memory >&2; exit 3");
        assert_eq!(process.line(soon(), &Stop::new()), Err(NoLine::Ended));
        assert_eq!(process.exit_reason(), "it ended (exit status: 3), saying: out of memory");
    }

    #[test]
    fn a_line_without_end_is_split() {
        let mut process = shell("yes | tr -d '\\n' | head -c 3000000");
        for expected in [1 << 20, 1 << 20, 3_000_000 - (2 << 20)] {
            assert_eq!(process.line(soon(), &Stop::new()).unwrap().len(), expected);
        }
    }
}
