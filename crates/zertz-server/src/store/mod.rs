//! The database: SQLite in a file, or PostgreSQL for several servers.
//!
//! There is one [`Store`] with queries that both databases understand; `backend` has what differs. Games are logs of events, appended by
//! the `writer`, which puts everything that arrives at once into one transaction. An event is acknowledged when it is durable.

mod backend;
mod columns;
mod game_row;
mod games;
mod lobby;
mod migrations;
mod players;
mod ratings;
mod writer;

pub use backend::Notice;
pub use games::GameFilter;
pub use lobby::ReportRow;
pub use players::Account;
pub use writer::{Append, Job, RatedPair};

use crate::table::BadLog;
use backend::Backend;
use sqlx::AnyPool;
use tokio::sync::{broadcast, mpsc};

/// Why the store cannot answer.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages describe most variants")]
pub enum StoreError {
    /// Another writer was first. The caller reads the log and decides again.
    #[error("another change was faster")]
    Conflict,
    #[error("this name is taken")]
    NameTaken,
    #[error("`{0}` is not a database: use sqlite://FILE or postgres://…")]
    NoDatabase(String),
    #[error("the database was made by a newer version of this program")]
    Newer,
    #[error("the database could not be upgraded: {0}")]
    Migration(sqlx::migrate::MigrateError),
    #[error("stored data cannot be read: {0}")]
    Unreadable(String),
    /// The database did not confirm a job. If the connection broke at that moment, the job may still have been done; a retry finds out.
    #[error("the database did not confirm the write: {0}")]
    Unconfirmed(String),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The server is shutting down.
    #[error("the store is closed")]
    Closed,
}

impl From<BadLog> for StoreError {
    fn from(bad: BadLog) -> StoreError {
        StoreError::Unreadable(bad.to_string())
    }
}

/// The result of a query.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// The database. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<writer::Order>,
    notices: broadcast::Sender<Notice>,
    backend: Backend,
}

impl Store {
    /// Opens the database at an address, `sqlite://zertz.db` or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Store> {
        let (backend, pool, connection) = Backend::open(url).await?;
        let (notices, _) = broadcast::channel(1024);
        backend.listen(&notices).await?;
        let (writer, orders) = mpsc::channel(1024);
        tokio::spawn(writer::run(backend.clone(), connection, orders));
        Ok(Store { pool, writer, notices, backend })
    }

    /// Subscribes to what other servers change in the same database.
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// Whether the database answers.
    pub async fn is_ready(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Closes all connections, after the work in progress.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}
