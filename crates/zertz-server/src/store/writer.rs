//! The writer of games. Everything that arrives while one transaction is being committed goes into the next one, so that many games share
//! the wait for the disk.

use super::{Result, StoreError, backend::Backend, columns::json, game_row, ratings};
use crate::table::Table;
use sqlx::{AnyConnection, Executor};
use tokio::sync::{mpsc, oneshot};
use zertz_protocol::{Event, GameId, Moment, Pace, PlayerId, SeekId};

/// The maximum number of jobs in one transaction: with more, the first ones would wait too long.
const MAX_BATCH: usize = 128;

/// How often a failed transaction is tried.
const TRIES: usize = 5;

/// Events to add to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// Its next events, in order.
    pub events: Vec<Event>,
    /// The game after them.
    pub table: Table,
    /// The rating change, when a rated game has ended.
    pub rated: Option<RatedPair>,
}

/// A rated game that has ended.
#[derive(Clone, Debug)]
pub struct RatedPair {
    /// The players.
    pub players: [PlayerId; 2],
    /// The pace.
    pub pace: Pace,
    /// The score of each.
    pub scores: [f64; 2],
    /// When the game ended.
    pub at: Moment,
}

/// A unit of work that is written as a whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// A seek that is accepted.
    pub seek: Option<SeekId>,
    /// Games with new events. If the first can be written, so can the others, because they are new.
    pub appends: Vec<Append>,
}

/// A job, and where to send the result.
pub(super) type Order = (Job, oneshot::Sender<Result<()>>);

impl super::Store {
    /// Writes a job. When this returns without an error, the job is durable. [`StoreError::Conflict`] means that these event numbers
    /// exist already, or that the seek does not exist.
    pub async fn write(&self, job: Job) -> Result<()> {
        let (done, answer) = oneshot::channel();
        self.writer.send((job, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Adds events to one game.
    pub async fn append(&self, append: Append) -> Result<()> {
        self.write(Job { seek: None, appends: vec![append] }).await
    }
}

/// Writes jobs until the store is dropped.
pub(super) async fn run(backend: Backend, mut connection: AnyConnection, mut orders: mpsc::Receiver<Order>) {
    let mut batch: Vec<Order> = Vec::new();
    while orders.recv_many(&mut batch, MAX_BATCH).await > 0 {
        // Two servers that lock the same rows in different orders would deadlock.
        batch.sort_by(|(a, _), (b, _)| first_game(a).cmp(&first_game(b)));
        metrics::histogram!("zertz_store_batch_jobs").record(batch.len() as f64);
        let began = std::time::Instant::now();
        let mut result = transaction(&backend, &mut connection, &batch).await;
        for _ in 1..TRIES {
            let Err(error) = &result else { break };
            tracing::warn!(%error, jobs = batch.len(), "retrying a write");
            if !is_deadlock(error) {
                match backend.writer_connection().await {
                    Ok(new) => connection = new,
                    Err(error) => {
                        tracing::error!(%error, "cannot reach the database");
                        break;
                    }
                }
            }
            result = transaction(&backend, &mut connection, &batch).await;
        }
        metrics::histogram!("zertz_store_commit_seconds").record(began.elapsed());
        match result {
            Ok(answers) => {
                for ((_, done), answer) in batch.drain(..).zip(answers) {
                    let _ = done.send(answer);
                }
            }
            Err(error) => {
                tracing::error!(%error, "the database did not confirm a write");
                for (_, done) in batch.drain(..) {
                    let _ = done.send(Err(StoreError::Unconfirmed(error.to_string())));
                }
            }
        }
    }
}

fn first_game(job: &Job) -> Option<&GameId> {
    job.appends.first().map(|append| &append.game)
}

/// Whether the database aborted the transaction because of another one.
fn is_deadlock(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code().map(|code| code.into_owned()));
    matches!(code.as_deref(), Some("40P01" | "40001"))
}

/// Writes all jobs. Those that conflict with stored data are left out, and get an error.
async fn transaction(
    backend: &Backend,
    connection: &mut AnyConnection,
    batch: &[Order],
) -> Result<Vec<Result<()>>, sqlx::Error> {
    connection.execute(sqlx::raw_sql(backend.begin())).await?;
    let result = match jobs(backend, connection, batch).await {
        Ok(answers) => connection.execute(sqlx::raw_sql("COMMIT")).await.map(|_| answers),
        Err(error) => Err(error),
    };
    if result.is_err() {
        // SQLite keeps a transaction open that it could not commit, which would lock everyone else out. If the rollback fails too, the
        // connection is lost, and the transaction with it.
        let _ = connection.execute(sqlx::raw_sql("ROLLBACK")).await;
    }
    result
}

async fn jobs(
    backend: &Backend,
    connection: &mut AnyConnection,
    batch: &[Order],
) -> Result<Vec<Result<()>>, sqlx::Error> {
    let (mut answers, mut changed, mut lobby) = (Vec::with_capacity(batch.len()), Vec::new(), false);
    for (job, _) in batch {
        let done = self::job(backend, connection, job).await?;
        if done {
            changed.extend(job.appends.iter().map(|append| append.game.clone()));
            lobby |= job.seek.is_some();
        }
        answers.push(if done { Ok(()) } else { Err(StoreError::Conflict) });
    }
    backend.notify_changes(connection, &changed, lobby).await?;
    Ok(answers)
}

/// Writes a job. Returns whether there was no conflict.
async fn job(backend: &Backend, connection: &mut AnyConnection, job: &Job) -> Result<bool, sqlx::Error> {
    if let Some(seek) = &job.seek {
        let taken =
            sqlx::query("DELETE FROM seeks WHERE id = $1").bind(seek.as_str()).execute(&mut *connection).await?;
        if taken.rows_affected() == 0 {
            return Ok(false);
        }
    }
    for append in &job.appends {
        for event in &append.events {
            let insert = "INSERT INTO events (game, seq, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let query =
                sqlx::query(insert).bind(append.game.as_str()).bind(event.seq).bind(event.at).bind(json(event)?);
            if query.execute(&mut *connection).await?.rows_affected() == 0 {
                // Numbers are consecutive: if the first one is free, so are the others.
                return Ok(false);
            }
        }
        game_row::write(connection, &append.game, &append.table).await?;
        if let Some(rated) = &append.rated {
            ratings::rate(backend, connection, &append.game, rated).await?;
        }
    }
    Ok(true)
}
