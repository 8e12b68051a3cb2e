//! `cargo xtask load` and `cargo xtask chaos`: many games at once, and sudden death, on both databases.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::postgres::Postgres;
use crate::process::{executable, root, run};

/// Which database to try.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// A file.
    Sqlite,
    /// A server.
    Postgres,
    /// One after the other.
    Both,
}

/// Many games at once. The limits are those that we promise on two cores, with everything on one machine.
pub fn load(home: Home, games: usize, seconds: u64) -> Result<()> {
    on(home, &mut |trial, is_postgres| {
        trial.args(["load", "--games", &games.to_string(), "--seconds", &seconds.to_string()]);
        trial.args(["--most", if is_postgres { "100" } else { "50" }, "--most-memory", "40"]);
    })
}

/// Sudden death, again and again.
pub fn chaos(home: Home, rounds: usize) -> Result<()> {
    on(home, &mut |trial, _| {
        trial.args(["chaos", "--rounds", &rounds.to_string()]);
    })
}

/// Runs a trial on the databases that are wanted.
fn on(home: Home, arguments: &mut dyn FnMut(&mut Command, bool)) -> Result<()> {
    let zertz = executable("build --release --package zertz-cli --bin zertz")?;
    let trial = executable("build --release --package zertz-stress")?;
    let folder = root().join(format!("target/trial/{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let result = both(
        home,
        &mut |name, url, is_postgres| {
            println!("▶ {name}");
            let mut command = place(&trial, &zertz, url, &folder);
            arguments(&mut command, is_postgres);
            run(&mut command)
        },
        &folder,
    );
    let _ = fs::remove_dir_all(&folder);
    result
}

fn both(home: Home, trial: &mut dyn FnMut(&str, &str, bool) -> Result<()>, folder: &Path) -> Result<()> {
    if home != Home::Postgres {
        trial("SQLite", &format!("sqlite://{}", folder.join("zertz.db").display()), false)?;
    }
    if home != Home::Sqlite {
        let postgres = Postgres::start()?;
        trial("PostgreSQL", &postgres.url, true)?;
    }
    Ok(())
}

fn place(trial: &PathBuf, zertz: &Path, url: &str, folder: &Path) -> Command {
    let mut command = Command::new(trial);
    command.arg("--zertz").arg(zertz).args(["--database-url", url]).arg("--folder").arg(folder);
    command
}
