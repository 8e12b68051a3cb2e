//! `cargo xtask load` and `cargo xtask chaos`: load and crash tests of the server, on both databases.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::postgres::Postgres;
use crate::process::{executable, root, run};

/// The databases to test with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum Databases {
    Sqlite,
    Postgres,
    /// One after the other
    Both,
}

/// The database of one run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Database {
    Sqlite,
    Postgres,
}

/// Plays many games at once. The limits are for two cores that run server, database and players.
pub fn load(databases: Databases, games: usize, seconds: u64) -> Result<()> {
    on_each(databases, |stress, database| {
        stress.args(["load", "--games", &games.to_string(), "--seconds", &seconds.to_string()]);
        let milliseconds = if database == Database::Postgres { "100" } else { "50" };
        stress.args(["--most", milliseconds, "--most-memory", "40"]);
    })
}

/// Kills the server repeatedly.
pub fn chaos(databases: Databases, rounds: usize) -> Result<()> {
    on_each(databases, |stress, _| {
        stress.args(["chaos", "--rounds", &rounds.to_string()]);
    })
}

/// Runs a test on each database, with a temporary folder.
fn on_each(databases: Databases, arguments: impl Fn(&mut Command, Database)) -> Result<()> {
    let zertz = executable("build --release --package zertz-cli --bin zertz")?;
    let stress = executable("build --release --package zertz-stress")?;
    let folder = root().join(format!("target/stress/{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let test = |url: &str, database: Database| {
        let mut command = Command::new(&stress);
        command.arg("--zertz").arg(&zertz).args(["--database-url", url]).arg("--folder").arg(&folder);
        arguments(&mut command, database);
        run(&mut command)
    };
    let result = each(databases, &folder, test);
    let _ = fs::remove_dir_all(&folder);
    result
}

fn each(databases: Databases, folder: &Path, test: impl Fn(&str, Database) -> Result<()>) -> Result<()> {
    if databases != Databases::Postgres {
        println!("▶ SQLite");
        test(&format!("sqlite://{}", folder.join("zertz.db").display()), Database::Sqlite)?;
    }
    if databases != Databases::Sqlite {
        println!("▶ PostgreSQL");
        let postgres = Postgres::start()?;
        test(&postgres.url, Database::Postgres)?;
    }
    Ok(())
}
