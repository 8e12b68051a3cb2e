//! `zertz-stress`: the load and crash tests behind `cargo xtask load` and `cargo xtask chaos`.

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use std::{path::PathBuf, time::Duration};
use zertz_stress::{Chaos, Load, Server, chaos, load};

/// Load and crash tests for a server
#[derive(Parser)]
struct Cli {
    /// The `zertz` program to test
    #[arg(long)]
    zertz: PathBuf,
    /// The database it uses
    #[arg(long)]
    database_url: String,
    /// A folder for temporary files
    #[arg(long)]
    folder: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play many games at once
    Load {
        #[command(flatten)]
        load: Load,
        /// Fail when 1% of the turns take longer than this, in milliseconds
        #[arg(long)]
        most: u64,
        /// Fail when an idle game uses more memory than this, in kilobytes
        #[arg(long)]
        most_memory: u64,
    },
    /// Kill the server repeatedly in the middle of games
    Chaos(Chaos),
}

#[tokio::main]
async fn main() -> Result<()> {
    let Cli { zertz, database_url, folder, command } = Cli::parse();
    let app = folder.join("app");
    let say = |text: &str| println!("{text}");
    match command {
        Command::Load { load: wanted, most, most_memory } => {
            let server = Server::start(&zertz, &database_url, &app).await?;
            let report = load(&server, wanted, &say).await?;
            println!("{report}");
            ensure!(report.errors.is_empty(), "{} games failed", report.errors.len());
            ensure!(report.quantile(0.99) < Duration::from_millis(most), "turns arrive too late");
            ensure!(report.memory.is_none_or(|bytes| bytes <= most_memory * 1024), "a game uses too much memory");
        }
        Command::Chaos(wanted) => {
            let losses = chaos(&zertz, &database_url, &app, wanted, &say).await?;
            println!(
                "{} events were acknowledged or shown, {} lost, {} duplicated; {} requests were unanswered when the server was killed",
                losses.known, losses.lost, losses.duplicated, losses.open
            );
            ensure!(losses.lost == 0 && losses.duplicated == 0, "the server lost or duplicated events");
        }
    }
    Ok(())
}
