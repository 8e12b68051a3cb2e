//! The writer of games. Everything that arrives while one transaction is being committed goes into the next one, so that many games share
//! the wait for the disk.

use super::{
    NewAudit, NewOffer, Result, StoreError, audit,
    backend::Backend,
    bots,
    columns::{Columns, json},
    game_row, jobs, lobby, open_games, ratings, void,
};
use crate::table::Table;
use sqlx::{AnyConnection, Executor};
use std::net::IpAddr;
use tokio::sync::{mpsc, oneshot};
use zertz_protocol::{Code, Event, EventKind, GameId, Moment, Pace, PlayerId, SeekId, Status, word};

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
    /// Why it does not change ratings, as far as the table knows.
    pub unrated: Option<Code>,
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The address.
    pub network: IpAddr,
    /// Whether limits apply to it.
    pub limited: bool,
}

/// Who makes a game, for limits and for the queue of jobs.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The player.
    pub player: PlayerId,
    /// Where the player's request comes from.
    pub caller: Caller,
    /// Whether the opponent is the server's engine.
    pub engine: bool,
}

/// A unit of work that is written as a whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Write {
    /// A seek that is accepted.
    pub seek: Option<SeekId>,
    /// A seek to add.
    pub offer: Option<NewOffer>,
    /// Who makes the last of the games, which is new.
    pub origin: Option<Origin>,
    /// The bot that the last of the games is a challenge to. It must accept one more game.
    pub challenged: Option<PlayerId>,
    /// Games with new events. If the first can be written, so can the others, because they are new.
    pub appends: Vec<Append>,
    /// An entry of the audit log about it.
    pub audit: Option<NewAudit>,
}

/// A write and where to send the result.
pub(super) type Order = (Write, oneshot::Sender<Result<()>>);

impl super::Store {
    /// Writes all of it or nothing; without an error, it is durable. [`StoreError::Conflict`] means that these event numbers exist
    /// already, that the seek does not exist, or that another one fits; [`StoreError::TooMany`] that a limit is reached;
    /// [`StoreError::Busy`] that the challenged bot has enough games.
    pub async fn write(&self, write: Write) -> Result<()> {
        let (done, answer) = oneshot::channel();
        self.writer.send((write, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Adds events to one game.
    pub async fn append(&self, append: Append) -> Result<()> {
        self.write(Write { appends: vec![append], ..Write::default() }).await
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

fn first_game(write: &Write) -> Option<&GameId> {
    write.appends.first().map(|append| &append.game)
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
    let result = match write_all(backend, connection, batch).await {
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

async fn write_all(
    backend: &Backend,
    connection: &mut AnyConnection,
    batch: &[Order],
) -> Result<Vec<Result<()>>, sqlx::Error> {
    let (mut answers, mut changed, mut lobby, mut jobs) = (Vec::with_capacity(batch.len()), Vec::new(), false, false);
    for (write, _) in batch {
        let answer = self::write(backend, connection, write).await?;
        if answer.is_ok() {
            jobs |= write.appends.iter().any(|append| append.table.engine_to_move().is_some());
            changed.extend(write.appends.iter().map(|append| append.game.clone()));
            lobby |= write.seek.is_some() || write.offer.is_some();
        }
        answers.push(answer);
    }
    backend.notify_changes(connection, &changed, lobby, jobs).await?;
    Ok(answers)
}

/// Writes all of it, or nothing if it conflicts with stored data.
async fn write(backend: &Backend, connection: &mut AnyConnection, write: &Write) -> Result<Result<()>, sqlx::Error> {
    if let Some(offer) = &write.offer {
        backend.lock_lobby(connection).await?;
        let added = lobby::add(connection, offer).await?;
        if added.is_err() {
            return Ok(added);
        }
    }
    if let Some(origin) = &write.origin {
        backend.lock_lobby(connection).await?;
        if !open_games::has_room(connection, origin).await? {
            return Ok(Err(StoreError::TooMany));
        }
    }
    if let Some(bot) = &write.challenged {
        backend.lock_lobby(connection).await?;
        if !bots::has_room(connection, bot).await? {
            return Ok(Err(StoreError::Busy));
        }
    }
    if let Some(seek) = &write.seek {
        let taken =
            sqlx::query("DELETE FROM seeks WHERE id = $1").bind(seek.as_str()).execute(&mut *connection).await?;
        if taken.rows_affected() == 0 {
            return Ok(Err(StoreError::Conflict));
        }
    }
    for append in &write.appends {
        for event in &append.events {
            let insert = "INSERT INTO events (game, seq, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let query =
                sqlx::query(insert).bind(append.game.as_str()).bind(event.seq).bind(event.at).bind(json(event)?);
            if query.execute(&mut *connection).await?.rows_affected() == 0 {
                // Numbers are consecutive: if the first one is free, so are the others.
                return Ok(Err(StoreError::Conflict));
            }
        }
        for event in &append.events {
            match event.kind {
                EventKind::ChatRemoved { message } => remove_chat(connection, &append.game, message).await?,
                EventKind::Voided => void::void(backend, connection, &append.game).await?,
                _ => {}
            }
        }
        game_row::write(connection, &append.game, &append.table).await?;
        // Only now is it certain that there will be no conflict, and the queue of jobs has to know.
        if let (Some(origin), 1) = (&write.origin, append.table.seq()) {
            open_games::add(connection, &append.game, origin, append.table.created()).await?;
        }
        let at = append.events.last().map_or(0, |event| event.at);
        jobs::follow(connection, &append.game, &append.table, at).await?;
        if matches!(append.table.status(), Status::Over | Status::Aborted) {
            open_games::remove(connection, &append.game).await?;
        }
        if let Some(rated) = &append.rated {
            let unrated = ratings::rate(backend, connection, &append.game, rated).await?;
            let sql = "UPDATE games SET unrated = $2 WHERE id = $1";
            sqlx::query(sql).bind(append.game.as_str()).bind(unrated.map(word)).execute(&mut *connection).await?;
        }
    }
    if let Some(entry) = &write.audit {
        audit::add(connection, entry).await?;
    }
    Ok(Ok(()))
}

/// Removes the text of a chat message. The event stays, so that the numbers do.
async fn remove_chat(connection: &mut AnyConnection, game: &GameId, seq: i64) -> Result<(), sqlx::Error> {
    let sql = "SELECT body FROM events WHERE game = $1 AND seq = $2";
    let row = sqlx::query(sql).bind(game.as_str()).bind(seq).fetch_optional(&mut *connection).await?;
    let event =
        row.map(|row| row.json::<Event>("body")).transpose().map_err(|error| sqlx::Error::Decode(error.into()))?;
    if let Some(Event { kind: EventKind::Chat { .. }, .. }) = &event
        && let Some(event) = event
    {
        let event = Event { kind: EventKind::Chat { text: String::new() }, ..event };
        let sql = "UPDATE events SET body = $3 WHERE game = $1 AND seq = $2";
        sqlx::query(sql).bind(game.as_str()).bind(seq).bind(json(&event)?).execute(&mut *connection).await?;
    }
    Ok(())
}
