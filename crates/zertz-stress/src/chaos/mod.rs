//! Chaos test: faults happen in the middle of many games. Whatever a player was told must still be true afterwards, and no clock may have
//! lost the time of an outage.

mod faults;
mod players;

pub use faults::Fault;

use anyhow::{Result, ensure};
use faults::World;
use players::{ClockFace, Seen, Thinker, play, seat};
use std::{
    fmt,
    ops::AddAssign,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::{sync::watch, task::JoinSet, time::sleep};
use zertz::Rng;

/// By how many seconds a clock may differ from the time that the servers were up. A gap of up to two seconds is not an outage.
const CLOCK_ERROR: f64 = 2.75;

/// Within this time after a fault, clocks must have the time of the outage back.
const SETTLED: Duration = Duration::from_secs(15);

/// The parameters of a chaos test.
#[derive(clap::Args, Clone, Debug)]
pub struct Chaos {
    /// The number of faults
    #[arg(long)]
    pub rounds: usize,
    /// Games at once
    #[arg(long, default_value_t = 20)]
    pub games: usize,
    /// The library libfaketime, to let the clock jump
    #[arg(long)]
    pub faketime: Option<PathBuf>,
    /// A small file system that has the database, to be filled
    #[arg(long)]
    pub disk: Option<PathBuf>,
    /// The file that tells whoever runs PostgreSQL after how many seconds to start it again
    #[arg(long)]
    pub restart: Option<PathBuf>,
}

/// What happened in the rounds with one fault, or in all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Losses {
    /// Rounds.
    pub rounds: usize,
    /// Events that were acknowledged or shown to a player.
    pub known: usize,
    /// Known events that are missing or have changed.
    pub lost: usize,
    /// Requests that were carried out more than once.
    pub duplicated: usize,
    /// Requests that were unanswered or failed during the fault.
    pub open: usize,
    /// Such requests although the fault is none that a player may notice.
    pub interrupted: usize,
    /// Games whose clock has lost the time of an outage or has run out.
    pub clocks: usize,
}

impl Losses {
    /// Whether nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.lost + self.duplicated + self.interrupted + self.clocks == 0
    }
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Losses) {
        self.rounds += other.rounds;
        self.known += other.known;
        self.lost += other.lost;
        self.duplicated += other.duplicated;
        self.open += other.open;
        self.interrupted += other.interrupted;
        self.clocks += other.clocks;
    }
}

/// The result of a chaos test.
#[derive(Clone, Debug, Default)]
pub struct ChaosReport(pub Vec<(Fault, Losses)>);

impl ChaosReport {
    /// All rounds together.
    pub fn total(&self) -> Losses {
        let mut total = Losses::default();
        self.0.iter().for_each(|(_, losses)| total += *losses);
        total
    }

    fn of(&mut self, fault: Fault) -> &mut Losses {
        let index = self.0.iter().position(|(known, _)| *known == fault).unwrap_or_else(|| {
            self.0.push((fault, Losses::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

impl fmt::Display for ChaosReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fault                rounds   known    lost  doubled  unanswered  interrupted  clocks lost")?;
        let total = self.total();
        let rows = self.0.iter().map(|(fault, losses)| (fault.name(), losses)).chain([("all", &total)]);
        for (index, (name, losses)) in rows.enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            let Losses { rounds, known, lost, duplicated, open, interrupted, clocks } = losses;
            write!(
                f,
                "{name:<20} {rounds:>6} {known:>7} {lost:>7} {duplicated:>8} {open:>11} {interrupted:>12} {clocks:>12}"
            )?;
        }
        Ok(())
    }
}

/// Causes one fault after the other during games. Everything that a player was told must still be true.
pub async fn chaos(
    zertz: &Path,
    database: &str,
    app: &Path,
    chaos: &Chaos,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<ChaosReport> {
    let faults = World::faults(chaos);
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut rng = Rng::new(time.as_nanos() as u64);
    let mut report = ChaosReport::default();
    let mut games: Vec<Seen> = Vec::new();
    let mut last = faults[0];
    let mut world = World::start(zertz, database, app, chaos).await?;
    let mut thinker = Thinker::start(&world.addresses()).await?;
    for (round, fault) in (1..=chaos.rounds).zip(faults.iter().copied().cycle()) {
        // What was known before the last fault is compared now.
        let seated = sit_down(&world, &mut games, chaos.games, &mut rng, report.of(last)).await?;
        let losses = report.of(fault);
        losses.rounds += 1;
        let before = thinker.clock(&world.addresses()).await?;
        let over = watch::Sender::new(false);
        let mut players = JoinSet::new();
        for seen in seated {
            players.spawn(play(seen, over.subscribe()));
        }
        sleep(Duration::from_millis(200 + rng.below(800) as u64)).await;
        let harm = world.cause(fault, &mut rng).await?;
        over.send_replace(true);
        while let Some(seen) = players.join_next().await {
            let seen = seen?;
            losses.open += usize::from(seen.open.is_some());
            losses.interrupted += usize::from(seen.open.is_some() && !fault.may_interrupt());
            games.push(seen);
        }
        losses.duplicated += harm.duplicated;
        let error = clock_error(&mut thinker, &world, before, harm.down).await?;
        losses.clocks += usize::from(error.abs() > CLOCK_ERROR);
        last = fault;
        progress(&format!(
            "round {round} of {}: {}, down for {:.1} s, clock off by {error:+.1} s; {} events known so far, {} lost",
            chaos.rounds,
            fault.name(),
            harm.down.as_secs_f64(),
            report.total().known,
            report.total().lost,
        ));
    }
    // Compare the games of the last round too, on servers that read everything from the database.
    world.kill(&mut rng).await?;
    let count = games.len();
    sit_down(&world, &mut games, count, &mut rng, report.of(last)).await?;
    ensure!(report.total().known > 0, "nothing was played");
    Ok(report)
}

/// By how many seconds the clock differs from the time that the servers were up, once they have noticed what they have missed.
async fn clock_error(thinker: &mut Thinker, world: &World<'_>, before: ClockFace, down: Duration) -> Result<f64> {
    let began = Instant::now();
    loop {
        sleep(Duration::from_millis(500)).await;
        let error = thinker.clock(&world.addresses()).await?.error_since(before, down);
        if error.abs() <= CLOCK_ERROR || began.elapsed() > SETTLED {
            return Ok(error);
        }
    }
}

/// Seats the players of all games, and compares what they know with what the servers know.
async fn sit_down(
    world: &World<'_>,
    games: &mut Vec<Seen>,
    count: usize,
    rng: &mut Rng,
    losses: &mut Losses,
) -> Result<Vec<Seen>> {
    let mut tables = JoinSet::new();
    for _ in 0..count {
        let (old, addresses, seed) = (games.pop(), world.addresses(), rng.number());
        tables.spawn(async move { seat(old, &addresses, seed).await });
    }
    let mut seated = Vec::new();
    while let Some(table) = tables.join_next().await {
        let (seen, found) = table??;
        *losses += found;
        seated.push(seen);
    }
    Ok(seated)
}
