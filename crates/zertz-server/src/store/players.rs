//! Players and their sessions.

use super::{
    Notice, Result, Store, StoreError,
    columns::{Columns, storable},
};
use crate::id::{engine_id, engine_level};
use sqlx::{Row, any::AnyRow};
use zertz_protocol::{Moment, Player, PlayerId, Session, SessionId, word};

/// A player with the private part of the account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The player.
    pub player: Player,
    /// The hash of the password.
    pub password: Option<String>,
    /// The email address.
    pub email: Option<String>,
}

/// The form in which names are compared.
fn key(name: &str) -> String {
    storable(name).to_lowercase()
}

fn player(row: &AnyRow) -> Result<Player> {
    let id: PlayerId = row.word("id")?;
    let level = engine_level(&id).map(|level| level.number());
    Ok(Player { id, kind: row.word("kind")?, name: row.try_get("name")?, level, created: row.try_get("created")? })
}

fn account(row: &AnyRow) -> Result<Account> {
    Ok(Account { player: player(row)?, password: row.try_get("password")?, email: row.try_get("email")? })
}

fn session(row: &AnyRow) -> Result<Session> {
    Ok(Session {
        id: row.word("session")?,
        label: row.try_get("label")?,
        created: row.try_get("begun")?,
        seen: row.try_get("seen")?,
        current: false,
    })
}

/// Reports a violated unique key as a name that is taken.
fn or_taken(error: sqlx::Error) -> StoreError {
    if error.as_database_error().is_some_and(|error| error.is_unique_violation()) {
        StoreError::NameTaken
    } else {
        error.into()
    }
}

impl Store {
    /// Adds a player. A bot has an owner and a name; a guest has neither.
    pub async fn add_player(&self, player: &Player, owner: Option<&PlayerId>) -> Result<()> {
        let sql = "INSERT INTO players (id, kind, name, name_key, owner, created) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql)
            .bind(player.id.as_str())
            .bind(word(player.kind))
            .bind(player.name.clone())
            .bind(player.name.as_deref().map(key))
            .bind(owner.map(|owner| owner.to_string()))
            .bind(player.created);
        query.execute(&self.pool).await.map(drop).map_err(or_taken)
    }

    /// Adds a player for each level of the server's engine, unless they exist.
    pub async fn add_engines(&self, now: Moment) -> Result<()> {
        for level in zertz_engine::Level::all() {
            let sql = "INSERT INTO players (id, kind, name, name_key, created) VALUES ($1, 'engine', $2, $3, $4) ON CONFLICT DO NOTHING";
            let name = format!("Engine {}", level.number());
            let id = engine_id(level);
            sqlx::query(sql).bind(id.as_str()).bind(&name).bind(key(&name)).bind(now).execute(&self.pool).await?;
        }
        Ok(())
    }

    /// Gives a guest a name and a password.
    pub async fn register(&self, id: &PlayerId, name: &str, password: &str, email: Option<&str>) -> Result<()> {
        let sql = "UPDATE players SET kind = 'person', name = $2, name_key = $3, password = $4, email = $5 \
                   WHERE id = $1 AND kind = 'guest'";
        let query =
            sqlx::query(sql).bind(id.as_str()).bind(name).bind(key(name)).bind(password).bind(email.map(storable));
        let changed = query.execute(&self.pool).await.map_err(or_taken)?;
        if changed.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
    }

    /// Changes the password and the email address.
    pub async fn change_account(&self, id: &PlayerId, password: &str, email: Option<&str>) -> Result<()> {
        let sql = "UPDATE players SET password = $2, email = $3 WHERE id = $1 AND kind = 'person'";
        let query = sqlx::query(sql).bind(id.as_str()).bind(password).bind(email.map(storable));
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// Deletes a person and that person's bots. The games stay, because they are the opponents' too, but without the names.
    pub async fn delete_player(&self, id: &PlayerId) -> Result<()> {
        let bots = self.bots(id).await?;
        let mut transaction = self.pool.begin().await?;
        let theirs = "SELECT id FROM players WHERE id = $1 OR owner = $1";
        for table in ["sessions", "ratings", "rated_games", "seeks"] {
            let sql = format!("DELETE FROM {table} WHERE player IN ({theirs})");
            sqlx::query(&sql).bind(id.as_str()).execute(&mut *transaction).await?;
        }
        let sql = "UPDATE players SET kind = 'gone', name = NULL, name_key = NULL, password = NULL, email = NULL, owner = NULL \
                   WHERE id = $1 OR owner = $1";
        sqlx::query(sql).bind(id.as_str()).execute(&mut *transaction).await?;
        transaction.commit().await?;
        for gone in bots.iter().map(|bot| &bot.id).chain([id]) {
            self.signed_out(gone).await?;
        }
        Ok(())
    }

    /// The account with this name; case does not matter.
    pub async fn player_named(&self, name: &str) -> Result<Option<Account>> {
        let sql = "SELECT * FROM players WHERE name_key = $1";
        let row = sqlx::query(sql).bind(key(name)).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// The account of a player.
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>> {
        let row =
            sqlx::query("SELECT * FROM players WHERE id = $1").bind(id.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// The bots of a player.
    pub async fn bots(&self, owner: &PlayerId) -> Result<Vec<Player>> {
        let sql = "SELECT * FROM players WHERE owner = $1 ORDER BY name_key";
        sqlx::query(sql).bind(owner.as_str()).fetch_all(&self.pool).await?.iter().map(player).collect()
    }

    /// Adds a session. A client that has the secret with this hash acts for the player.
    pub async fn add_session(&self, player: &PlayerId, session: &Session, hash: &str) -> Result<()> {
        let sql = "INSERT INTO sessions (id, hash, player, label, created, seen) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql)
            .bind(session.id.as_str())
            .bind(hash)
            .bind(player.as_str())
            .bind(&session.label)
            .bind(session.created)
            .bind(session.seen);
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// The session whose secret has this hash, and its player.
    pub async fn session(&self, hash: &str) -> Result<Option<(Session, Player)>> {
        let sql = "SELECT p.*, s.id AS session, s.label, s.created AS begun, s.seen FROM sessions s \
                   JOIN players p ON p.id = s.player WHERE s.hash = $1";
        let row = sqlx::query(sql).bind(hash).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((session(&row)?, player(&row)?))).transpose()
    }

    /// Notes that a session was used.
    pub async fn note_seen(&self, session: &SessionId, now: Moment) -> Result<()> {
        let sql = "UPDATE sessions SET seen = $2 WHERE id = $1";
        sqlx::query(sql).bind(session.as_str()).bind(now).execute(&self.pool).await?;
        Ok(())
    }

    /// The sessions of a player, the last used first.
    pub async fn sessions(&self, player: &PlayerId) -> Result<Vec<Session>> {
        let sql = "SELECT id AS session, label, created AS begun, seen FROM sessions WHERE player = $1 ORDER BY seen DESC, id";
        let rows = sqlx::query(sql).bind(player.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(session).collect()
    }

    /// Ends a session of a player. Returns whether there was one.
    pub async fn revoke(&self, player: &PlayerId, session: &SessionId) -> Result<bool> {
        let sql = "DELETE FROM sessions WHERE player = $1 AND id = $2";
        let gone = sqlx::query(sql).bind(player.as_str()).bind(session.as_str()).execute(&self.pool).await?;
        self.signed_out(player).await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Ends all sessions of a player except one.
    pub async fn revoke_others(&self, player: &PlayerId, but: Option<&SessionId>) -> Result<()> {
        let sql = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
        let but = but.map_or("", SessionId::as_str);
        sqlx::query(sql).bind(player.as_str()).bind(but).execute(&self.pool).await?;
        self.signed_out(player).await
    }

    /// Makes all open sockets of this player check whether their session still exists.
    async fn signed_out(&self, player: &PlayerId) -> Result<()> {
        // There may be no receiver.
        let _ = self.notices.send(Notice::SignedOut(player.clone()));
        let mut connection = self.pool.acquire().await?;
        Ok(self.backend.notify_signed_out(&mut connection, player).await?)
    }
}
