//! What differs between SQLite and PostgreSQL.

use super::{Result, StoreError, migrations};
use crate::id::random_text;
use ipnet::IpNet;
use sqlx::{
    AnyConnection, AnyPool, Connection, Executor,
    any::AnyPoolOptions,
    postgres::{PgListener, PgPoolOptions},
};
use std::time::Duration;
use tokio::{sync::broadcast, time::timeout};
use zertz_protocol::{GameId, PlayerId};

/// The channel on which servers notify each other.
const CHANNEL: &str = "zertz";

/// Precedes the id of a player who was signed out. No id contains it.
const SIGNED_OUT: &str = "out!";

/// Precedes a network that was blocked. No id contains it.
const BLOCKED: &str = "block!";

/// The word for a change in the lobby. No id contains it.
const LOBBY: &str = "lobby!";

/// The word for new jobs. No id contains it.
const JOBS: &str = "jobs!";

/// The word for a change of planned maintenance. No id contains it.
const MAINTENANCE: &str = "maintenance!";

/// After this time without any message, the connection to other servers is lost.
const SILENCE: Duration = Duration::from_secs(6);

/// How long to wait before the next attempt to connect.
const RECONNECT: Duration = Duration::from_millis(250);

/// How long to wait for a connection of a pool. While the database is away, the library waits longer and longer before it tries again, up to
/// this time.
const ACQUIRE: Duration = Duration::from_secs(4);

/// How often the server looks for what other processes have changed in its SQLite file.
const LOOK: Duration = Duration::from_millis(250);

/// Something that another server has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A game has new events.
    Game(GameId),
    /// Seeks came or went.
    Lobby,
    /// There are new jobs.
    Jobs,
    /// Maintenance was announced or withdrawn.
    Maintenance,
    /// A player was signed out on some device. This server's own sign-outs are included.
    SignedOut(PlayerId),
    /// A network was blocked. This server's own blocks are included.
    Blocked(IpNet),
    /// The connection was lost for a while: anything may have changed.
    Everything,
}

/// The kind of database.
#[derive(Clone, Debug)]
pub struct Backend {
    url: String,
    /// The name of this server among several on one PostgreSQL. SQLite has a file for one server.
    node: Option<String>,
    /// Whether a server uses the database too, and has to be told of changes.
    beside: bool,
}

impl Backend {
    /// The backend for an address. A process beside a server tells the server what it changes, and does not create a database.
    pub fn new(url: &str, beside: bool) -> Result<Backend> {
        sqlx::any::install_default_drivers();
        if let Some(file) = url.strip_prefix("sqlite://") {
            let (file, options) = file.split_once('?').unwrap_or((file, ""));
            let mode = if beside { "mode=rw" } else { "mode=rwc" };
            // A process beside a server creates no database, whatever the address says.
            let given = options.split('&').filter(|one| !(one.is_empty() || beside && one.starts_with("mode=")));
            let mut options: Vec<&str> = given.collect();
            if !options.iter().any(|one| one.starts_with("mode=")) {
                options.push(mode);
            }
            Ok(Backend { url: format!("sqlite://{file}?{}", options.join("&")), node: None, beside })
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Ok(Backend { url: url.to_owned(), node: Some(random_text(8)), beside })
        } else {
            Err(StoreError::NoDatabase)
        }
    }

    /// Brings the tables up to date. Returns the connection of the writer.
    pub async fn prepare(&self) -> Result<AnyConnection> {
        if self.beside {
            self.must_have_tables().await?;
        }
        let mut writer_connection = self.writer_connection().await?;
        self.migrate(&mut writer_connection).await?;
        Ok(writer_connection)
    }

    /// Refuses a database in which no server has made tables, such as an empty file, and leaves it as it is.
    async fn must_have_tables(&self) -> Result<()> {
        let mut connection = AnyConnection::connect(&self.url).await?;
        let found = connection.execute(sqlx::raw_sql("SELECT COUNT(*) FROM players")).await;
        connection.close().await?;
        found.map(drop).map_err(|error| match error.as_database_error().and_then(|error| error.code()).as_deref() {
            // The codes of both databases for a missing table.
            Some("1" | "42P01") => StoreError::Empty,
            _ => error.into(),
        })
    }

    /// A pool of connections, each of which begins with `setup`.
    pub async fn pool(&self, connections: u32, setup: &'static str) -> Result<AnyPool> {
        let is_file = self.node.is_none();
        let options = AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE)
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(sqlx::raw_sql(setup)).await.map(drop) })
            })
            // When the disk is full, SQLite rolls a transaction back by itself. The library believes that the transaction goes on, and
            // would refuse to begin another: such a connection is closed.
            .after_release(move |connection, _| {
                Box::pin(async move {
                    if is_file {
                        connection.begin_with("BEGIN").await?.rollback().await?;
                    }
                    Ok(true)
                })
            });
        Ok(options.connect(&self.url).await?)
    }

    pub async fn writer_connection(&self) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = AnyConnection::connect(&self.url).await?;
        connection.execute(sqlx::raw_sql(self.setup())).await?;
        Ok(connection)
    }

    /// Full synchronous commits in both: an acknowledged write survives a power failure.
    pub fn setup(&self) -> &'static str {
        if self.node.is_some() {
            "SET synchronous_commit TO on"
        } else {
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000"
        }
    }

    /// Commits that do not wait for the disk, for what may be lost with the machine.
    pub fn quick_setup(&self) -> &'static str {
        if self.node.is_some() {
            "SET synchronous_commit TO off"
        } else {
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 10000"
        }
    }

    /// Reading only, for a limited time. Tables are joined in the order of the text: to look for a better one takes PostgreSQL longer than the
    /// whole query. Plans depend on the values, since some are rare. SQLite has no limit of time: its queries go on, but nobody waits for them.
    pub fn list_setup(&self) -> &'static str {
        if self.node.is_some() {
            "SET statement_timeout TO 3000; SET default_transaction_read_only TO on; SET join_collapse_limit TO 1; \
             SET plan_cache_mode TO force_custom_plan"
        } else {
            "PRAGMA busy_timeout = 10000; PRAGMA query_only = on"
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

    /// The clause that locks the rows of a table and passes over those that others have locked.
    pub fn skip_locked(&self, table: &str) -> String {
        if self.node.is_some() { format!(" FOR UPDATE OF {table} SKIP LOCKED") } else { String::new() }
    }

    /// A column to which SQLite applies no index. PostgreSQL knows how frequent values are, and chooses by itself.
    pub fn without_index(&self, column: &str) -> String {
        if self.node.is_some() { column.to_owned() } else { format!("+{column}") }
    }

    /// The condition that a column begins with a value of this length, to which no index applies.
    pub fn begins_with(&self, column: &str, value: &str, length: usize) -> String {
        if self.node.is_some() {
            format!("{column} ^@ {value}")
        } else {
            format!("+SUBSTR({column}, 1, {length}) = {value}")
        }
    }

    /// The time of the database, in milliseconds since 1970: the same for all machines.
    pub fn now(&self) -> &'static str {
        if self.node.is_some() {
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
        } else {
            "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
        }
    }

    /// Lets nobody else change ratings until the end of the transaction. SQLite has one writer at a time anyway.
    pub async fn lock_ratings(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if self.node.is_some() {
            connection.execute(sqlx::raw_sql("LOCK TABLE ratings IN EXCLUSIVE MODE")).await?;
        }
        Ok(())
    }

    /// Lets only one transaction at a time change what others wait for, such as the lobby. SQLite has one writer at a time anyway.
    pub async fn lock_lobby(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if self.node.is_some() {
            connection.execute(sqlx::raw_sql("SELECT pg_advisory_xact_lock(7243393)")).await?;
        }
        Ok(())
    }

    /// Notifies the other servers once the transaction is committed. One message covers many games, since each costs a lock.
    pub async fn notify_changes(
        &self,
        connection: &mut AnyConnection,
        games: &[GameId],
        lobby: bool,
        jobs: bool,
    ) -> Result<(), sqlx::Error> {
        // A message has at most 8,000 bytes.
        for some in games.chunks(400) {
            let names: Vec<&str> = some.iter().map(GameId::as_str).collect();
            self.notify(connection, &names.join(" ")).await?;
        }
        for (word, changed) in [(LOBBY, lobby), (JOBS, jobs)] {
            if changed {
                self.notify(connection, word).await?;
            }
        }
        Ok(())
    }

    /// Notifies the other servers that a player was signed out.
    pub async fn notify_signed_out(
        &self,
        connection: &mut AnyConnection,
        player: &PlayerId,
    ) -> Result<(), sqlx::Error> {
        self.notify(connection, &format!("{SIGNED_OUT}{player}")).await
    }

    /// Notifies the other servers that a network was blocked.
    pub async fn notify_blocked(&self, connection: &mut AnyConnection, network: &IpNet) -> Result<(), sqlx::Error> {
        self.notify(connection, &format!("{BLOCKED}{network}")).await
    }

    /// Notifies the other servers that maintenance was announced or withdrawn.
    pub async fn notify_maintenance(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        self.notify(connection, MAINTENANCE).await
    }

    async fn notify(&self, connection: &mut AnyConnection, words: &str) -> Result<(), sqlx::Error> {
        let query = match &self.node {
            Some(node) => sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(format!("{node} {words}")),
            None if self.beside => {
                sqlx::query("INSERT INTO notices (id, body) VALUES ($1, $2)").bind(random_text(12)).bind(words)
            }
            None => return Ok(()),
        };
        query.execute(connection).await.map(drop)
    }

    /// Starts to listen to other servers, or to processes beside this one.
    pub async fn listen(&self, notices: &broadcast::Sender<Notice>, pool: &AnyPool) -> Result<()> {
        let Some(node) = &self.node else {
            if !self.beside {
                tokio::spawn(look_for_notices(pool.clone(), notices.clone()));
            }
            return Ok(());
        };
        let first = listener(&self.url).await?;
        let (notices, node, url, pool) = (notices.clone(), node.clone(), self.url.clone(), pool.clone());
        tokio::spawn(listen_to_self(pool.clone(), node.clone()));
        tokio::spawn(async move {
            let mut listener = Some(first);
            while !pool.is_closed() {
                match &mut listener {
                    Some(open) => match timeout(SILENCE, open.try_recv()).await {
                        // There may be no receiver yet.
                        Ok(Ok(Some(message))) => {
                            notices_in(message.payload(), &node).into_iter().for_each(|one| drop(notices.send(one)));
                        }
                        // The connection is lost, however that shows. Another one is made here, and not by the library, which would
                        // not always say so.
                        lost => {
                            tracing::warn!(?lost, "the connection to other servers is lost");
                            listener = None;
                        }
                    },
                    None => match timeout(SILENCE, self::listener(&url)).await {
                        Ok(Ok(new)) => {
                            listener = Some(new);
                            // Messages may have been missed.
                            let _ = notices.send(Notice::Everything);
                        }
                        _ => tokio::time::sleep(RECONNECT).await,
                    },
                }
            }
        });
        Ok(())
    }
}

/// A connection that listens.
async fn listener(url: &str) -> Result<PgListener, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(SILENCE).connect(url).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Sends messages to this server itself, which show that it hears. A dead connection may stay open for a long time.
async fn listen_to_self(pool: AnyPool, node: String) {
    while !pool.is_closed() {
        tokio::time::sleep(SILENCE / 3).await;
        let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(format!("{node} here!"));
        // If it fails, so does listening.
        let _ = query.execute(&pool).await;
    }
}

/// Reads what other processes have changed in an SQLite file, until the store is closed.
async fn look_for_notices(pool: AnyPool, notices: broadcast::Sender<Notice>) {
    while !pool.is_closed() {
        tokio::time::sleep(LOOK).await;
        let found = sqlx::query_as::<_, (String, String)>("SELECT id, body FROM notices").fetch_all(&pool).await;
        for (id, body) in found.unwrap_or_default() {
            notices_of(&body).into_iter().for_each(|one| drop(notices.send(one)));
            // If this fails, the notice is read again, which does no harm.
            let _ = sqlx::query("DELETE FROM notices WHERE id = $1").bind(id).execute(&pool).await;
        }
    }
}

/// The notices in a message, unless it is our own.
fn notices_in(message: &str, node: &str) -> Vec<Notice> {
    match message.split_once(' ') {
        Some((sender, words)) if sender != node => notices_of(words),
        _ => Vec::new(),
    }
}

/// The notices that these words are.
fn notices_of(words: &str) -> Vec<Notice> {
    let notice = |word: &str| match (word.strip_prefix(SIGNED_OUT), word.strip_prefix(BLOCKED)) {
        (Some(player), _) => player.parse().ok().map(Notice::SignedOut),
        (_, Some(network)) => network.parse().ok().map(Notice::Blocked),
        _ if word == LOBBY => Some(Notice::Lobby),
        _ if word == JOBS => Some(Notice::Jobs),
        _ if word == MAINTENANCE => Some(Notice::Maintenance),
        _ => word.parse().ok().map(Notice::Game),
    };
    words.split(' ').filter_map(notice).collect()
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
        assert_eq!(notices_in("them jobs!", "us"), [Notice::Jobs]);
        assert_eq!(notices_in("them maintenance!", "us"), [Notice::Maintenance]);
        assert_eq!(notices_in("them out!ann", "us"), [Notice::SignedOut("ann".parse().unwrap())]);
        assert_eq!(notices_in("them block!192.0.2.0/24", "us"), [Notice::Blocked("192.0.2.0/24".parse().unwrap())]);
        assert_eq!(notices_in(&format!("us {game}"), "us"), []);
        assert_eq!(notices_in("", "us"), []);
    }
}
