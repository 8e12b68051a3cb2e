//! The one who writes games down. Everything that comes while one transaction is made durable goes into the next one, so that many games
//! share the wait for the disk.

use super::{Answer, GameSummary, StoreError, home::Home, ratings};
use crate::{
    id::{GameId, PlayerId, SeekId},
    table::{Event, Moment, Pace},
};
use sqlx::{AnyConnection, Executor};
use tokio::sync::{mpsc, oneshot};

/// At most so many jobs in one transaction: more would make the first ones wait.
const MOST_AT_ONCE: usize = 128;

/// How often a transaction is tried again that the database gave up for another one's sake.
const TRIES: usize = 5;

/// Events to add to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// Its next events, in order.
    pub events: Vec<Event>,
    /// What the game amounts to with them.
    pub summary: GameSummary,
    /// Whose ratings change, when the game has ended.
    pub rated: Option<RatedPair>,
}

/// A rated game that has ended.
#[derive(Clone, Debug)]
pub struct RatedPair {
    /// Who played.
    pub players: [PlayerId; 2],
    /// At which pace.
    pub pace: Pace,
    /// What each scored.
    pub scores: [f64; 2],
    /// When.
    pub at: Moment,
}

/// What is written as a whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// An offer in the lobby that this takes.
    pub seek: Option<SeekId>,
    /// Games that go on. When the first can be written, so can the others: they are new.
    pub appends: Vec<Append>,
}

/// A job, and who waits for it.
pub(super) type Order = (Job, oneshot::Sender<Answer<()>>);

impl super::Store {
    /// Writes a job down. When this returns without error, it is durable. [`StoreError::Conflict`] when somebody else has written these
    /// events' numbers, or taken the offer, before.
    pub async fn write(&self, job: Job) -> Answer<()> {
        let (done, answer) = oneshot::channel();
        self.writer.send((job, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Adds events to one game.
    pub async fn append(&self, append: Append) -> Answer<()> {
        self.write(Job { seek: None, appends: vec![append] }).await
    }
}

/// Takes orders until there is nobody left to give any.
pub(super) async fn write(home: Home, mut connection: AnyConnection, mut orders: mpsc::Receiver<Order>) {
    let mut batch: Vec<Order> = Vec::new();
    while orders.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
        // Two machines that lock the same rows in different order would wait for each other.
        batch.sort_by(|(a, _), (b, _)| first_game(a).cmp(&first_game(b)));
        metrics::histogram!("zertz_store_batch_jobs").record(batch.len() as f64);
        let began = std::time::Instant::now();
        let mut result = transaction(&home, &mut connection, &batch).await;
        for _ in 1..TRIES {
            let Err(error) = &result else { break };
            tracing::warn!(%error, jobs = batch.len(), "writing once more");
            if !is_given_up(error) {
                connection = match again(&home, connection).await {
                    Ok(connection) => connection,
                    Err((old, error)) => {
                        tracing::error!(%error, "the database cannot be reached");
                        connection = old;
                        break;
                    }
                };
            }
            result = transaction(&home, &mut connection, &batch).await;
        }
        metrics::histogram!("zertz_store_commit_seconds").record(began.elapsed());
        match result {
            Ok(answers) => {
                for ((_, done), answer) in batch.drain(..).zip(answers) {
                    let _ = done.send(answer);
                }
            }
            Err(error) => {
                tracing::error!(%error, "the database did not confirm what was to be written");
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

/// Whether the database asks to try again: two transactions waited for each other.
fn is_given_up(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code().map(|code| code.into_owned()));
    matches!(code.as_deref(), Some("40P01" | "40001"))
}

/// A connection that works, in place of one that failed.
async fn again(home: &Home, old: AnyConnection) -> Result<AnyConnection, (AnyConnection, sqlx::Error)> {
    match home.writing().await {
        Ok(new) => Ok(new),
        Err(error) => Err((old, error)),
    }
}

/// Writes all jobs; those that conflict with what is there are left out, and are told so.
async fn transaction(
    home: &Home,
    connection: &mut AnyConnection,
    batch: &[Order],
) -> Result<Vec<Answer<()>>, sqlx::Error> {
    connection.execute(sqlx::raw_sql(home.begin())).await?;
    let result = match jobs(home, connection, batch).await {
        Ok(answers) => connection.execute(sqlx::raw_sql("COMMIT")).await.map(|_| answers),
        Err(error) => Err(error),
    };
    if result.is_err() {
        // SQLite keeps a transaction open that it could not commit, and everybody else out. If even this fails, the connection is
        // lost, and the transaction with it.
        let _ = connection.execute(sqlx::raw_sql("ROLLBACK")).await;
    }
    result
}

async fn jobs(home: &Home, connection: &mut AnyConnection, batch: &[Order]) -> Result<Vec<Answer<()>>, sqlx::Error> {
    let (mut answers, mut changed, mut lobby) = (Vec::with_capacity(batch.len()), Vec::new(), false);
    for (job, _) in batch {
        let done = self::job(home, connection, job).await?;
        if done {
            changed.extend(job.appends.iter().map(|append| append.game.clone()));
            lobby |= job.seek.is_some();
        }
        answers.push(if done { Ok(()) } else { Err(StoreError::Conflict) });
    }
    home.tell(connection, &changed, lobby).await?;
    Ok(answers)
}

/// Whether the job could be done.
async fn job(home: &Home, connection: &mut AnyConnection, job: &Job) -> Result<bool, sqlx::Error> {
    if let Some(seek) = &job.seek {
        let taken =
            sqlx::query("DELETE FROM seeks WHERE id = $1").bind(seek.as_str()).execute(&mut *connection).await?;
        if taken.rows_affected() == 0 {
            return Ok(false);
        }
    }
    for append in &job.appends {
        for event in &append.events {
            let body = serde_json::to_string(event).map_err(|error| sqlx::Error::Encode(error.into()))?;
            let insert = "INSERT INTO events (game, seq, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let query = sqlx::query(insert).bind(append.game.as_str()).bind(event.seq).bind(event.at).bind(body);
            if query.execute(&mut *connection).await?.rows_affected() == 0 {
                // Numbers are given in order: whoever has the first one free has them all free.
                return Ok(false);
            }
        }
        append.summary.store(connection).await?;
        if let Some(rated) = &append.rated {
            ratings::rate(home, connection, &append.game, rated).await?;
        }
    }
    Ok(true)
}
