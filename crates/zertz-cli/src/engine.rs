//! `zertz engine`: the engine for other programs.

use crate::{Run, Verdict};
use anyhow::Result;
use clap::Args;
use std::{
    fs,
    io::{self, BufRead, Read, Write},
};
use zertz_engine::ugi::{Flow, Session};

/// Talk to other programs as an engine, by UGI
///
/// Reads commands from standard input and answers on standard output, see docs/protocol.md. At the end of input a search that ends by
/// itself is waited for.
#[derive(Args)]
pub struct Engine {}

impl Run for Engine {
    fn run(self, _out: &mut dyn Write) -> Result<Verdict> {
        let mut session = Session::new(io::stdout());
        if let Some(megabytes) = free_memory() {
            session.limit_hash(megabytes);
        }
        let mut input = io::stdin().lock();
        loop {
            match read_line(&mut input)? {
                Line::Text(line) => {
                    if session.line(&line)? == Flow::Quit {
                        break;
                    }
                }
                Line::TooLong => session.unreadable(&format!("a line has at most {LONGEST} bytes"))?,
                Line::End => {
                    session.end_of_input()?;
                    break;
                }
            }
        }
        Ok(Verdict::Fine)
    }
}

/// No game comes near this; and memory is not for somebody who never sends the end of a line.
const LONGEST: u64 = 1 << 20;

enum Line {
    Text(String),
    TooLong,
    End,
}

fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        // What is left of it is dropped piece by piece.
        let mut rest = Vec::new();
        while input.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? > 0 && rest.last() != Some(&b'\n') {
            rest.clear();
        }
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The memory that can be had without trouble, in mebibytes, where the system tells.
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
    fn a_line_without_end_is_told_once() {
        let mut text = vec![b'x'; 3 * LONGEST as usize + 5];
        text.extend(b"\nisready\r\nlast");
        let mut input = io::Cursor::new(text);
        assert!(matches!(read_line(&mut input).unwrap(), Line::TooLong));
        assert!(matches!(read_line(&mut input).unwrap(), Line::Text(line) if line == "isready\r\n"));
        assert!(matches!(read_line(&mut input).unwrap(), Line::Text(line) if line == "last"));
        assert!(matches!(read_line(&mut input).unwrap(), Line::End));
    }
}
