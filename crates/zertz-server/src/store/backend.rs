//! What differs between SQLite and PostgreSQL.

use super::{Result, StoreError, migrations};
use crate::id::random_text;
use sqlx::{
    AnyConnection, AnyPool, Connection, Executor,
    any::AnyPoolOptions,
    postgres::{PgListener, PgPoolOptions},
};
use std::time::Duration;
use tokio::sync::broadcast;
use zertz_protocol::{GameId, PlayerId};

/// The channel on which servers notify each other.
const CHANNEL: &str = "zertz";

/// Precedes the id of a player who was signed out. No id contains it.
const SIGNED_OUT: &str = "out!";

/// The word for a change in the lobby. No id contains it.
const LOBBY: &str = "lobby!";

/// Something that another server has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A game has new events.
    Game(GameId),
    /// Seeks came or went.
    Lobby,
    /// A player was signed out on some device. This server's own sign-outs are included.
    SignedOut(PlayerId),
    /// The connection was lost for a while: anything may have changed.
    Everything,
}

/// The kind of database.
#[derive(Clone, Debug)]
pub struct Backend {
    url: String,
    /// The name of this server among several on one PostgreSQL. SQLite has a file for one server.
    node: Option<String>,
}

impl Backend {
    /// Connects: a pool for queries, and one connection for the writer.
    pub async fn open(url: &str) -> Result<(Backend, AnyPool, AnyConnection)> {
        sqlx::any::install_default_drivers();
        let backend = if let Some(file) = url.strip_prefix("sqlite://") {
            let mode = if file.contains('?') { "" } else { "?mode=rwc" };
            Backend { url: format!("sqlite://{file}{mode}"), node: None }
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Backend { url: url.to_owned(), node: Some(random_text(8)) }
        } else {
            return Err(StoreError::NoDatabase(url.to_owned()));
        };
        let mut writer_connection = backend.writer_connection().await?;
        backend.migrate(&mut writer_connection).await?;
        let setup = backend.setup();
        let pool = AnyPoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(sqlx::raw_sql(setup)).await.map(drop) })
            })
            .connect(&backend.url)
            .await?;
        Ok((backend, pool, writer_connection))
    }

    pub async fn writer_connection(&self) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = AnyConnection::connect(&self.url).await?;
        connection.execute(sqlx::raw_sql(self.setup())).await?;
        Ok(connection)
    }

    /// Full synchronous commits in both: an acknowledged write survives a power failure.
    fn setup(&self) -> &'static str {
        if self.node.is_some() {
            "SET synchronous_commit TO on"
        } else {
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000"
        }
    }

    /// Brings the tables up to date. Of several servers that start at once, one does it and the others wait.
    async fn migrate(&self, connection: &mut AnyConnection) -> Result<()> {
        let mut transaction = connection.begin_with(self.begin()).await?;
        if self.node.is_some() {
            (&mut *transaction).execute(sqlx::raw_sql("SELECT pg_advisory_xact_lock(7243392)")).await?;
        }
        migrations::migrate(&mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// The statement that begins a transaction of the writer.
    pub fn begin(&self) -> &'static str {
        if self.node.is_some() { "BEGIN" } else { "BEGIN IMMEDIATE" }
    }

    /// The clause that locks rows which the transaction will change. SQLite has one writer at a time anyway.
    pub fn for_update(&self) -> &'static str {
        if self.node.is_some() { " FOR UPDATE" } else { "" }
    }

    /// Notifies the other servers once the transaction is committed. One message covers many games, since each costs a lock.
    pub async fn notify_changes(
        &self,
        connection: &mut AnyConnection,
        games: &[GameId],
        lobby: bool,
    ) -> Result<(), sqlx::Error> {
        let Some(node) = &self.node else { return Ok(()) };
        // A message has at most 8,000 bytes.
        for some in games.chunks(400) {
            let names: Vec<&str> = some.iter().map(GameId::as_str).collect();
            notify(connection, node, &names.join(" ")).await?;
        }
        if lobby {
            notify(connection, node, LOBBY).await?;
        }
        Ok(())
    }

    /// Notifies the other servers that a player was signed out.
    pub async fn notify_signed_out(
        &self,
        connection: &mut AnyConnection,
        player: &PlayerId,
    ) -> Result<(), sqlx::Error> {
        match &self.node {
            Some(node) => notify(connection, node, &format!("{SIGNED_OUT}{player}")).await,
            None => Ok(()),
        }
    }

    /// Starts to listen to other servers.
    pub async fn listen(&self, notices: &broadcast::Sender<Notice>) -> Result<()> {
        let Some(node) = &self.node else { return Ok(()) };
        let pool = PgPoolOptions::new().max_connections(1).connect(&self.url).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        let (notices, node) = (notices.clone(), node.clone());
        tokio::spawn(async move {
            loop {
                match listener.try_recv().await {
                    Ok(Some(message)) => {
                        for notice in notices_in(message.payload(), &node) {
                            // There may be no receiver yet.
                            let _ = notices.send(notice);
                        }
                    }
                    // The connection was lost and has been restored; messages may have been missed.
                    Ok(None) => drop(notices.send(Notice::Everything)),
                    Err(error) => {
                        tracing::warn!(%error, "cannot listen to other servers");
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

/// The notices in a message, unless it is our own.
fn notices_in(message: &str, node: &str) -> Vec<Notice> {
    let mut words = message.split(' ');
    if words.next() == Some(node) {
        return Vec::new();
    }
    let notice = |word: &str| match word.strip_prefix(SIGNED_OUT) {
        Some(player) => player.parse().ok().map(Notice::SignedOut),
        None if word == LOBBY => Some(Notice::Lobby),
        None => word.parse().ok().map(Notice::Game),
    };
    words.filter_map(notice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::RandomId;

    #[test]
    fn notices_of_others_are_read_and_our_own_are_ignored() {
        let game = GameId::random();
        assert_eq!(notices_in(&format!("them {game}"), "us"), [Notice::Game(game.clone())]);
        assert_eq!(notices_in("them lobby!", "us"), [Notice::Lobby]);
        assert_eq!(notices_in("them out!ann", "us"), [Notice::SignedOut("ann".parse().unwrap())]);
        assert_eq!(notices_in(&format!("us {game}"), "us"), []);
        assert_eq!(notices_in("", "us"), []);
    }
}
