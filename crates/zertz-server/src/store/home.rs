//! What differs between SQLite and PostgreSQL.

use super::{Answer, StoreError};
use crate::id::{GameId, PlayerId};
use sqlx::{
    AnyConnection, AnyPool, Connection, Executor,
    any::AnyPoolOptions,
    postgres::{PgListener, PgPoolOptions},
};
use std::time::Duration;
use tokio::sync::broadcast;

/// The channel on which machines tell each other what is new.
const CHANNEL: &str = "zertz";

/// What stands before the name of somebody who was signed out, and in no name.
const SIGNED_OUT: &str = "out!";

/// Each migration runs once, in this order.
const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/0001_start.sql")];

/// Something that another machine has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A game went on.
    Game(GameId),
    /// Offers came or went.
    Lobby,
    /// Somebody was signed out on some device. One's own are told too.
    SignedOut(PlayerId),
    /// The line to the others was cut for a while: anything may have changed.
    Everything,
}

/// Which database it is.
#[derive(Clone, Debug)]
pub struct Home {
    url: String,
    /// The name of this machine among several on one PostgreSQL; SQLite has one file for one machine.
    node: Option<String>,
}

impl Home {
    /// Connects: connections for questions, and one for the writer.
    pub async fn open(url: &str) -> Answer<(Home, AnyPool, AnyConnection)> {
        sqlx::any::install_default_drivers();
        let home = if let Some(file) = url.strip_prefix("sqlite://") {
            let mode = if file.contains('?') { "" } else { "?mode=rwc" };
            Home { url: format!("sqlite://{file}{mode}"), node: None }
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Home { url: url.to_owned(), node: Some(crate::id::random(8)) }
        } else {
            return Err(StoreError::NoDatabase(url.to_owned()));
        };
        let mut writing = home.writing().await?;
        home.migrate(&mut writing).await?;
        let setup = home.setup();
        let pool = AnyPoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(sqlx::raw_sql(setup)).await.map(drop) })
            })
            .connect(&home.url)
            .await?;
        Ok((home, pool, writing))
    }

    /// A connection for the writer.
    pub async fn writing(&self) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = AnyConnection::connect(&self.url).await?;
        connection.execute(sqlx::raw_sql(self.setup())).await?;
        Ok(connection)
    }

    /// Full synchronous commits, in both: what is answered survives a loss of power.
    fn setup(&self) -> &'static str {
        if self.node.is_some() {
            "SET synchronous_commit TO on"
        } else {
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000"
        }
    }

    /// Brings the tables up to date. Of several machines that start at once, one does it and the others wait.
    async fn migrate(&self, connection: &mut AnyConnection) -> Answer<()> {
        connection.execute(sqlx::raw_sql(self.begin())).await?;
        if self.node.is_some() {
            connection.execute(sqlx::raw_sql("SELECT pg_advisory_xact_lock(7243392)")).await?;
        }
        let table = "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)";
        connection.execute(sqlx::raw_sql(table)).await?;
        let done: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM migrations").fetch_one(&mut *connection).await?;
        if done > MIGRATIONS.len() as i64 {
            return Err(StoreError::Newer);
        }
        for (version, sql) in (1i64..).zip(MIGRATIONS).skip(done as usize) {
            connection.execute(sqlx::raw_sql(sql)).await?;
            sqlx::query("INSERT INTO migrations (version) VALUES ($1)").bind(version).execute(&mut *connection).await?;
        }
        connection.execute(sqlx::raw_sql("COMMIT")).await?;
        Ok(())
    }

    /// What begins a transaction that writes.
    pub fn begin(&self) -> &'static str {
        if self.node.is_some() { "BEGIN" } else { "BEGIN IMMEDIATE" }
    }

    /// What keeps rows for the transaction that reads them in order to change them. SQLite has one writer at a time anyway.
    pub fn for_update(&self) -> &'static str {
        if self.node.is_some() { " FOR UPDATE" } else { "" }
    }

    /// Tells the other machines, when the transaction is done. One message for many games: each costs the database a lock.
    pub async fn tell(&self, connection: &mut AnyConnection, games: &[GameId], lobby: bool) -> Result<(), sqlx::Error> {
        let Some(node) = &self.node else { return Ok(()) };
        // A message has at most 8,000 bytes.
        for some in games.chunks(400) {
            let names: Vec<&str> = some.iter().map(GameId::as_str).collect();
            notify(connection, node, &names.join(" ")).await?;
        }
        if lobby {
            notify(connection, node, "lobby!").await?;
        }
        Ok(())
    }

    /// Tells the other machines that somebody was signed out.
    pub async fn tell_signed_out(&self, connection: &mut AnyConnection, player: &PlayerId) -> Result<(), sqlx::Error> {
        match &self.node {
            Some(node) => notify(connection, node, &format!("{SIGNED_OUT}{player}")).await,
            None => Ok(()),
        }
    }

    /// Hears what other machines tell, from now on.
    pub async fn listen(&self, changes: &broadcast::Sender<Change>) -> Answer<()> {
        let Some(node) = &self.node else { return Ok(()) };
        let pool = PgPoolOptions::new().max_connections(1).connect(&self.url).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        let (changes, node) = (changes.clone(), node.clone());
        tokio::spawn(async move {
            loop {
                match listener.try_recv().await {
                    Ok(Some(message)) => {
                        for change in heard(message.payload(), &node) {
                            // Nobody may be listening yet.
                            let _ = changes.send(change);
                        }
                    }
                    // The line was cut; it is joined again by itself, but something may have been said meanwhile.
                    Ok(None) => drop(changes.send(Change::Everything)),
                    Err(error) => {
                        tracing::warn!(%error, "no news from other machines");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
            }
        });
        Ok(())
    }
}

async fn notify(connection: &mut AnyConnection, node: &str, words: &str) -> Result<(), sqlx::Error> {
    let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(format!("{node} {words}"));
    query.execute(connection).await.map(drop)
}

/// What a message says, unless it is our own.
fn heard(message: &str, node: &str) -> Vec<Change> {
    let mut words = message.split(' ');
    if words.next() == Some(node) {
        return Vec::new();
    }
    let change = |word: &str| match word.strip_prefix(SIGNED_OUT) {
        Some(player) => player.parse().ok().map(Change::SignedOut),
        None if word == "lobby!" => Some(Change::Lobby),
        None => word.parse().ok().map(Change::Game),
    };
    words.filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_of_others_are_heard_and_ones_own_are_not() {
        let game = GameId::random();
        assert_eq!(heard(&format!("them {game}"), "us"), [Change::Game(game.clone())]);
        assert_eq!(heard("them lobby!", "us"), [Change::Lobby]);
        assert_eq!(heard("them out!ann", "us"), [Change::SignedOut("ann".parse().unwrap())]);
        assert_eq!(heard(&format!("us {game}"), "us"), []);
        assert_eq!(heard("", "us"), []);
    }
}
