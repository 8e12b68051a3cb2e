//! `zertz-stress`: the load and crash tests behind `cargo xtask load` and `cargo xtask chaos`.

use anyhow::{Result, ensure};
use clap::{Args, Parser, Subcommand};
use std::{path::PathBuf, time::Duration};
use zertz_stress::{Chaos, Load, Server, chaos, load};

/// Load and crash tests for a server
#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    command: Command,
}

#[derive(Args)]
struct Place {
    /// The `zertz` program to test
    #[arg(long)]
    zertz: PathBuf,
    /// The database it uses
    #[arg(long)]
    database_url: String,
    /// A folder for temporary files
    #[arg(long)]
    folder: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Play many games at once
    Load {
        /// Games at once
        #[arg(long, default_value_t = 2000)]
        games: usize,
        /// Seconds between two turns of a game
        #[arg(long, default_value_t = 5.0)]
        pause: f64,
        /// Seconds to play
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// Fail when 1% of the turns take longer than this, in milliseconds
        #[arg(long)]
        most: Option<u64>,
        /// Fail when an idle game uses more memory than this, in kilobytes
        #[arg(long)]
        most_memory: Option<u64>,
    },
    /// Kill the server repeatedly in the middle of games
    Chaos {
        /// How often the server is killed
        #[arg(long, default_value_t = 100)]
        rounds: usize,
        /// Games at once
        #[arg(long, default_value_t = 20)]
        games: usize,
    },
}

#[tokio::main]
async fn main() -> Result<()> {
    let Cli { place, command } = Cli::parse();
    let say = |text: &str| println!("{text}");
    match command {
        Command::Load { games, pause, seconds, most, most_memory } => {
            let server = Server::start(&place.zertz, &place.database_url, &place.folder.join("app")).await?;
            let wanted = Load { games, pause: Duration::from_secs_f64(pause), length: Duration::from_secs(seconds) };
            let report = load(&server, wanted, &say).await?;
            println!("{report}");
            ensure!(report.errors.is_empty(), "{} games failed", report.errors.len());
            let late = report.quantile(0.99);
            ensure!(most.is_none_or(|most| late < Duration::from_millis(most)), "turns arrive too late");
            let heavy = report.memory.zip(most_memory).is_some_and(|(bytes, most)| bytes > most * 1024);
            ensure!(!heavy, "a game uses too much memory");
        }
        Command::Chaos { rounds, games } => {
            let folder = place.folder.join("app");
            let wanted = Chaos { rounds, games };
            let losses = chaos(&place.zertz, &place.database_url, &folder, wanted, &say).await?;
            println!(
                "{} events were acknowledged or shown, {} lost, {} doubled; {} requests were unanswered when the server was killed",
                losses.known, losses.lost, losses.doubled, losses.open
            );
            ensure!(losses.lost == 0 && losses.doubled == 0, "the server lost or doubled events");
        }
    }
    Ok(())
}
