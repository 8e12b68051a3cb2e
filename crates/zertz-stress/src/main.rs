//! `zertz-stress`: the tests behind `cargo xtask load`, `chaos`, `nodes`, `archive` and `attack`.

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use std::{path::PathBuf, time::Duration};
use zertz_stress::{Archive, Chaos, Idle, Load, Nodes, Server, archive, attack, chaos, hold, idle, load, nodes};

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
    /// Hold many games in which nobody plays
    Idle {
        #[command(flatten)]
        idle: Idle,
        /// Fail when a game uses more memory than this, in kilobytes
        #[arg(long)]
        most_memory: u64,
    },
    /// The clients of one server in that test
    #[command(hide = true)]
    Hold {
        #[arg(long)]
        address: String,
        #[command(flatten)]
        idle: Idle,
    },
    /// Cause faults in the middle of games: kill servers and workers, fill the disk, set the clock, restart PostgreSQL
    Chaos(Chaos),
    /// Take the PostgreSQL database away from two servers repeatedly
    Nodes(Nodes),
    /// Fill an empty database with games, and measure how long every list takes
    Archive(Archive),
    /// Attack the server from one ordinary address
    Attack {
        /// Only attacks whose name contains this text
        #[arg(long)]
        only: Option<String>,
    },
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
        Command::Idle { idle: wanted, most_memory } => {
            let program = std::env::current_exe()?;
            let clients = |address: &str, part: Idle| {
                let mut clients = tokio::process::Command::new(&program);
                clients.arg("--zertz").arg(&zertz).args(["--database-url", &database_url]).arg("--folder").arg(&folder);
                clients.args(["hold", "--address", address, "--games", &part.games.to_string()]);
                clients.args(["--seconds", &part.seconds.to_string()]);
                clients
            };
            let report = idle(&zertz, &database_url, &app, wanted, clients, &say).await?;
            println!(
                "{} idle games with two sockets each on {} servers: {:.1} KB per game, {:.0} MB in all, {:.0}% of one core; {} sockets closed, {} without heartbeats",
                report.games,
                report.servers,
                report.per_game as f64 / 1024.0,
                report.memory as f64 / 1024.0 / 1024.0,
                report.processor * 100.0,
                report.closed,
                report.silent
            );
            ensure!(report.closed + report.silent == 0, "the server did not hold all sockets");
            ensure!(report.per_game <= most_memory * 1024, "a game uses too much memory");
        }
        Command::Hold { address, idle } => hold(&address, idle).await?,
        Command::Attack { only } => {
            let fell = attack(&zertz, &database_url, &app, only.as_deref(), &say).await?;
            ensure!(fell == 0, "the server fell to {fell} attacks");
        }
        Command::Chaos(wanted) => {
            let report = chaos(&zertz, &database_url, &app, &wanted, &say).await?;
            println!("{report}");
            ensure!(
                report.total().is_clean(),
                "the server lost or doubled something, or players noticed what they must not"
            );
        }
        Command::Nodes(wanted) => {
            let faults = nodes(&zertz, &database_url, &app, &wanted, &say).await?;
            ensure!(faults.stale == 0 && faults.timeouts == 0, "{faults:?}");
        }
        Command::Archive(wanted) => {
            let mut times = archive(&zertz, &database_url, &app, wanted, &say).await?;
            times.sort_by_key(|time| std::cmp::Reverse(time.p99));
            let ms = |time: Duration| time.as_secs_f64() * 1000.0;
            let median = times.iter().max_by_key(|time| time.median).map(|time| (ms(time.median), &time.list));
            println!(
                "{} lists; the largest median is {median:.1?}; the slowest lists, p50 and p99 in milliseconds:",
                times.len()
            );
            for time in times.iter().take(10) {
                println!("{:>8.1} {:>8.1}  {}", ms(time.median), ms(time.p99), time.list);
            }
            let slow = times.iter().filter(|time| time.p99 >= Duration::from_millis(wanted.most)).count();
            ensure!(slow == 0, "{slow} lists take too long");
        }
    }
    Ok(())
}
