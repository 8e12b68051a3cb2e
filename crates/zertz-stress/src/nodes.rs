//! Two servers that lose their database again and again: neither may show an old position afterwards, and no player may lose on time.

use crate::{Pair, Server, postgres, random_turn};
use anyhow::{Context, Result};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};
use zertz::Rng;
use zertz_client::{Client, Socket};
use zertz_protocol::{
    EventKind, Message, TimeControl,
    endpoint::{ActInGame, GameSocket, ListEvents},
};

/// Time for a turn: shorter than an outage, so that a player whose time is not given back loses.
const PER_TURN: u32 = 5;

/// How long the database stays away.
const AWAY: Duration = Duration::from_millis(5_500);

/// Within this time after an outage, every node must show the last turn.
const SHOWN: Duration = Duration::from_secs(10);

/// The parameters of a test with two nodes.
#[derive(clap::Args, Clone, Debug)]
pub struct Nodes {
    /// How often the database is lost
    #[arg(long)]
    pub rounds: usize,
    /// The file that tells whoever runs PostgreSQL after how many seconds to start it again. In half of the rounds it is then restarted;
    /// in the others, the connections to it are cut
    #[arg(long)]
    pub restart: Option<PathBuf>,
}

/// The result of a test with two nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeFaults {
    /// How often a node did not show a turn in time.
    pub stale: usize,
    /// How many players lost on time during an outage.
    pub timeouts: usize,
    /// How many turns were played.
    pub turns: usize,
    /// How often PostgreSQL was restarted.
    pub restarts: usize,
}

/// A relay between the servers and their database, which can be cut.
struct Relay {
    address: String,
    open: Arc<watch::Sender<bool>>,
}

impl Relay {
    /// Starts a relay to the host of a PostgreSQL address. Returns it with the address to use instead.
    async fn start(database: &str) -> Result<(Relay, String)> {
        let (head, rest) = database.split_once('@').context("an address such as postgres://user@host:port/name")?;
        let (host, name) = rest.split_once('/').context("the address names no database")?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let url = format!("{head}@{address}/{name}");
        drop(listener);
        let relay = Relay { address, open: Arc::new(watch::Sender::new(true)) };
        let (open, host, address) = (Arc::clone(&relay.open), host.to_owned(), relay.address.clone());
        tokio::spawn(async move {
            let mut state = open.subscribe();
            loop {
                let _ = state.wait_for(|&open| open).await;
                // While the relay is cut, nobody listens, and connections are refused.
                let Ok(listener) = TcpListener::bind(&address).await else {
                    sleep(Duration::from_millis(100)).await;
                    continue;
                };
                let mut cut = open.subscribe();
                loop {
                    tokio::select! {
                        _ = cut.wait_for(|&open| !open) => break,
                        accepted = listener.accept() => {
                            let Ok((near, _)) = accepted else { continue };
                            let (host, mut cut) = (host.clone(), open.subscribe());
                            tokio::spawn(async move {
                                let (mut near, Ok(mut far)) = (near, TcpStream::connect(host).await) else { return };
                                tokio::select! {
                                    _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                                    _ = cut.wait_for(|&open| !open) => {}
                                }
                            });
                        }
                    }
                }
            }
        });
        Ok((relay, url))
    }
}

/// Plays one game on two nodes, and takes the database away from both in every round.
pub async fn nodes(
    zertz: &Path,
    database: &str,
    app: &Path,
    nodes: &Nodes,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<NodeFaults> {
    let (relay, url) = Relay::start(database).await?;
    // The relay begins to listen.
    sleep(Duration::from_millis(200)).await;
    let (first, second) = (Server::start(zertz, &url, app).await?, Server::start(zertz, &url, app).await?);
    let seed = std::process::id().into();
    let mut rng = Rng::new(seed);
    let mut faults = NodeFaults::default();
    let (mut pair, mut sockets) = meet(&first, &second).await?;
    for round in 1..=nodes.rounds {
        for _ in 0..4 {
            if !turn(&mut pair, &mut sockets, seed, &mut faults).await? {
                (pair, sockets) = meet(&first, &second).await?;
            }
        }
        sleep(Duration::from_millis(rng.below(1000) as u64)).await;
        let outage = async {
            match &nodes.restart {
                // An orderly stop and a crash, in turn.
                Some(file) if round % 2 == 0 => postgres::restart(database, file, AWAY, round % 4 == 0).await,
                _ => {
                    relay.open.send_replace(false);
                    sleep(AWAY).await;
                    relay.open.send_replace(true);
                    Ok(())
                }
            }
        };
        // Sometimes a turn is sent into the outage.
        if rng.below(2) == 0 {
            tokio::pin!(outage);
            tokio::select! {
                over = &mut outage => over?,
                // The answer may come during the outage, or never.
                () = turn_once(&mut pair, seed, &faults) => outage.await?,
            }
        } else {
            outage.await?;
        }
        faults.restarts += usize::from(nodes.restart.is_some() && round % 2 == 0);
        sleep(Duration::from_millis(rng.below(1500) as u64)).await;
        let before = faults;
        if !turn(&mut pair, &mut sockets, seed, &mut faults).await? || faults.stale > before.stale {
            (pair, sockets) = meet(&first, &second).await?;
        }
        progress(&format!(
            "round {round} of {}: {} restarts, {} turns, {} stale, {} lost on time",
            nodes.rounds, faults.restarts, faults.turns, faults.stale, faults.timeouts
        ));
    }
    Ok(faults)
}

/// Two guests start a game, each on one node.
async fn meet(first: &Server, second: &Server) -> Result<(Pair, [Socket<GameSocket>; 2])> {
    let clients = [Client::new(&first.address)?, Client::new(&second.address)?];
    let mut tries = 0;
    loop {
        let met = Pair::with_time(clients.clone(), TimeControl::PerTurn { seconds: PER_TURN }).await;
        match met {
            Ok(pair) => {
                let sockets = pair.sockets().await?;
                return Ok((pair, sockets));
            }
            // The database has just come back.
            Err(_) if tries < 20 => tries += 1,
            Err(error) => return Err(error),
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// A random turn. It stays the same until a turn is acknowledged, because a request that is sent again must not change.
fn next_turn(pair: &Pair, seed: u64, faults: &NodeFaults) -> Option<String> {
    random_turn(&pair.game, &mut Rng::with_path(seed, &[faults.turns as u64]))
}

/// Sends the next turn once, into an outage. Whether it arrives does not matter: the same turn is sent again.
async fn turn_once(pair: &mut Pair, seed: u64, faults: &NodeFaults) {
    if let Some(turn) = next_turn(pair, seed, faults) {
        let (mover, request) = (pair.mover(), pair.request(&format!("turn-{}", pair.seq), &turn));
        let id = pair.id.clone();
        let _ = pair.clients[mover].send::<ActInGame>(&id, &request).await;
    }
}

/// Plays a turn on one node, and waits until the other shows it. Returns whether the game goes on.
async fn turn(
    pair: &mut Pair,
    sockets: &mut [Socket<GameSocket>; 2],
    seed: u64,
    faults: &mut NodeFaults,
) -> Result<bool> {
    let Some(turn) = next_turn(pair, seed, faults) else { return Ok(false) };
    let (mover, id) = (pair.mover(), pair.id.clone());
    let request = pair.request(&format!("turn-{}", pair.seq), &turn);
    let mut last = None;
    let mut acted = None;
    for _ in 0..40 {
        match pair.clients[mover].send::<ActInGame>(&id, &request).await {
            Ok(done) => {
                acted = Some(done.seq);
                break;
            }
            Err(error) => last = Some(error),
        }
        sleep(Duration::from_millis(100)).await;
    }
    let Some(seq) = acted else {
        let events = pair.clients[mover].get::<ListEvents>(&id).await?;
        if events.iter().any(|event| event.kind == EventKind::TimeOut) {
            faults.timeouts += 1;
            return Ok(false);
        }
        return Err(last.context("no answer")?.into());
    };
    faults.turns += 1;
    for socket in sockets.iter_mut() {
        let shown = async {
            while let Some(message) = socket.next().await {
                if matches!(message, Message::Update(update) if update.event.seq >= seq) {
                    return true;
                }
            }
            false
        };
        if !timeout(SHOWN, shown).await.unwrap_or(false) {
            faults.stale += 1;
            return Ok(false);
        }
    }
    pair.made(&turn, seq)?;
    Ok(true)
}
