//! Where everything is kept: SQLite in a file, or PostgreSQL for several machines.
//!
//! There is one [`Store`], whose queries both databases understand; what differs between the two is in `home`. Games are logs of events,
//! appended through the `writer`, which puts all that comes at once into one transaction: an event is answered when it is durable.

mod games;
mod home;
mod lobby;
mod players;
mod ratings;
mod rows;
mod summary;
mod writer;

pub use games::{GameFilter, RESULTS};
pub use home::Change;
pub use lobby::{Report, Seek, SeekBody};
pub use players::{Account, Kind, Player, Session};
pub use ratings::{Leader, RatedGame, Standing};
pub use summary::{GameSummary, Seated};
pub use writer::{Append, Job, RatedPair};

use crate::table::BadLog;
use home::Home;
use sqlx::AnyPool;
use tokio::sync::{broadcast, mpsc};

/// Why the store cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has written first. The caller looks again and decides anew.
    #[error("somebody else was faster")]
    Conflict,
    /// That name is taken.
    #[error("this name is taken")]
    NameTaken,
    /// The address of the database is none.
    #[error("`{0}` is not a database: use sqlite://FILE or postgres://…")]
    NoDatabase(String),
    /// A later version has changed the tables, in ways that we do not know.
    #[error("the database was made by a newer version of this program")]
    Newer,
    /// What is stored makes no sense.
    #[error("what is stored cannot be read: {0}")]
    Unreadable(String),
    /// The database did not say that a job is done. Only if the line was cut just then it may be, and who asks again finds out.
    #[error("the database did not confirm what was to be written: {0}")]
    Unconfirmed(String),
    /// The database does not do as it is told.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The server ends.
    #[error("the store is closed")]
    Closed,
}

impl From<BadLog> for StoreError {
    fn from(bad: BadLog) -> StoreError {
        StoreError::Unreadable(bad.to_string())
    }
}

/// What a question to the store gives.
pub type Answer<T> = Result<T, StoreError>;

/// Where everything is kept. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<writer::Order>,
    changes: broadcast::Sender<Change>,
    home: Home,
}

impl Store {
    /// Opens the database at an address, `sqlite://zertz.db` or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str) -> Answer<Store> {
        let (home, pool, writing) = Home::open(url).await?;
        let (changes, _) = broadcast::channel(1024);
        home.listen(&changes).await?;
        let (writer, orders) = mpsc::channel(1024);
        tokio::spawn(writer::write(home.clone(), writing, orders));
        Ok(Store { pool, writer, changes, home })
    }

    /// What other machines on the same database change.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Whether the database answers.
    pub async fn is_ready(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// Ends all connections, once what was begun is done.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}
