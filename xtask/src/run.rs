//! `cargo xtask run` and `cargo xtask agree`: starting what was built.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::process::{cargo, executable, run};
use crate::web;

/// Builds the web app and the program that has it inside, and serves it; its exit code becomes ours.
pub fn serve(args: &[String]) -> Result<ExitCode> {
    web::build()?;
    let mut zertz = Command::new(zertz()?);
    // Started in the folder of the person who called, so that the paths in ARGS mean what they say.
    zertz.args(["serve", "--open"]).args(args);
    become_it(&mut zertz).context("the built `zertz` cannot be started")
}

/// The command line program, built in release.
pub fn zertz() -> Result<PathBuf> {
    executable("build --release --package zertz-cli --bin zertz")
}

/// The program takes our place, so that signals reach it and nothing stands between it and who called.
#[cfg(unix)]
fn become_it(program: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(program.exec())
}

#[cfg(not(unix))]
fn become_it(program: &mut Command) -> std::io::Result<ExitCode> {
    let code = program.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Plays many random games with the rules and with the slow reference at once, and has both count every recorded perft but the
/// largest.
pub fn agree(games: u64) -> Result<()> {
    let words = "test --release --package zertz --test agree --test perft -- --nocapture";
    let mut tests = cargo(words);
    tests.env("ZERTZ_GAMES", games.to_string()).env("ZERTZ_REFERENCE_NODES", "100000000");
    run(&mut tests)
}
