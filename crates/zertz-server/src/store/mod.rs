//! The database: SQLite in a file, or PostgreSQL for several servers.
//!
//! There is one [`Store`] with queries that both databases understand; `backend` has what differs. Games are logs of events, appended by
//! the `writer`, which puts everything that arrives at once into one transaction. An event is acknowledged when it is durable.

mod audit;
mod backend;
mod blocks;
mod bots;
mod columns;
mod fair_play;
mod fairness;
mod game_row;
mod games;
mod jobs;
mod lobby;
mod maintenance;
mod migrations;
mod open_games;
mod outages;
mod page;
mod players;
mod ratings;
mod reports;
mod restrictions;
mod unreadable;
mod void;
mod writer;

pub use audit::NewAudit;
pub use backend::Notice;
pub use blocks::blockable;
pub use fairness::PLACE_LIFETIME;
pub use games::GameFilter;
pub use jobs::{JobKind, LEASE, LeasedJob};
pub use lobby::NewOffer;
pub use outages::OUTAGE;
pub use page::Page;
pub use players::{ABORTED_KEPT, Account, ENDED_KEPT, NAME_HELD, SESSION_IDLE, SESSION_LIFETIME, WARNING_KEPT};
pub use reports::{ReportFilter, ReportRow};
pub use unreadable::report_unreadable;
pub use writer::{Append, Caller, Origin, RatedPair, Write};

use crate::table::BadLog;
use backend::Backend;
use sqlx::AnyPool;
use std::time::Duration;
use tokio::{
    sync::{broadcast, mpsc},
    time::timeout,
};

/// The maximum time of a query for a list, with the wait for a connection.
const LIST_TIME: Duration = Duration::from_secs(3);

/// Why the store cannot answer.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages describe most variants")]
pub enum StoreError {
    /// Another writer was first. The caller reads the log and decides again.
    #[error("another change was faster")]
    Conflict,
    /// A player or an address has as many as allowed.
    #[error("there are too many of them")]
    TooMany,
    /// A bot plays as many games as it accepts.
    #[error("the bot plays as many games as it accepts")]
    Busy,
    #[error("this name is taken")]
    NameTaken,
    #[error("this is not the address of a database: use sqlite://FILE or postgres://…")]
    NoDatabase,
    #[error("no server has used this database yet: check its address, or start `zertz serve` first")]
    Empty,
    #[error("the database was made by a newer version of this program")]
    Newer,
    #[error("the database could not be upgraded: {0}")]
    Migration(sqlx::migrate::MigrateError),
    #[error("stored data cannot be read: {0}")]
    Unreadable(String),
    /// The database did not confirm a write. If the connection broke at that moment, the write may still have been done; a retry finds out.
    #[error("the database did not confirm the write: {0}")]
    Unconfirmed(String),
    #[error("the database took too long")]
    TooSlow,
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
    /// For the leases of jobs, which are not synced to the disk.
    leases: AnyPool,
    /// For lists and searches: however many there are, those who play do not wait for them.
    lists: AnyPool,
    writer: mpsc::Sender<writer::Order>,
    notices: broadcast::Sender<Notice>,
    backend: Backend,
}

impl Store {
    /// Opens the database at an address, `sqlite://zertz.db` or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Store> {
        Store::connect(Backend::new(url, false)?).await
    }

    /// As [`Store::open`], for a process beside the server: the server is told what it changes, and the database must exist.
    pub async fn open_beside(url: &str) -> Result<Store> {
        Store::connect(Backend::new(url, true)?).await
    }

    async fn connect(backend: Backend) -> Result<Store> {
        let connection = backend.prepare().await?;
        let pool = backend.pool(8, backend.setup()).await?;
        let leases = backend.pool(2, backend.quick_setup()).await?;
        let lists = backend.pool(4, backend.list_setup()).await?;
        let (notices, _) = broadcast::channel(1024);
        backend.listen(&notices, &pool).await?;
        let (writer, orders) = mpsc::channel(1024);
        tokio::spawn(writer::run(backend.clone(), connection, orders));
        let store = Store { pool, leases, lists, writer, notices, backend };
        store.note_looks().await?;
        Ok(store)
    }

    /// Subscribes to what other servers change in the same database.
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// The result of a query for a list, unless it takes too long.
    async fn in_time<T>(&self, query: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T> {
        Ok(timeout(LIST_TIME, query).await.map_err(|_| StoreError::TooSlow)??)
    }

    /// Whether the database can be written.
    pub async fn is_ready(&self) -> bool {
        // SQLite writes nothing if a value stays the same.
        sqlx::query("UPDATE probe SET number = number + 1").execute(&self.pool).await.is_ok()
    }

    /// Closes all connections, after the work in progress.
    pub async fn close(&self) {
        self.pool.close().await;
        self.leases.close().await;
        self.lists.close().await;
    }
}
