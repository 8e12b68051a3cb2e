//! Many games in which nobody plays: what they cost the server.

use crate::{Server, load::sit_down};
use anyhow::{Result, ensure};
use std::time::Duration;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};
use zertz_client::Socket;
use zertz_protocol::{Message, endpoint::GameSocket};

/// Files that each side needs beside the sockets.
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

/// What idle games cost the server.
#[derive(Clone, Copy, Debug)]
pub struct IdleReport {
    /// The memory of the server with all games, in bytes.
    pub memory: u64,
    /// The part of it for each game, in bytes.
    pub per_game: u64,
    /// The share of one core that the server used.
    pub processor: f64,
    /// Sockets that were closed.
    pub closed: usize,
    /// Sockets that got no heartbeat during the last seconds.
    pub silent: usize,
}

/// Holds idle games with two sockets each.
pub async fn idle(server: &Server, idle: Idle, progress: &(dyn Fn(&str) + Sync)) -> Result<IdleReport> {
    let needed = 2 * idle.games as u64 + OTHER_FILES;
    let allowed = rlimit::increase_nofile_limit(needed)?;
    ensure!(
        allowed >= needed,
        "{} games need {needed} open files in this process and in the server, and the system allows {allowed}: raise the hard limit \
         (`ulimit -Hn {needed}` as root, or LimitNOFILE of systemd), or hold {} games",
        idle.games,
        allowed.saturating_sub(OTHER_FILES) / 2
    );
    let before = server.memory().unwrap_or_default();
    progress(&format!("creating {} games", idle.games));
    let tables = sit_down(&server.address, idle.games).await?;
    progress(&format!("holding {} sockets for {} s", 2 * idle.games, idle.seconds));
    let (began, used) = (Instant::now(), server.processor().unwrap_or_default());
    let end = began + Duration::from_secs(idle.seconds);
    let mut sockets = JoinSet::new();
    for socket in tables.into_iter().flat_map(|(_, sockets)| sockets) {
        sockets.spawn(hold(socket, end));
    }
    sleep(Duration::from_secs(idle.seconds.saturating_sub(1))).await;
    let memory = server.memory().unwrap_or_default();
    let processor = (server.processor().unwrap_or_default() - used) / began.elapsed().as_secs_f64();
    let (mut closed, mut silent) = (0, 0);
    while let Some(held) = sockets.join_next().await {
        match held? {
            None => closed += 1,
            Some(heard) => silent += usize::from(end - heard > Duration::from_secs(12)),
        }
    }
    let per_game = memory.saturating_sub(before) / idle.games.max(1) as u64;
    Ok(IdleReport { memory, per_game, processor, closed, silent })
}

/// Reads a socket until `end`. Returns when the last heartbeat came, or nothing if the socket was closed.
async fn hold(mut socket: Socket<GameSocket>, end: Instant) -> Option<Instant> {
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            message = socket.next() => {
                if let Message::Heartbeat { .. } = message? {
                    heard = Instant::now();
                }
            }
            () = sleep_until(end) => return Some(heard),
        }
    }
}
