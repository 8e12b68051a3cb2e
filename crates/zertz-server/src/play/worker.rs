//! Workers: threads that take jobs from the database and do them, in a server or on a machine of their own.

use super::{Hub, PlayError, Room, now};
use crate::{
    id::{engine_id, random_text},
    store::{JobKind, LEASE, LeasedJob},
    table::Table,
};
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    thread::available_parallelism,
    time::Duration,
};
use tokio::{
    sync::Semaphore,
    task::JoinHandle,
    time::{sleep, timeout},
};
use zertz_engine::Engine;
use zertz_protocol::{GameId, PlayerId, Request};

/// How often a worker without work looks for some. Usually it is told.
const POLL: Duration = Duration::from_millis(250);

/// How long a worker waits after an error of the database.
const PAUSE: Duration = Duration::from_secs(1);

/// The size of each engine's hash table, in mebibytes.
const HASH: usize = 16;

/// The usual number of threads: one for each core, except one core for serving. With two or more, one is always free for another address.
pub fn usual_threads() -> usize {
    available_parallelism().map_or(1, |cores| cores.get() - 1).max(2)
}

/// Engines that are not in use.
#[derive(Clone, Default)]
struct Engines(Arc<Mutex<Vec<Engine>>>);

impl Engines {
    /// Lends an engine to a function.
    fn lend<T>(&self, work: impl FnOnce(&mut Engine) -> T) -> T {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine = lock().pop().unwrap_or_else(|| Engine::new(HASH));
        let result = work(&mut engine);
        lock().push(engine);
        result
    }
}

/// A worker with its threads.
struct Worker {
    hub: Arc<Hub>,
    /// Its name in the database.
    name: String,
    engines: Engines,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Hub {
    /// Does jobs with this many threads until the hub ends, and then returns those in progress.
    pub fn work(self: &Arc<Self>, threads: usize) -> JoinHandle<()> {
        let worker = Arc::new(Worker { hub: Arc::clone(self), name: random_text(8), engines: Engines::default() });
        tokio::spawn(async move {
            if threads == 0 {
                return;
            }
            let mut ended = Box::pin(worker.hub.ended());
            let renewing = tokio::spawn(Arc::clone(&worker).renew());
            tokio::select! {
                () = Arc::clone(&worker).take(threads) => {}
                () = &mut ended => {}
            }
            renewing.abort();
            if let Err(error) = worker.hub.store.return_jobs(&worker.name).await {
                tracing::warn!(%error, "cannot return the jobs in progress");
            }
        })
    }
}

impl Worker {
    /// Takes a job whenever a thread is free.
    async fn take(self: Arc<Self>, threads: usize) {
        let permits = Arc::new(Semaphore::new(threads));
        // One thread is left for other addresses.
        let per_origin = threads.saturating_sub(1).max(1);
        while let Ok(permit) = Arc::clone(&permits).acquire_owned().await {
            match self.hub.store.lease_job(&self.name, per_origin).await {
                Ok(Some(job)) => {
                    let worker = Arc::clone(&self);
                    tokio::spawn(async move {
                        worker.finish(&job).await;
                        drop(permit);
                        // Another job of this address may follow.
                        worker.hub.jobs.notify_one();
                    });
                }
                // The timeout is for leases that have run out, and for messages that were lost.
                Ok(None) => drop(timeout(POLL, self.hub.jobs.notified()).await),
                Err(error) => {
                    tracing::warn!(%error, "cannot take a job");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Renews the leases of the jobs in progress.
    async fn renew(self: Arc<Self>) {
        loop {
            sleep(Duration::from_millis(LEASE.unsigned_abs() / 3)).await;
            if let Err(error) = self.hub.store.renew_leases(&self.name).await {
                tracing::warn!(%error, "cannot renew leases");
            }
        }
    }

    async fn finish(&self, job: &LeasedJob) {
        let result = match job.kind {
            JobKind::EngineTurn => self.play_turn(job).await,
            JobKind::FairPlay => self.compare_turns(job).await,
        };
        let Err(why) = result else { return };
        tracing::warn!(subject = job.subject, %why, "a job failed");
        if let Err(error) = self.hub.store.give_up_job(job).await {
            tracing::warn!(%error, "cannot give up a job");
        }
    }

    /// Lets the engine play its turn in a game. The turn settles the job.
    async fn play_turn(&self, job: &LeasedJob) -> Result<(), String> {
        let hub = &self.hub;
        let game: GameId = job.subject.parse().map_err(|_| "there is no such game")?;
        let room = hub.room_to_work(&game).await.map_err(|error| error.to_string())?;
        let table: Table = {
            let mut table = room.table.lock().await;
            if table.position_seq() < job.version {
                room.catch_up(&hub.store, &mut table).await.map_err(|error| error.to_string())?;
            }
            table.clone()
        };
        let Some(level) = table.engine_to_move() else {
            return hub.store.settle_job(job).await.map_err(|error| error.to_string());
        };
        let engines = self.engines.clone();
        let search = move || engines.lend(|engine| super::engine::choose(engine, &table, level));
        let chosen = tokio::task::spawn_blocking(search).await.map_err(|error| error.to_string())?;
        let request = Request { id: random_text(12), command: chosen.ok_or("the engine finds no turn")? };
        match hub.act_in(&room, &engine_id(level), &request, now(), 0, None).await {
            Ok(_) => Ok(()),
            // The game has gone on, or the flag is about to fall.
            Err(PlayError::Refused(_)) => hub.store.give_up_job(job).await.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Worker {
    /// Compares a player's turns with those of the engine.
    async fn compare_turns(&self, job: &LeasedJob) -> Result<(), String> {
        let hub = &self.hub;
        let player: PlayerId = job.subject.parse().map_err(|_| "there is no such player")?;
        let logs = hub.latest_logs(&player).await.map_err(|error| error.to_string())?;
        let (engines, ending) = (self.engines.clone(), hub.ending());
        let search = move || engines.lend(|engine| super::fair_play::compare(engine, &logs, &ending));
        let found = tokio::task::spawn_blocking(search).await.map_err(|error| error.to_string())?;
        let found = found.ok_or("the server shuts down")?;
        hub.store.set_fair_play(&player, &found).await.map_err(|error| error.to_string())?;
        hub.store.settle_job(job).await.map_err(|error| error.to_string())
    }
}

impl Hub {
    /// The room of a game. A hub without clients opens one for the time of the work.
    pub(super) async fn room_to_work(self: &Arc<Self>, game: &GameId) -> Result<Arc<Room>, PlayError> {
        if self.serves {
            return self.room(game).await;
        }
        let table = self.store.table(game).await?.ok_or(zertz_protocol::Code::NoGame)?;
        Ok(Arc::new(Room::new(game.clone(), table)))
    }
}
