//! The build tool of this workspace: `cargo xtask <command>`.
//!
//! Every build step that is not plain cargo is here, so that a fresh clone needs only cargo. A command installs what else it needs, or
//! says what to install. Each command has a module; this one parses the command line.

mod bench;
mod browser;
mod check;
mod fuzz;
mod layers;
mod measure;
mod node;
mod packages;
mod postgres;
mod process;
mod run;
mod stamp;
mod steps;
mod stress;
mod table;
mod tally;
mod wasm;
mod web;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::{num::NonZeroU32, path::PathBuf, process::ExitCode};

/// Builds, tests and measures ZÈRTZ
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the web app and `zertz`, then run `zertz serve --open`
    Run {
        /// Options for `zertz serve`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Run all checks: formatting, lints, layers, dependencies, tests, docs and the web app
    Test {
        /// Skip WebAssembly and the web app
        #[arg(long)]
        no_web: bool,
    },
    /// Build the web app into web/dist
    Web,
    /// Build the rules and the engine for WebAssembly
    Wasm {
        /// Use Debian's compiler even if the toolchain has the target, to test the fallback
        #[arg(long)]
        debian: bool,
    },
    /// Fuzz each target in fuzz/ for a limited time
    Fuzz {
        /// Seconds for each target
        // For the fuzzer itself, 0 means no limit.
        #[arg(long, value_name = "N", default_value = "60")]
        seconds: NonZeroU32,
        /// The only target to run [default: all]
        target: Option<String>,
    },
    /// Compare the rules with the slow reference implementation on random games
    Agree {
        /// Number of games for each set of rules
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        games: u64,
    },
    /// Check the licences, sources and versions of all dependencies
    Dependencies,
    /// Run the smaller test suite for the web app in Chromium, Firefox and WebKit
    Browsers,
    /// Check that crates, and the modules of the server, use only lower layers
    Layers {
        /// Update the diagrams in ARCHITECTURE.md
        #[arg(long)]
        write: bool,
    },
    /// Start a temporary PostgreSQL server for `cargo test` and print the command to use
    Postgres,
    /// Play thousands of games at once on a server and measure how quickly turns arrive
    Load {
        /// The databases to test with
        #[arg(long, value_enum, default_value = "both")]
        database: stress::Databases,
        /// Number of games between people
        #[arg(long, value_name = "N", default_value_t = 2000)]
        games: usize,
        /// Number of additional games against the server's engine at level 10
        #[arg(long, value_name = "N", default_value_t = 0)]
        engine_games: usize,
        /// Instead of playing, keep this many idle games open, with two sockets each
        #[arg(long, value_name = "N")]
        idle: Option<usize>,
        /// Duration in seconds
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u64,
    },
    /// Cause faults during games, and check that nothing is lost: kill servers and workers, fill the disk, set the clock, restart
    /// PostgreSQL
    Chaos {
        /// The databases to test with
        #[arg(long, value_enum, default_value = "both")]
        database: stress::Databases,
        /// Number of faults; the kinds of fault take turns
        #[arg(long, value_name = "N", default_value_t = 100)]
        rounds: usize,
    },
    /// Repeatedly cut two servers off from PostgreSQL, or restart it, and check that neither server shows an old position
    Nodes {
        /// Number of times the servers lose the database
        #[arg(long, value_name = "N", default_value_t = 50)]
        rounds: usize,
    },
    /// Fill a database with games, and measure how long every list takes
    Archive {
        /// The databases to test with
        #[arg(long, value_enum, default_value = "both")]
        database: stress::Databases,
        /// Number of games for each set of rules
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        games: usize,
    },
    /// Attack a server as anyone could, and list which attacks it withstands
    Attack {
        /// The databases to test with
        #[arg(long, value_enum, default_value = "both")]
        database: stress::Databases,
        /// Only attacks whose name contains this text
        only: Option<String>,
    },
    /// Run the benchmarks, and count the instructions of fixed workloads
    Bench,
    /// Measure the engine in a browser, and how fast the page responds while it searches
    WebBench,
    /// Measure how long a new player waits until the first taps of a game are accepted, with a slow processor and network
    FirstTap {
        /// Number of runs
        #[arg(long, value_name = "N", default_value = "9")]
        runs: NonZeroU32,
        /// A folder with another build of the app, to measure both by turns
        #[arg(long, value_name = "FOLDER")]
        app: Option<PathBuf>,
    },
    /// Run Lighthouse on pages of the web app; each score must be at least 95
    Lighthouse {
        /// Paths of the pages to check
        #[arg(value_name = "PATH", default_values = measure::PAGES)]
        pages: Vec<String>,
    },
}

fn main() -> ExitCode {
    match dispatch(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            // `{:#}` prints the causes on the same line.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode> {
    match command {
        Command::Run { args } => return run::serve(&args),
        Command::Test { no_web } => check::test(!no_web)?,
        Command::Web => web::build()?,
        Command::Wasm { debian } => wasm::build(debian, |_, _| Ok(()))?,
        Command::Fuzz { seconds, target } => fuzz::fuzz(seconds, target.as_deref())?,
        Command::Agree { games } => run::agree(games)?,
        Command::Dependencies => check::dependencies()?,
        Command::Browsers => check::browsers()?,
        Command::Layers { write } => layers::layers(write)?,
        Command::Postgres => postgres::postgres()?,
        Command::Load { database, idle: Some(games), seconds, .. } => stress::idle(database, games, seconds)?,
        Command::Load { database, games, engine_games, seconds, .. } => {
            stress::load(database, games, engine_games, seconds)?;
        }
        Command::Chaos { database, rounds } => stress::chaos(database, rounds)?,
        Command::Nodes { rounds } => stress::nodes(rounds)?,
        Command::Archive { database, games } => stress::archive(database, games)?,
        Command::Attack { database, only } => stress::attack(database, only.as_deref())?,
        Command::Bench => bench::bench()?,
        Command::WebBench => measure::bench()?,
        Command::FirstTap { runs, app } => measure::first_tap(runs, app.as_deref())?,
        Command::Lighthouse { pages } => measure::lighthouse(&pages)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn run_passes_options_on_to_the_server() {
        let cli = Cli::parse_from(["xtask", "run", "--addr", "[::]:80", "-x"]);
        let Command::Run { args } = cli.command else {
            panic!("not the run command");
        };
        assert_eq!(args, ["--addr", "[::]:80", "-x"]);
    }
}
