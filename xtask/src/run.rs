//! `cargo xtask run` and `cargo xtask agree`: starting what was built.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::process::{cargo, executable, run};

/// Builds the command line program and plays; its exit code becomes ours.
pub fn play(args: &[String]) -> Result<ExitCode> {
    let zertz = executable("build --release --package zertz-cli --bin zertz")?;
    // Started in the folder of the person who called, so that the paths in ARGS mean what they say.
    let status = Command::new(&zertz).arg("play").args(args).status();
    let status = status.context("the built `zertz` cannot be started")?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Plays many random games with the rules and with the slow reference at once, and has both count every recorded perft but the
/// largest.
pub fn agree(games: u64) -> Result<()> {
    let words = "test --release --package zertz --test agree --test perft -- --nocapture";
    let mut tests = cargo(words);
    tests.env("ZERTZ_GAMES", games.to_string()).env("ZERTZ_REFERENCE_NODES", "100000000");
    run(&mut tests)
}
