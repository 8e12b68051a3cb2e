//! Load test: how long a turn takes from one player to the other, and what a game costs the server.

use crate::{Pair, Server, engine, random_turn};
use anyhow::{Context, Result};
use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::Semaphore,
    task::JoinSet,
    time::{sleep, sleep_until, timeout},
};
use zertz::Rng;
use zertz_client::{Client, Socket};
use zertz_protocol::{Message, endpoint::GameSocket};

/// A turn that takes longer than this to arrive counts as lost.
const LOST: Duration = Duration::from_secs(10);

/// The average time between two turns of a game.
const PAUSE: Duration = Duration::from_secs(5);

/// The parameters of a load test.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct Load {
    /// Games at once
    #[arg(long)]
    pub games: usize,
    /// Seconds to play
    #[arg(long)]
    pub seconds: u64,
    /// Games against the server's engine at level 10, beside the others
    #[arg(long, default_value_t = 0)]
    pub engine_games: usize,
}

/// The result of a load test.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The time that each turn took, sorted.
    pub times: Vec<Duration>,
    /// How long each answer of an engine took, sorted.
    pub answers: Vec<Duration>,
    /// What went wrong.
    pub errors: Vec<String>,
    /// How long the test took.
    pub length: Duration,
    /// The server's memory for each idle game with two sockets, in bytes.
    pub memory: Option<u64>,
    /// The share of one core that the server used.
    pub processor: Option<f64>,
}

impl Report {
    /// The time within which this share of the turns arrived.
    pub fn quantile(&self, share: f64) -> Duration {
        quantile(&self.times, share)
    }
}

/// The time that this share of sorted times does not exceed.
fn quantile(times: &[Duration], share: f64) -> Duration {
    let index = (times.len() as f64 * share) as usize;
    times.get(index.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |share| self.quantile(share).as_secs_f64() * 1000.0;
        let turns = self.times.len();
        writeln!(f, "turns        {turns}, {:.0} per second", turns as f64 / self.length.as_secs_f64().max(0.001))?;
        writeln!(
            f,
            "arrived      p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
            ms(0.5),
            ms(0.95),
            ms(0.99),
            ms(1.0)
        )?;
        if !self.answers.is_empty() {
            let seconds = |share| quantile(&self.answers, share).as_secs_f64();
            writeln!(
                f,
                "engine       {} answers, p50 {:.1} s, p99 {:.1} s, max {:.1} s",
                self.answers.len(),
                seconds(0.5),
                seconds(0.99),
                seconds(1.0)
            )?;
        }
        if let Some(bytes) = self.memory {
            writeln!(f, "memory       {:.1} KB for an idle game with two sockets", bytes as f64 / 1024.0)?;
        }
        if let Some(share) = self.processor {
            writeln!(f, "processor    {:.0}% of one core", share * 100.0)?;
        }
        write!(f, "errors       {}", self.errors.len())?;
        for error in self.errors.iter().take(5) {
            write!(f, "\n             {error}")?;
        }
        Ok(())
    }
}

/// Plays many games at once on a server.
pub async fn load(server: &Server, load: Load, progress: &(dyn Fn(&str) + Sync)) -> Result<Report> {
    let before = server.memory();
    progress(&format!("creating {} games", load.games));
    let tables = sit_down(&server.address, load.games).await?;
    // Let the server release the memory that it needed for the start.
    sleep(Duration::from_secs(3)).await;
    let memory = server.memory().zip(before).map(|(now, before)| now.saturating_sub(before) / load.games.max(1) as u64);
    progress(&format!("playing for {} s", load.seconds));
    let (began, used) = (Instant::now(), server.processor());
    let (mut tasks, mut engines) = (JoinSet::new(), JoinSet::new());
    let length = Duration::from_secs(load.seconds);
    for (number, (pair, sockets)) in tables.into_iter().enumerate() {
        tasks.spawn(play(pair, sockets, Rng::with_path(0, &[number as u64]), length));
    }
    let client = Client::new(&server.address)?;
    for number in 0..load.engine_games {
        engines.spawn(engine::play(client.clone(), Rng::with_path(1, &[number as u64]), length));
    }
    let mut report = Report { memory, ..Report::default() };
    while let Some(done) = tasks.join_next().await {
        let (times, error) = done.context("a game failed")?;
        report.times.extend(times);
        report.errors.extend(error.map(|error| format!("{error:#}")));
    }
    report.length = began.elapsed();
    while let Some(done) = engines.join_next().await {
        let (answers, error) = done.context("an engine game failed")?;
        report.answers.extend(answers);
        report.errors.extend(error.map(|error| format!("{error:#}")));
    }
    report.answers.sort_unstable();
    report.times.sort_unstable();
    let spent = server.processor().zip(used).map(|(now, used)| now - used);
    report.processor = spent.map(|spent| spent / report.length.as_secs_f64());
    Ok(report)
}

/// Creates all games, some at a time.
async fn sit_down(address: &str, games: usize) -> Result<Vec<(Pair, [Socket<GameSocket>; 2])>> {
    let mut tables = Vec::with_capacity(games);
    create(address, games, |pair, sockets| tables.push((pair, sockets))).await?;
    Ok(tables)
}

/// Creates all games, some at a time. Each is given away at once: the server closes a socket that nobody reads for a while.
pub(crate) async fn create(
    address: &str,
    games: usize,
    mut give: impl FnMut(Pair, [Socket<GameSocket>; 2]),
) -> Result<()> {
    let places = Arc::new(Semaphore::new(32));
    let client = Client::new(address)?;
    let mut tasks = JoinSet::new();
    for _ in 0..games {
        let (client, places) = (client.clone(), Arc::clone(&places));
        tasks.spawn(async move {
            let _place = places.acquire_owned().await?;
            let pair = Pair::meet(&client).await?;
            let sockets = pair.sockets().await?;
            anyhow::Ok((pair, sockets))
        });
    }
    while let Some(table) = tasks.join_next().await {
        let (pair, sockets) = table??;
        give(pair, sockets);
    }
    Ok(())
}

async fn play(
    mut pair: Pair,
    mut sockets: [Socket<GameSocket>; 2],
    mut rng: Rng,
    length: Duration,
) -> (Vec<Duration>, Option<anyhow::Error>) {
    let mut times = Vec::new();
    let end = tokio::time::Instant::now() + length;
    // The turns of the games are spread over time.
    let mut next = tokio::time::Instant::now() + PAUSE.mul_f64(share(&mut rng));
    loop {
        if next >= end {
            return (times, None);
        }
        sleep_until(next).await;
        // 50% to 150% of the pause.
        next += PAUSE.mul_f64(0.5 + share(&mut rng));
        match timeout(LOST, turn(&mut pair, &mut sockets, &mut rng)).await {
            Ok(Ok(Some(time))) => times.push(time),
            Ok(Ok(None)) => match renew(&pair).await {
                Ok((new, both)) => (pair, sockets) = (new, both),
                Err(error) => return (times, Some(error.context("a new game"))),
            },
            Ok(Err(error)) => return (times, Some(error)),
            Err(_) => return (times, Some(anyhow::anyhow!("a turn did not arrive within {} s", LOST.as_secs()))),
        }
    }
}

/// A random number from 0 to 1.
fn share(rng: &mut Rng) -> f64 {
    rng.below(1000) as f64 / 1000.0
}

async fn renew(pair: &Pair) -> Result<(Pair, [Socket<GameSocket>; 2])> {
    let new = Pair::again(pair.clients.clone()).await?;
    let sockets = new.sockets().await?;
    Ok((new, sockets))
}

/// Plays a turn and waits until the opponent has seen it. `None` when the game is over.
async fn turn(pair: &mut Pair, sockets: &mut [Socket<GameSocket>; 2], rng: &mut Rng) -> Result<Option<Duration>> {
    let Some(turn) = random_turn(&pair.game, rng) else { return Ok(None) };
    let [own, other] = pair.mover_first(sockets);
    let id = own.fresh_id();
    let sent = Instant::now();
    own.send(&pair.request(&id, &turn)).await?;
    let seq = loop {
        if let Message::Update(update) = other.next().await.context("the opponent was disconnected")?
            && update.event.id.as_ref() == Some(&id)
        {
            break update.event.seq;
        }
    };
    let time = sent.elapsed();
    loop {
        match own.next().await.context("the player was disconnected")? {
            Message::Refused { problem, .. } => anyhow::bail!("{turn} was refused: {problem}"),
            Message::Ack { id: done, .. } if done == id => break,
            _ => {}
        }
    }
    pair.made(&turn, seq)?;
    Ok(Some(time))
}
