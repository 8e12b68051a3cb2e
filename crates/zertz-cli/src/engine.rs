//! `zertz engine`: runs the engine for other programs.

use anyhow::Result;
use clap::Args;
use std::{
    fs,
    io::{self, BufRead, Read},
    process::ExitCode,
};
use zertz_engine::ugi::{Flow, Session};

/// Run the engine for other programs, with the UGI protocol
///
/// Reads commands from standard input and writes answers to standard output; see docs/protocol.md. At the end of the input, the engine
/// finishes a search that has a limit.
#[derive(Args)]
pub struct Engine {}

impl Engine {
    pub fn run(self) -> Result<ExitCode> {
        let mut session = Session::new(io::stdout());
        if let Some(megabytes) = free_memory() {
            session.limit_hash(megabytes);
        }
        let mut input = io::stdin().lock();
        loop {
            match read_line(&mut input)? {
                Input::Line(line) if session.line(&line)? == Flow::Quit => break,
                Input::Line(_) => {}
                Input::TooLong => session.unreadable(&format!("a line may be up to {LONGEST} bytes long"))?,
                Input::End => {
                    session.end_of_input()?;
                    break;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The maximum length of a line, in bytes, without its end. No game needs as many, and the limit keeps endless lines from filling the memory.
const LONGEST: u64 = 1 << 20;

enum Input {
    Line(String),
    TooLong,
    End,
}

fn read_line(input: &mut impl BufRead) -> io::Result<Input> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Input::End);
    }
    if bytes.len() as u64 > LONGEST && bytes.last() != Some(&b'\n') {
        // Discard the rest in pieces.
        let mut rest = Vec::new();
        while input.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? > 0 && rest.last() != Some(&b'\n') {
            rest.clear();
        }
        return Ok(Input::TooLong);
    }
    Ok(Input::Line(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The available memory in mebibytes, on systems that report it.
pub fn free_memory() -> Option<usize> {
    let meminfo = fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free: usize = line.split_whitespace().next()?.parse().ok()?;
    // In a container the limit may be lower than what the machine has.
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse::<usize>().ok());
    Some((free >> 10).min(limit.map_or(usize::MAX, |bytes| bytes >> 20)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_be_as_long_as_the_message_says() {
        let longest = "x".repeat(LONGEST as usize);
        let text = format!("{longest}\n{longest}x\nisready\n{longest}");
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).unwrap();
        assert!(matches!(next(), Input::Line(line) if line.trim_end() == longest));
        assert!(matches!(next(), Input::TooLong));
        assert!(matches!(next(), Input::Line(line) if line == "isready\n"));
        assert!(matches!(next(), Input::Line(line) if line == longest));
        assert!(matches!(next(), Input::End));
    }
}
