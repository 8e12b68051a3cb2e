//! Many games in which nobody plays: what they cost the server.
//!
//! A process may have only so many open files. If that is too few, there are several servers, and in any case a process with the clients of
//! each server: see [`hold`].

use crate::{Server, load::create};
use anyhow::{Context, Result, ensure};
use std::{path::Path, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    sync::watch,
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};
use zertz_client::Socket;
use zertz_protocol::{Message, endpoint::GameSocket};

/// Files that each process needs beside the sockets.
const OTHER_FILES: u64 = 200;

/// The parameters of a test with idle games.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct Idle {
    /// Games, each with two sockets
    #[arg(long)]
    pub games: usize,
    /// Seconds for which they are held
    #[arg(long)]
    pub seconds: u64,
}

/// What idle games cost the servers.
#[derive(Clone, Copy, Debug)]
pub struct IdleReport {
    /// The games that were held.
    pub games: usize,
    /// The number of servers.
    pub servers: usize,
    /// The memory of the servers with all games, in bytes.
    pub memory: u64,
    /// The part of it for each game, in bytes.
    pub per_game: u64,
    /// The share of one core that the servers used.
    pub processor: f64,
    /// Sockets that were closed.
    pub closed: usize,
    /// Sockets that got no heartbeat during the last seconds.
    pub silent: usize,
}

/// How many games each server gets, if the system allows a process this many open files. A database in a file has one server, and gets no more
/// games than one server can have.
fn split(games: usize, allowed: u64, one_server: bool) -> Vec<usize> {
    let most = (allowed.saturating_sub(OTHER_FILES) / 2) as usize;
    if most == 0 || games == 0 {
        return Vec::new();
    }
    if one_server {
        return vec![games.min(most)];
    }
    let servers = games.div_ceil(most);
    (0..servers).map(|server| games / servers + usize::from(server < games % servers)).collect()
}

/// Holds idle games with two sockets each. `clients` makes the command that calls [`hold`] with an address, games and seconds.
pub async fn idle(
    zertz: &Path,
    database: &str,
    app: &Path,
    idle: Idle,
    clients: impl Fn(&str, Idle) -> Command,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<IdleReport> {
    let allowed = rlimit::increase_nofile_limit(2 * idle.games as u64 + OTHER_FILES)?;
    let parts = split(idle.games, allowed, database.starts_with("sqlite"));
    let games: usize = parts.iter().sum();
    ensure!(games > 0, "the system allows {allowed} open files, which is too few");
    if games < idle.games {
        progress(&format!(
            "SQLite has one server, and the system allows a process {allowed} open files (`ulimit -Hn`): it gets {games} games"
        ));
    }
    let mut servers = Vec::new();
    for _ in &parts {
        servers.push(Server::start(zertz, database, app).await?);
    }
    let before = memory(&servers);
    progress(&format!("creating {games} games on {} servers", servers.len()));
    let mut holders = Vec::new();
    for (server, &games) in servers.iter().zip(&parts) {
        holders.push(Holder::start(clients(&server.address, Idle { games, ..idle })).await?);
    }
    for holder in &mut holders {
        holder.line().await?;
    }
    progress(&format!("holding {} sockets for {} s", 2 * games, idle.seconds));
    let (began, used) = (Instant::now(), processor(&servers));
    for holder in &mut holders {
        holder.begin().await?;
    }
    sleep(Duration::from_secs(idle.seconds.saturating_sub(1))).await;
    let memory = memory(&servers);
    let processor = (processor(&servers) - used) / began.elapsed().as_secs_f64();
    let (mut closed, mut silent) = (0, 0);
    for holder in &mut holders {
        let found = holder.line().await?;
        let numbers = found.split_once(' ').with_context(|| format!("the clients say {found}"))?;
        closed += numbers.0.parse::<usize>()?;
        silent += numbers.1.parse::<usize>()?;
    }
    let per_game = memory.saturating_sub(before) / games as u64;
    Ok(IdleReport { games, servers: servers.len(), memory, per_game, processor, closed, silent })
}

fn memory(servers: &[Server]) -> u64 {
    servers.iter().filter_map(Server::memory).sum()
}

fn processor(servers: &[Server]) -> f64 {
    servers.iter().filter_map(Server::processor).sum()
}

/// A process with the clients of one server, which is killed when this value is dropped.
struct Holder {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Holder {
    async fn start(mut command: Command) -> Result<Holder> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().context("cannot start the clients")?;
        let pipe = child.stdout.take().context("the clients print nothing")?;
        Ok(Holder { child, lines: BufReader::new(pipe).lines() })
    }

    /// The next line that the process prints.
    async fn line(&mut self) -> Result<String> {
        self.lines.next_line().await?.context("the clients have ended")
    }

    /// Lets the time begin.
    async fn begin(&mut self) -> Result<()> {
        let pipe = self.child.stdin.as_mut().context("the clients read nothing")?;
        pipe.write_all(b"\n").await.context("the clients have ended")
    }
}

/// Holds games on one server: prints a line when all sockets are open, waits for a line, and at the end prints how many sockets were closed
/// and how many got no heartbeat during the last seconds.
pub async fn hold(address: &str, idle: Idle) -> Result<()> {
    rlimit::increase_nofile_limit(2 * idle.games as u64 + OTHER_FILES)?;
    let (end, ended) = watch::channel(None);
    let mut sockets = JoinSet::new();
    create(address, idle.games, |_, both| {
        for socket in both {
            sockets.spawn(hear(socket, ended.clone()));
        }
    })
    .await?;
    println!("ready");
    BufReader::new(tokio::io::stdin()).read_line(&mut String::new()).await?;
    let last = Instant::now() + Duration::from_secs(idle.seconds);
    end.send_replace(Some(last));
    let (mut closed, mut silent) = (0, 0);
    while let Some(heard) = sockets.join_next().await {
        match heard? {
            None => closed += 1,
            Some(heard) => silent += usize::from(last - heard > Duration::from_secs(12)),
        }
    }
    println!("{closed} {silent}");
    Ok(())
}

/// Reads a socket until the end, which is not known at first. Returns when the last heartbeat came, or nothing if the socket was closed.
async fn hear(mut socket: Socket<GameSocket>, mut ended: watch::Receiver<Option<Instant>>) -> Option<Instant> {
    let end = async move {
        let end = ended.wait_for(Option::is_some).await.ok().and_then(|end| *end);
        sleep_until(end.unwrap_or_else(Instant::now)).await;
    };
    tokio::pin!(end);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            message = socket.next() => {
                if let Message::Heartbeat { .. } = message? {
                    heard = Instant::now();
                }
            }
            () = &mut end => return Some(heard),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_servers_as_the_open_files_need() {
        assert_eq!(split(10_000, 1_000_000, false), [10_000]);
        assert_eq!(split(10_000, 20_000, false), [5_000, 5_000]);
        assert_eq!(split(10_000, 20_200, false), [10_000], "two sockets for each game, and 200 files");
        assert_eq!(split(100, 280, false), [34, 33, 33]);
        assert_eq!(split(10_000, 20_000, true), [9_900], "an SQLite file has one server");
        assert_eq!(split(100, 201, false), [0; 0]);
    }
}
