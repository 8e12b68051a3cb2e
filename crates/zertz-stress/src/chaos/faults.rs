//! The faults of a chaos test, and how each is caused and repaired.

use super::{
    Chaos,
    players::{addresses, seconds_since_epoch},
};
use crate::{Server, Worker, postgres, random_turn};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    io::Write,
    path::Path,
    time::{Duration, Instant},
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::{
    task::JoinSet,
    time::{sleep, timeout},
};
use zertz::{Board, Game, Rng, Rules};
use zertz_client::{Client, Error};
use zertz_protocol::{
    Command, EventKind, First, NewGame, Opponent, RulesData, Settings, TimeControl,
    endpoint::{CreateGame, GameSocket, ListEvents},
};

/// How long a server may take to notice a fault, or that it is over.
const NOTICED: Duration = Duration::from_secs(30);

/// How many engine games wait for the worker that is killed.
const ENGINE_GAMES: usize = 4;

/// What is done to the servers during games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// All servers are killed, and started again a little later.
    Kill,
    /// The worker that computes engine turns is killed, and another one is started.
    Worker,
    /// The clock of the machine jumps, as the first server sees it.
    Clock,
    /// The disk is full for a while.
    Disk,
    /// The PostgreSQL server is stopped, and started again a little later.
    Database,
}

impl Fault {
    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Kill => "server killed",
            Fault::Worker => "worker killed",
            Fault::Clock => "clock jumps",
            Fault::Disk => "disk full",
            Fault::Database => "PostgreSQL restarts",
        }
    }

    /// Whether players may notice the fault: their requests may fail.
    pub fn may_interrupt(self) -> bool {
        matches!(self, Fault::Kill | Fault::Disk | Fault::Database)
    }
}

/// What a fault has done.
#[derive(Clone, Copy, Default)]
pub(super) struct Harm {
    /// For how long the first server could not serve.
    pub down: Duration,
    /// Engine turns that were played more than once.
    pub duplicated: usize,
}

/// The servers and the worker under test.
pub(super) struct World<'a> {
    zertz: &'a Path,
    database: &'a str,
    app: &'a Path,
    chaos: &'a Chaos,
    pub servers: Vec<Server>,
    worker: Worker,
    /// By how much the clock of the first server is wrong, in seconds.
    offset: i64,
}

impl<'a> World<'a> {
    pub async fn start(zertz: &'a Path, database: &'a str, app: &'a Path, chaos: &'a Chaos) -> Result<World<'a>> {
        // A worker does not create a database.
        let servers = start(zertz, database, app, chaos, 0).await?;
        let worker = Worker::start(zertz, database)?;
        Ok(World { zertz, database, app, chaos, servers, worker, offset: 0 })
    }

    pub fn addresses(&self) -> Vec<String> {
        addresses(&self.servers)
    }

    /// The faults that can be caused here.
    pub fn faults(chaos: &Chaos) -> Vec<Fault> {
        let possible = [
            (Fault::Kill, true),
            (Fault::Worker, true),
            (Fault::Clock, chaos.faketime.is_some()),
            (Fault::Disk, chaos.disk.is_some()),
            (Fault::Database, chaos.restart.is_some()),
        ];
        possible.into_iter().filter_map(|(fault, is_possible)| is_possible.then_some(fault)).collect()
    }

    /// Causes a fault, and waits until it is over.
    pub async fn cause(&mut self, fault: Fault, rng: &mut Rng) -> Result<Harm> {
        match fault {
            Fault::Kill => self.kill(rng).await,
            Fault::Worker => self.kill_worker(rng).await,
            Fault::Clock => self.set_clock(rng).await,
            Fault::Disk => self.fill_disk().await,
            Fault::Database => self.restart_database(rng).await,
        }
    }

    /// Kills all servers, and starts them again.
    pub async fn kill(&mut self, rng: &mut Rng) -> Result<Harm> {
        let began = Instant::now();
        for server in self.servers.drain(..) {
            server.kill().await?;
        }
        sleep(Duration::from_millis(rng.below(4000) as u64)).await;
        self.servers = start(self.zertz, self.database, self.app, self.chaos, self.offset).await?;
        Ok(Harm { down: began.elapsed(), ..Harm::default() })
    }

    /// Kills the worker while engines think, and starts another. Every engine must answer, once.
    async fn kill_worker(&mut self, rng: &mut Rng) -> Result<Harm> {
        let address = &self.servers[0].address;
        let mut games = Vec::new();
        for _ in 0..ENGINE_GAMES {
            games.push(EngineGame::start(address).await?);
        }
        for game in &mut games {
            game.play(rng).await?;
        }
        // Each engine thinks for two seconds.
        sleep(Duration::from_millis(1000)).await;
        let next = Worker::start(self.zertz, self.database)?;
        std::mem::replace(&mut self.worker, next).kill().await?;
        let mut answers = JoinSet::new();
        for game in games {
            answers.spawn(timeout(NOTICED * 2, game.answers()));
        }
        let mut harm = Harm::default();
        while let Some(answer) = answers.join_next().await {
            let count = answer?.context("an engine never answered")??;
            harm.duplicated += count - 1;
        }
        Ok(harm)
    }

    /// Lets the clock of the first server jump. The server's own time must go on as if nothing had happened.
    async fn set_clock(&mut self, rng: &mut Rng) -> Result<Harm> {
        let jumps = [3600, -3600, 86_400, -86_400, 90, -90];
        self.offset += jumps[rng.below(jumps.len())];
        fs::write(clock_file(self.app), format!("{:+}", self.offset))?;
        let began = Instant::now();
        // A line of the log begins with the time of the machine.
        while (self.logged_time().await? - seconds_since_epoch() - self.offset).abs() > 5 {
            ensure!(began.elapsed() < NOTICED, "the clock of the server did not jump");
            sleep(Duration::from_millis(100)).await;
        }
        sleep(Duration::from_millis(700)).await;
        Ok(Harm::default())
    }

    /// The time of the machine as the first server sees it.
    async fn logged_time(&self) -> Result<i64> {
        ensure!(Client::new(&self.servers[0].address)?.raw("GET", "/healthz", &[], "").await?.status().is_success());
        let log = fs::read_to_string(self.app.with_file_name("log"))?;
        let word = log.lines().last().and_then(|line| line.split_whitespace().next()).context("there is no log")?;
        Ok(OffsetDateTime::parse(word, &Rfc3339)?.unix_timestamp())
    }

    /// Fills the disk, until the server can no longer write, and makes room again.
    async fn fill_disk(&mut self) -> Result<Harm> {
        let ballast = self.chaos.disk.as_ref().context("there is no small disk")?.join("ballast");
        let mut file = fs::File::create(&ballast)?;
        let filled = loop {
            if let Err(error) = file.write_all(&[1; 4096]) {
                break error;
            }
        };
        ensure!(filled.kind() == std::io::ErrorKind::StorageFull, "the disk cannot be filled: {filled}");
        let result = self.refuses().await;
        drop(file);
        fs::remove_file(&ballast)?;
        let began = result?;
        wait_ready(&self.servers).await?;
        Ok(Harm { down: began.elapsed(), ..Harm::default() })
    }

    /// Waits until the server says that it cannot write, and checks what it says to players. Returns since when it could not.
    async fn refuses(&self) -> Result<Instant> {
        let (mut client, filled) = (Client::new(&self.servers[0].address)?, Instant::now());
        let began = loop {
            let asked = Instant::now();
            if !self.servers[0].is_ready().await {
                break asked;
            }
            // SQLite has some room left in its files: until that is used up, players play.
            let _ = EngineGame::create(&mut client).await;
            ensure!(filled.elapsed() < NOTICED, "the server says that it is ready although the disk is full");
        };
        match EngineGame::create(&mut client).await.map(drop) {
            Err(Error::Refused { status: 503, problem }) if !problem.message.is_empty() => {}
            other => bail!("on a full disk, a new game has this result: {other:?}"),
        }
        sleep(Duration::from_secs(3)).await;
        Ok(began)
    }

    /// Restarts PostgreSQL, in an orderly way or as after a crash.
    async fn restart_database(&mut self, rng: &mut Rng) -> Result<Harm> {
        let file = self.chaos.restart.as_ref().context("PostgreSQL cannot be restarted")?;
        let began = Instant::now();
        postgres::restart(self.database, file, Duration::from_secs(1 + rng.below(4) as u64), rng.below(2) == 0).await?;
        wait_ready(&self.servers).await?;
        Ok(Harm { down: began.elapsed(), ..Harm::default() })
    }
}

/// The file with the wrong clock.
fn clock_file(app: &Path) -> std::path::PathBuf {
    app.with_file_name("clock")
}

/// Starts one server with a file, or two with PostgreSQL. The clock of the first one can be set.
async fn start(zertz: &Path, database: &str, app: &Path, chaos: &Chaos, offset: i64) -> Result<Vec<Server>> {
    let mut faked = Vec::new();
    if let Some(library) = &chaos.faketime {
        let file = clock_file(app);
        fs::write(&file, format!("{offset:+}")).context("cannot write the file with the clock")?;
        faked = vec![
            ("LD_PRELOAD".to_owned(), library.display().to_string()),
            ("FAKETIME_TIMESTAMP_FILE".to_owned(), file.display().to_string()),
            ("FAKETIME_CACHE_DURATION".to_owned(), "1".to_owned()),
            ("FAKETIME_DONT_FAKE_MONOTONIC".to_owned(), "1".to_owned()),
        ];
    }
    let options = |log| ["--rate-limits", "off", "--engine-threads", "0", "--log", log];
    let requests = options("off,zertz_server::app=debug");
    let log = fs::File::create(app.with_file_name("log")).context("cannot create the log")?;
    let mut servers = vec![Server::start_in(zertz, database, app, &requests, None, &faked, Some(log)).await?];
    if !database.starts_with("sqlite") {
        servers.push(Server::start_with(zertz, database, app, &options("off"), None).await?);
    }
    Ok(servers)
}

/// Waits until every server is ready.
async fn wait_ready(servers: &[Server]) -> Result<()> {
    let began = Instant::now();
    for server in servers {
        while !server.is_ready().await {
            ensure!(began.elapsed() < NOTICED, "after {} s, a server is not ready again", NOTICED.as_secs());
            sleep(Duration::from_millis(50)).await;
        }
    }
    Ok(())
}

/// A game against an engine that thinks for two seconds.
struct EngineGame {
    client: Client,
    id: zertz_protocol::GameId,
}

impl EngineGame {
    /// Rules for which the engine has no opening book.
    fn rules() -> Result<Rules> {
        Ok(Rules { goals: "5/6/7/4".parse()?, ..Rules::standard(Board::rings61()) })
    }

    async fn create(client: &mut Client) -> Result<zertz_protocol::GameId, Error> {
        let rules = EngineGame::rules().map_err(|_| Error::Unreadable)?;
        let settings = Settings { rules: RulesData::of(&rules), time: TimeControl::None, rated: false };
        let new = NewGame { settings, first: First::Me, opponent: Opponent::Engine { level: 10 } };
        Ok(client.send::<CreateGame>(&(), &new).await?.id)
    }

    async fn start(address: &str) -> Result<EngineGame> {
        let mut client = Client::new(address)?;
        let id = EngineGame::create(&mut client).await?;
        Ok(EngineGame { client, id })
    }

    /// Plays the first turn.
    async fn play(&mut self, rng: &mut Rng) -> Result<()> {
        let turn = random_turn(&Game::new(EngineGame::rules()?), rng).context("a turn")?;
        let mut socket = self.client.socket::<GameSocket>(&self.id).await?;
        socket.ask(Command::Turn { turn, after: 1 }).await??;
        Ok(())
    }

    /// Waits until the engine has answered. Returns how often.
    async fn answers(mut self) -> Result<usize> {
        loop {
            let events = self.client.get::<ListEvents>(&self.id).await?;
            let turns = events.iter().filter(|event| matches!(event.kind, EventKind::Turn { .. })).count();
            if turns > 1 {
                // A second answer would come now.
                sleep(Duration::from_millis(500)).await;
                let events = self.client.get::<ListEvents>(&self.id).await?;
                return Ok(events.iter().filter(|event| matches!(event.kind, EventKind::Turn { .. })).count() - 1);
            }
            sleep(Duration::from_millis(100)).await;
        }
    }
}
