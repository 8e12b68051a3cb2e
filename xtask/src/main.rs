//! The build tool of this workspace, run as `cargo xtask <command>`.
//!
//! Every build step that is not plain cargo lives here, so that a fresh clone needs nothing but
//! cargo: what a command needs beyond that, it installs itself or names in one sentence. Each
//! command has a module; this one only reads the command line.

mod bench;
mod browser;
mod check;
mod fuzz;
mod measure;
mod node;
mod packages;
mod postgres;
mod process;
mod run;
mod stamp;
mod steps;
mod table;
mod tally;
mod trial;
mod wasm;
mod web;

use std::num::NonZeroU32;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Builds, tests and measures the home of ZÈRTZ
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play: build the web app and `zertz`, and start `zertz serve --open`
    Run {
        /// Passed on to `zertz serve`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Check everything CI checks: format, clippy, tests, docs, and the web app in a browser
    Test {
        /// Leave out WebAssembly and the web app
        #[arg(long)]
        no_web: bool,
    },
    /// Build the web app into web/dist
    Web,
    /// Build the rules and the engine for WebAssembly
    Wasm {
        /// Use Debian's compiler even when this one has the target, to try the fallback
        #[arg(long)]
        debian: bool,
    },
    /// Fuzz each target in fuzz/ for a bounded time
    Fuzz {
        /// Seconds for each target
        // For the fuzzer itself, 0 means without end.
        #[arg(long, value_name = "N", default_value = "60")]
        seconds: NonZeroU32,
        /// The one target to run; all of them when left out
        target: Option<String>,
    },
    /// Compare the rules with the slow reference on many random games
    Agree {
        /// Games to play
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        games: u64,
    },
    /// Start a PostgreSQL for those who run tests by hand, and print its address
    Postgres,
    /// Play thousands of games at once on a server and measure how fast turns arrive
    Load {
        /// Which database
        #[arg(long, value_enum, default_value = "both")]
        home: trial::Home,
        /// Games at once
        #[arg(long, value_name = "N", default_value_t = 2000)]
        games: usize,
        /// How long to play
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u64,
    },
    /// Kill the server in the middle of games, again and again, and look for what is lost
    Chaos {
        /// Which database
        #[arg(long, value_enum, default_value = "both")]
        home: trial::Home,
        /// How often
        #[arg(long, value_name = "N", default_value_t = 100)]
        rounds: usize,
    },
    /// Measure: the benches in seconds, then the callgrind workloads in instructions
    Bench,
    /// Measure the engine in a browser beside the native one, and how soon the page answers while it thinks
    WebBench,
    /// Have Lighthouse judge pages of the web app; each must reach 95
    Lighthouse {
        /// The pages
        #[arg(value_name = "PATH", default_values = measure::PAGES)]
        pages: Vec<String>,
    },
}

fn main() -> ExitCode {
    match dispatch(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            // `{:#}` puts the causes behind the sentence, on the same line.
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
        Command::Wasm { debian } => wasm::command_line(debian)?,
        Command::Fuzz { seconds, target } => fuzz::fuzz(seconds, target.as_deref())?,
        Command::Agree { games } => run::agree(games)?,
        Command::Postgres => postgres::postgres()?,
        Command::Load { home, games, seconds } => trial::load(home, games, seconds)?,
        Command::Chaos { home, rounds } => trial::chaos(home, rounds)?,
        Command::Bench => bench::bench()?,
        Command::WebBench => measure::bench()?,
        Command::Lighthouse { pages } => measure::lighthouse(&pages)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

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
