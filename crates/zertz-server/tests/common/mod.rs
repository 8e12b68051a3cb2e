//! Databases for tests: an SQLite file, or a database in the PostgreSQL server that `cargo xtask test` starts.

#![allow(dead_code, reason = "not every test needs all of it")]

use sqlx::{AnyConnection, Connection, Executor, PgConnection};
use std::{
    env, fs,
    io::{self, Write},
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};
use zertz::{Board, Rules};
use zertz_protocol::{Player, PlayerId, PlayerKind, RulesData, Settings, TimeControl};
use zertz_server::RandomId;

static COUNT: AtomicU32 = AtomicU32::new(0);

fn unique() -> String {
    format!("zertz_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// A database that is deleted with this value.
pub struct Database {
    pub url: String,
    folder: Option<PathBuf>,
}

impl Database {
    /// A new SQLite file.
    pub fn sqlite() -> Database {
        let folder = env::temp_dir().join(unique());
        fs::create_dir_all(&folder).unwrap();
        Database { url: format!("sqlite://{}/zertz.db", folder.display()), folder: Some(folder) }
    }

    /// A new database in PostgreSQL, or `None` when there is no server. `cargo xtask test` then reports the test as skipped.
    pub async fn postgres() -> Option<Database> {
        let Ok(server) = env::var("ZERTZ_TEST_POSTGRES") else {
            // Past the capture of output, so that `cargo xtask test` can count it.
            let reason = "skipped: ZERTZ_TEST_POSTGRES is not set; `cargo xtask postgres` starts a server\n";
            io::stdout().write_all(reason.as_bytes()).unwrap();
            return None;
        };
        let name = unique();
        let mut connection = PgConnection::connect(&server).await.expect("PostgreSQL answers");
        connection.execute(format!("CREATE DATABASE {name}").as_str()).await.unwrap();
        let (base, _) = server.rsplit_once('/').unwrap();
        Some(Database { url: format!("{base}/{name}"), folder: None })
    }

    /// Executes statements on a second connection.
    pub async fn execute(url: &str, sql: &str) {
        let mut connection = AnyConnection::connect(url).await.unwrap();
        connection.execute(sqlx::raw_sql(sql)).await.unwrap();
        connection.close().await.unwrap();
    }

    /// The number that a query returns.
    pub async fn number(url: &str, sql: &str) -> i64 {
        let mut connection = AnyConnection::connect(url).await.unwrap();
        let number = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        number
    }

    /// Makes every commit with new events fail: each event refers to a missing row. PostgreSQL accepts this only without events.
    pub async fn refuse_events(url: &str) {
        // Otherwise SQLite checks the existing rows.
        let pragma = if url.starts_with("sqlite") { "PRAGMA foreign_keys = OFF;" } else { "" };
        let column = "broken BIGINT DEFAULT 1 REFERENCES missing (id) DEFERRABLE INITIALLY DEFERRED";
        let tables = "CREATE TABLE missing (id BIGINT PRIMARY KEY); ALTER TABLE events ADD COLUMN";
        Database::execute(url, &format!("{pragma} {tables} {column}")).await;
    }

    /// Lets events be written again.
    pub async fn accept_events(url: &str) {
        Database::execute(url, "INSERT INTO missing (id) VALUES (1)").await;
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// A guest.
pub fn guest() -> Player {
    Player { id: PlayerId::random(), kind: PlayerKind::Guest, name: None, level: None, created: 1 }
}

/// Settings with the standard rules.
pub fn settings(time: TimeControl, rated: bool) -> Settings {
    Settings { rules: RulesData::of(&Rules::standard(Board::rings37())), time, rated }
}

/// Five minutes and three seconds a turn.
pub const FAST: TimeControl = TimeControl::Fischer { initial: 300, increment: 3 };

/// Runs each test on both databases.
#[allow(unused_macros)]
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let database = super::Database::sqlite();
                super::$name(super::Store::open(&database.url).await.unwrap(), &database.url).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let Some(database) = super::Database::postgres().await else { return };
                super::$name(super::Store::open(&database.url).await.unwrap(), &database.url).await;
            })+
        }
    };
}
