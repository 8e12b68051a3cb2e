//! Crash test: the server is killed in the middle of many games, restarted, and compared with what the players know.

use crate::{Pair, Server, random_turn};
use anyhow::{Result, ensure};
use std::{
    collections::BTreeMap,
    ops::AddAssign,
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::{task::JoinSet, time::sleep};
use zertz::Rng;
use zertz_client::{Client, Socket};
use zertz_protocol::{
    Event, EventKind, Message,
    endpoint::{ActInGame, GameSocket, ListEvents},
};

/// The parameters of a crash test.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Chaos {
    /// How often the server is killed
    #[arg(long)]
    pub rounds: usize,
    /// Games at once
    #[arg(long, default_value_t = 20)]
    pub games: usize,
}

/// The result of a crash test.
#[derive(Clone, Copy, Debug, Default)]
pub struct Losses {
    /// Events that were acknowledged or shown to a player.
    pub known: usize,
    /// Known events that are missing or have changed.
    pub lost: usize,
    /// Requests that were carried out more than once.
    pub duplicated: usize,
    /// Requests that were unanswered when the server was killed.
    pub open: usize,
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Losses) {
        self.known += other.known;
        self.lost += other.lost;
        self.duplicated += other.duplicated;
        self.open += other.open;
    }
}

/// A game, and what its players know of it.
struct Seen {
    pair: Pair,
    /// The turns that were acknowledged or shown, by event number.
    known: BTreeMap<i64, String>,
    /// The id and turn of the unanswered request, which may have been carried out or not.
    open: Option<(String, String)>,
    rng: Rng,
}

/// Kills and restarts a server repeatedly. Everything that a player was told must still be true.
pub async fn chaos(
    zertz: &Path,
    database: &str,
    app: &Path,
    chaos: Chaos,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Losses> {
    let mut losses = Losses::default();
    let mut games: Vec<Seen> = Vec::new();
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut rng = Rng::new(time.as_nanos() as u64);
    for round in 1..=chaos.rounds {
        let server = Server::start(zertz, database, app).await?;
        let mut tables = JoinSet::new();
        for _ in 0..chaos.games {
            let (old, address, seed) = (games.pop(), server.address.clone(), rng.number());
            tables.spawn(async move { seat(old, &address, seed).await });
        }
        let mut seated = Vec::new();
        while let Some(table) = tables.join_next().await {
            let (seen, found) = table??;
            losses += found;
            seated.push(seen);
        }
        let mut players = JoinSet::new();
        for seen in seated {
            players.spawn(play(seen));
        }
        sleep(Duration::from_millis(200 + rng.below(800) as u64)).await;
        server.kill().await?;
        while let Some(seen) = players.join_next().await {
            let seen = seen?;
            losses.open += usize::from(seen.open.is_some());
            games.push(seen);
        }
        progress(&format!(
            "round {round} of {}: {} events known, {} lost, {} duplicated",
            chaos.rounds, losses.known, losses.lost, losses.duplicated
        ));
    }
    // Compare the games of the last round too.
    let server = Server::start(zertz, database, app).await?;
    for seen in games {
        losses += seat(Some(seen), &server.address, 0).await?.1;
    }
    ensure!(losses.known > 0, "nothing was played");
    Ok(losses)
}

/// Compares what the server knows with what the players know, and repeats the unanswered request. After a finished game a new one begins.
async fn seat(old: Option<Seen>, address: &str, seed: u64) -> Result<(Seen, Losses)> {
    let fresh = async || -> Result<Seen> {
        let pair = Pair::meet(&Client::new(address)?).await?;
        Ok(Seen { pair, known: BTreeMap::new(), open: None, rng: Rng::new(seed) })
    };
    let Some(mut seen) = old else { return Ok((fresh().await?, Losses::default())) };
    let host = address.trim_start_matches("http://");
    for client in &mut seen.pair.clients {
        client.host = host.to_owned();
    }
    if let Some((id, turn)) = seen.open.take() {
        // If it was carried out before, this only returns its number.
        let mover = seen.pair.mover();
        let request = seen.pair.request(&id, &turn);
        let seq = seen.pair.clients[mover].send::<ActInGame>(&seen.pair.id, &request).await?.seq;
        seen.known.insert(seq, turn.clone());
        seen.pair.made(&turn, seq)?;
    }
    let events = seen.pair.clients[0].get::<ListEvents>(&seen.pair.id).await?;
    let turn_of = |event: &Event| match &event.kind {
        EventKind::Turn { turn, .. } => Some((event.seq, turn.clone())),
        _ => None,
    };
    let stored: BTreeMap<i64, String> = events.iter().filter_map(turn_of).collect();
    let mut found = Losses { known: seen.known.len(), ..Losses::default() };
    found.lost = seen.known.iter().filter(|(seq, turn)| stored.get(seq) != Some(*turn)).count();
    let mut ids: Vec<&str> = events.iter().filter_map(|event| event.id.as_deref()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    found.duplicated = all - ids.len();
    // Count each event once.
    seen.known.clear();
    if seen.pair.game.outcome().is_some() {
        seen = fresh().await?;
    }
    Ok((seen, found))
}

/// Plays as fast as the server answers, until it is killed.
async fn play(mut seen: Seen) -> Seen {
    let Ok(mut sockets) = seen.pair.sockets().await else { return seen };
    while let Some(turn) = random_turn(&seen.pair.game, &mut seen.rng) {
        let id = format!("{:x}", seen.rng.number());
        seen.open = Some((id.clone(), turn.clone()));
        match exchange(&seen.pair, &mut sockets, &id, &turn).await {
            // The opponent has seen it, acknowledged or not, so it must last.
            Some(seq) => {
                seen.known.insert(seq, turn.clone());
                seen.open = None;
                if seen.pair.made(&turn, seq).is_err() {
                    return seen;
                }
            }
            None => return seen,
        }
    }
    seen
}

/// Plays a turn. Returns the number of the event once the opponent has seen it or the server has acknowledged it.
async fn exchange(pair: &Pair, sockets: &mut [Socket<GameSocket>; 2], id: &str, turn: &str) -> Option<i64> {
    let [own, other] = pair.mover_first(sockets);
    let answer = own.request(pair.request(id, turn));
    let shown = async {
        loop {
            if let Message::Update(update) = other.next().await?
                && update.event.id.as_deref() == Some(id)
            {
                return Some(update.event.seq);
            }
        }
    };
    let (answer, shown) = tokio::join!(answer, shown);
    shown.or_else(|| answer.ok()?.ok())
}
