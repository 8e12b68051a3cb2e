//! `cargo xtask load`, `chaos`, `nodes`, `archive` and `attack`: load tests, crash tests and attacks of the server, on both databases.

use crate::{
    packages,
    postgres::Postgres,
    process::{executable, quietly, root, run, works},
    run::zertz,
};
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The size of the disk that is filled.
const DISK: &str = "256m";

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum Databases {
    Sqlite,
    Postgres,
    /// One after the other
    Both,
}

/// Plays many games at once. The limits are for two cores that run server, database and players.
pub fn load(databases: Databases, games: usize, engine_games: usize, seconds: u64) -> Result<()> {
    on_each(databases, |stress, place| {
        stress.args(["load", "--games", &games.to_string(), "--seconds", &seconds.to_string()]);
        stress.args(["--engine-games", &engine_games.to_string()]);
        stress.args(["--most", if place.postgres.is_some() { "100" } else { "50" }, "--most-memory", "40"]);
        Ok(())
    })
}

/// Holds games in which nobody plays.
pub fn idle(databases: Databases, games: usize, seconds: u64) -> Result<()> {
    on_each(databases, |stress, _| {
        stress.args(["idle", "--games", &games.to_string(), "--seconds", &seconds.to_string(), "--most-memory", "40"]);
        Ok(())
    })
}

/// Causes faults during games. SQLite is on a small file system, which is filled. PostgreSQL is restarted under two servers.
pub fn chaos(databases: Databases, rounds: usize) -> Result<()> {
    let library = faketime()?;
    on_each(databases, |stress, place| {
        stress.args(["chaos", "--rounds", &rounds.to_string()]).arg("--faketime").arg(&library);
        match place.postgres {
            Some(postgres) => stress.arg("--restart").arg(&postgres.restart),
            None => stress.arg("--disk").arg(place.small_disk()?),
        };
        Ok(())
    })
}

/// Takes the database away from two servers.
pub fn nodes(rounds: usize) -> Result<()> {
    on_each(Databases::Postgres, |stress, place| {
        stress.args(["nodes", "--rounds", &rounds.to_string()]);
        if let Some(postgres) = place.postgres {
            stress.arg("--restart").arg(&postgres.restart);
        }
        Ok(())
    })
}

/// The library that lets a program see another time than that of the machine.
fn faketime() -> Result<PathBuf> {
    const PURPOSE: &str = "let the clock of a server jump";
    let find = || {
        let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
        folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1")).find(|library| library.is_file())
    };
    if let Some(library) = find() {
        return Ok(library);
    }
    packages::ensure(&["faketime"], PURPOSE)?;
    find().with_context(|| format!("to {PURPOSE}, install libfaketime in /usr/lib"))
}

/// Measures the lists of a large archive.
pub fn archive(databases: Databases, games: usize) -> Result<()> {
    on_each(databases, |stress, _| {
        stress.args(["archive", "--games", &games.to_string()]);
        Ok(())
    })
}

/// Attacks a server as anybody could.
pub fn attack(databases: Databases, only: Option<&str>) -> Result<()> {
    on_each(databases, |stress, _| {
        stress.arg("attack");
        if let Some(only) = only {
            stress.args(["--only", only]);
        }
        Ok(())
    })
}

/// Where a test runs.
struct Place<'a> {
    /// A temporary folder, in which an SQLite file is.
    folder: &'a Path,
    /// The PostgreSQL server, unless the database is SQLite.
    postgres: Option<&'a Postgres>,
}

impl Place<'_> {
    /// The file of an SQLite database.
    fn file(&self) -> PathBuf {
        self.folder.join("disk/zertz.db")
    }

    /// Puts the SQLite file on a small file system in memory. Returns where that is.
    fn small_disk(&self) -> Result<PathBuf> {
        let folder = self.folder.join("disk");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={DISK}"), "zertz-disk"]).arg(&folder);
        quietly(&mut mount).context("to test a full disk, run this as a user who may mount a file system")?;
        Ok(folder)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        // There may be none.
        works(Command::new("umount").arg(self.folder.join("disk")));
    }
}

/// Runs a test on each database, with a temporary folder. `arguments` adds the arguments of the test.
fn on_each(databases: Databases, arguments: impl Fn(&mut Command, &Place<'_>) -> Result<()>) -> Result<()> {
    let zertz = zertz()?;
    let stress = executable("build --release --package zertz-stress")?;
    let folder = root().join(format!("target/stress/{}", std::process::id()));
    fs::create_dir_all(folder.join("disk")).with_context(|| format!("{} cannot be created", folder.display()))?;
    let test = |postgres: Option<&Postgres>| {
        let place = Place { folder: &folder, postgres };
        let file = format!("sqlite://{}", place.file().display());
        let mut command = Command::new(&stress);
        command.arg("--zertz").arg(&zertz).arg("--folder").arg(&folder);
        command.args(["--database-url", postgres.map_or(&file, |postgres| &postgres.url)]);
        arguments(&mut command, &place)?;
        run(&mut command)
    };
    let all = || -> Result<()> {
        if databases != Databases::Postgres {
            println!("▶ SQLite");
            test(None)?;
        }
        if databases != Databases::Sqlite {
            println!("▶ PostgreSQL");
            test(Some(&Postgres::start()?))?;
        }
        Ok(())
    };
    let result = all();
    let _ = fs::remove_dir_all(&folder);
    result
}
