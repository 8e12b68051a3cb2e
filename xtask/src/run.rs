//! `cargo xtask run` and `cargo xtask agree`: run what was built.

use crate::{
    process::{cargo, executable, run},
    web,
};
use anyhow::{Context, Result};
use std::{
    path::PathBuf,
    process::{Command, ExitCode},
};

/// Builds the web app and `zertz`, which contains it, and runs `zertz serve --open`. Its exit code becomes ours.
pub fn serve(args: &[String]) -> Result<ExitCode> {
    web::build()?;
    let mut zertz = Command::new(zertz()?);
    // In the caller's folder, so that paths in `args` work.
    zertz.args(["serve", "--open"]).args(args);
    replace_with(&mut zertz).context("the built `zertz` cannot be started")
}

pub fn zertz() -> Result<PathBuf> {
    executable("build --release --package zertz-cli --bin zertz")
}

/// Replaces this process with the program, so that signals reach it.
#[cfg(unix)]
fn replace_with(program: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(program.exec())
}

#[cfg(not(unix))]
fn replace_with(program: &mut Command) -> std::io::Result<ExitCode> {
    let code = program.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Compares the rules with the slow reference implementation: on random games, and on every recorded perft count but the largest.
pub fn agree(games: u64) -> Result<()> {
    let words = "test --release --package zertz --test agree --test perft -- --nocapture";
    let mut tests = cargo(words);
    tests.env("ZERTZ_GAMES", games.to_string()).env("ZERTZ_REFERENCE_NODES", "100000000");
    run(&mut tests)
}
