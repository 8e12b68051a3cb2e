//! `cargo xtask load`, `chaos`, `nodes`, `archive` and `attack`: load tests, crash tests and attacks of the server, on both databases.

use crate::{
    postgres::Postgres,
    process::{executable, root, run},
    run::zertz,
};
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::{fs, process::Command};

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum Databases {
    Sqlite,
    Postgres,
    /// One after the other
    Both,
}

/// Plays many games at once. The limits are for two cores that run server, database and players.
pub fn load(databases: Databases, games: usize, seconds: u64) -> Result<()> {
    on_each(databases, |stress, is_postgres| {
        stress.args(["load", "--games", &games.to_string(), "--seconds", &seconds.to_string()]);
        stress.args(["--most", if is_postgres { "100" } else { "50" }, "--most-memory", "40"]);
    })
}

pub fn chaos(databases: Databases, rounds: usize) -> Result<()> {
    on_each(databases, |stress, _| {
        stress.args(["chaos", "--rounds", &rounds.to_string()]);
    })
}

/// Cuts two servers from their database.
pub fn nodes(rounds: usize) -> Result<()> {
    on_each(Databases::Postgres, |stress, _| {
        stress.args(["nodes", "--rounds", &rounds.to_string()]);
    })
}

/// Measures the lists of a large archive.
pub fn archive(databases: Databases, games: usize) -> Result<()> {
    on_each(databases, |stress, _| {
        stress.args(["archive", "--games", &games.to_string()]);
    })
}

/// Attacks a server as anybody could.
pub fn attack(databases: Databases, only: Option<&str>) -> Result<()> {
    on_each(databases, |stress, _| {
        stress.arg("attack");
        if let Some(only) = only {
            stress.args(["--only", only]);
        }
    })
}

/// Runs a test on each database, with a temporary folder. `arguments` adds the arguments of the test, given whether the database is
/// PostgreSQL.
fn on_each(databases: Databases, arguments: impl Fn(&mut Command, bool)) -> Result<()> {
    let zertz = zertz()?;
    let stress = executable("build --release --package zertz-stress")?;
    let folder = root().join(format!("target/stress/{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let test = |url: &str, is_postgres: bool| {
        let mut command = Command::new(&stress);
        command.arg("--zertz").arg(&zertz).args(["--database-url", url]).arg("--folder").arg(&folder);
        arguments(&mut command, is_postgres);
        run(&mut command)
    };
    let all = || -> Result<()> {
        if databases != Databases::Postgres {
            println!("▶ SQLite");
            test(&format!("sqlite://{}", folder.join("zertz.db").display()), false)?;
        }
        if databases != Databases::Sqlite {
            println!("▶ PostgreSQL");
            test(&Postgres::start()?.url, true)?;
        }
        Ok(())
    };
    let result = all();
    let _ = fs::remove_dir_all(&folder);
    result
}
