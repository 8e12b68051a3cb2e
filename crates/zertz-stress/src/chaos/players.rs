//! Players who remember what the server told them, and compare it with what the server knows afterwards.

use super::Losses;
use crate::{Pair, Server, random_turn};
use anyhow::Result;
use std::{collections::BTreeMap, time::Duration};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use zertz::Rng;
use zertz_client::{Client, Socket};
use zertz_protocol::{
    Event, EventKind, GameId, Message,
    endpoint::{ActInGame, GameSocket, ListEvents},
};

/// A turn without an answer for this long is repeated when the fault is over.
const ANSWER: Duration = Duration::from_secs(15);

/// How long a server may take to show a turn that another one has acknowledged.
const SHOWN: Duration = Duration::from_secs(10);

/// The pause after a turn. Without it, a database in memory would grow by millions of turns, and fill its small disk before the last round.
const PAUSE: Duration = Duration::from_millis(20);

/// Two players, and what they know of their games.
pub(super) struct Seen {
    pair: Pair,
    /// The turns of their game that were acknowledged or shown, by event number.
    known: Known,
    /// The id and turn of the unanswered request, which may have been carried out or not.
    pub open: Option<(String, String)>,
    /// The games that they have finished.
    finished: Vec<(GameId, Known)>,
    rng: Rng,
}

type Known = BTreeMap<i64, String>;

/// Seats players at the servers, one at each if there are several. Compares what the server knows with what they know, and repeats the
/// unanswered request.
pub(super) async fn seat(old: Option<Seen>, addresses: &[String], seed: u64) -> Result<(Seen, Losses)> {
    let Some(mut seen) = old else {
        let mut pair = Pair::meet(&Client::new(&addresses[0])?).await?;
        pair.move_to(addresses);
        let seen = Seen { pair, known: Known::new(), open: None, finished: Vec::new(), rng: Rng::new(seed) };
        return Ok((seen, Losses::default()));
    };
    seen.pair.move_to(addresses);
    if let Some((id, turn)) = seen.open.take() {
        // If it was carried out before, this only returns its number.
        let mover = seen.pair.mover();
        let request = seen.pair.request(&id, &turn);
        let seq = seen.pair.clients[mover].send::<ActInGame>(&seen.pair.id, &request).await?.seq;
        seen.known.insert(seq, turn.clone());
        seen.pair.made(&turn, seq)?;
    }
    let mut found = compare(&mut seen.pair.clients[0], &seen.pair.id, &seen.known).await?;
    for (game, known) in std::mem::take(&mut seen.finished) {
        found += compare(&mut seen.pair.clients[0], &game, &known).await?;
    }
    // Count each event once.
    seen.known.clear();
    Ok((seen, found))
}

/// Compares what players know of a game with what the server knows.
async fn compare(client: &mut Client, game: &GameId, known: &Known) -> Result<Losses> {
    let events = client.get::<ListEvents>(game).await?;
    let turn_of = |event: &Event| match &event.kind {
        EventKind::Turn { turn, .. } => Some((event.seq, turn.clone())),
        _ => None,
    };
    let stored: Known = events.iter().filter_map(turn_of).collect();
    let mut ids: Vec<&str> = events.iter().filter_map(|event| event.id.as_deref()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    Ok(Losses {
        known: known.len(),
        lost: known.iter().filter(|(seq, turn)| stored.get(seq) != Some(*turn)).count(),
        duplicated: all - ids.len(),
        clocks: usize::from(events.iter().any(|event| event.kind == EventKind::TimeOut)),
        ..Losses::default()
    })
}

/// Plays one turn after the other, until a request fails or the round is over.
pub(super) async fn play(mut seen: Seen, over: watch::Receiver<bool>) -> Seen {
    while !*over.borrow() {
        if seen.pair.game.outcome().is_some() {
            let Ok(next) = Pair::again(seen.pair.clients.clone()).await else { return seen };
            let last = std::mem::replace(&mut seen.pair, next);
            seen.finished.push((last.id, std::mem::take(&mut seen.known)));
        }
        let Ok(mut sockets) = seen.pair.sockets().await else { return seen };
        while !*over.borrow()
            && let Some(turn) = random_turn(&seen.pair.game, &mut seen.rng)
        {
            let id = format!("{:x}", seen.rng.number());
            seen.open = Some((id.clone(), turn.clone()));
            let answer = timeout(ANSWER, exchange(&seen.pair, &mut sockets, &id, &turn)).await;
            let Ok(Some(seq)) = answer else { return seen };
            seen.known.insert(seq, turn.clone());
            seen.open = None;
            if seen.pair.made(&turn, seq).is_err() {
                return seen;
            }
            sleep(PAUSE).await;
        }
    }
    seen
}

/// Plays a turn. Returns the number of the event once the opponent has seen it or the server has acknowledged it: either way, it must
/// last.
async fn exchange(pair: &Pair, sockets: &mut [Socket<GameSocket>; 2], id: &str, turn: &str) -> Option<i64> {
    let [own, other] = pair.mover_first(sockets);
    let shown = async {
        while let Some(message) = other.next().await {
            if let Message::Update(update) = message
                && update.event.id.as_deref() == Some(id)
            {
                return update.event.seq;
            }
        }
        // The connection is lost.
        std::future::pending().await
    };
    tokio::pin!(shown);
    tokio::select! {
        answer = own.request(pair.request(id, turn)) => match answer {
            Ok(Ok(seq)) => {
                // On another server, the opponent can move when it shows the turn.
                let _ = timeout(SHOWN, shown).await;
                Some(seq)
            }
            Ok(Err(_)) => None,
            // The connection is lost, but the opponent may have seen the turn.
            Err(_) => timeout(Duration::from_millis(200), shown).await.ok(),
        },
        seq = &mut shown => Some(seq),
    }
}

/// A game in which nobody plays: its clock shows how much time a fault costs the player to move.
pub(super) struct Thinker {
    pair: Pair,
}

/// What a clock shows, and when.
#[derive(Clone, Copy)]
pub(super) struct ClockFace {
    left: Duration,
    at: std::time::Instant,
}

impl Thinker {
    /// Starts a game whose clock runs.
    pub async fn start(addresses: &[String]) -> Result<Thinker> {
        let mut pair = Pair::meet(&Client::new(&addresses[0])?).await?;
        let mut rng = Rng::new(1);
        for number in 0..4 {
            let Some(turn) = random_turn(&pair.game, &mut rng) else { break };
            let (mover, request) = (pair.mover(), pair.request(&format!("start-{number}"), &turn));
            let seq = pair.clients[mover].send::<ActInGame>(&pair.id, &request).await?.seq;
            pair.made(&turn, seq)?;
        }
        Ok(Thinker { pair })
    }

    /// Reads the running clock.
    pub async fn clock(&mut self, addresses: &[String]) -> Result<ClockFace> {
        self.pair.move_to(addresses);
        running_clock(&mut self.pair.clients[0], &self.pair.id).await
    }
}

async fn running_clock(client: &mut Client, game: &GameId) -> Result<ClockFace> {
    use anyhow::Context;
    let snapshot = client.get::<zertz_protocol::endpoint::GetGame>(game).await?;
    let (seat, since) = snapshot.state.running.zip(snapshot.state.since).context("the clock does not run")?;
    let left = snapshot.state.left.context("the game has no clock")?[seat];
    let left = zertz_protocol::time_left(left, since, snapshot.now);
    Ok(ClockFace { left: Duration::from_millis(left.unsigned_abs()), at: std::time::Instant::now() })
}

impl ClockFace {
    /// By how much more the clock has gone down since then than the server was up, and by how much less.
    pub fn error_since(&self, before: ClockFace, down: Duration) -> f64 {
        let charged = before.left.as_secs_f64() - self.left.as_secs_f64();
        let up = self.at.duration_since(before.at).saturating_sub(down);
        charged - up.as_secs_f64()
    }
}

/// The addresses of servers.
pub(super) fn addresses(servers: &[Server]) -> Vec<String> {
    servers.iter().map(|server| server.address.clone()).collect()
}

/// The time of the machine.
pub(super) fn seconds_since_epoch() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or_default()
}
