//! Players, and the devices they are known on.

use super::{
    Answer, Change, Store, StoreError,
    rows::{Get, storable},
};
use crate::{
    id::{PlayerId, SessionId},
    table::Moment,
};
use serde::Serialize;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// What kind of player somebody is.
#[derive(Serialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// Somebody without an account, known by a cookie.
    Guest,
    /// A person with an account.
    Person,
    /// A program that somebody runs.
    Bot,
    /// The server's own engine.
    Engine,
    /// Somebody who has gone and taken the name along.
    Gone,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Guest, Kind::Person, Kind::Bot, Kind::Engine, Kind::Gone];

    /// Its name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Guest => "guest",
            Kind::Person => "person",
            Kind::Bot => "bot",
            Kind::Engine => "engine",
            Kind::Gone => "gone",
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Somebody who plays.
#[derive(Serialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// What kind.
    pub kind: Kind,
    /// The name; guests have none.
    pub name: Option<String>,
    /// Since when.
    pub created: Moment,
}

/// What only the player and the server know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Who.
    pub player: Player,
    /// The password's hash.
    pub password: Option<String>,
    /// Where to write to.
    pub email: Option<String>,
}

/// A device or a program that speaks for somebody.
#[derive(Serialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Its name.
    pub id: SessionId,
    /// Whose it is.
    #[serde(skip)]
    pub player: PlayerId,
    /// What it said of itself.
    pub label: String,
    /// Since when.
    pub created: Moment,
    /// When it was here last, give or take an hour.
    pub seen: Moment,
}

/// A name as it is compared.
fn key(name: &str) -> String {
    storable(name).to_lowercase()
}

fn player(row: &AnyRow) -> Answer<Player> {
    let kind = row.text("kind")?;
    Ok(Player {
        id: row.id("id")?,
        kind: Kind::named(&kind).ok_or_else(|| StoreError::Unreadable(format!("the kind {kind}")))?,
        name: row.maybe("name")?,
        created: row.number("created")?,
    })
}

fn account(row: &AnyRow) -> Answer<Account> {
    Ok(Account { player: player(row)?, password: row.maybe("password")?, email: row.maybe("email")? })
}

/// A name that is taken is not a failure of the database.
fn or_taken(error: sqlx::Error) -> StoreError {
    if error.as_database_error().is_some_and(|error| error.is_unique_violation()) {
        StoreError::NameTaken
    } else {
        error.into()
    }
}

impl Store {
    /// Somebody new. A bot has an owner and a name; a guest has neither.
    pub async fn add_player(&self, player: &Player, owner: Option<&PlayerId>) -> Answer<()> {
        let sql = "INSERT INTO players (id, kind, name, name_key, owner, created) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql)
            .bind(player.id.as_str())
            .bind(player.kind.name())
            .bind(player.name.clone())
            .bind(player.name.as_deref().map(key))
            .bind(owner.map(|owner| owner.to_string()))
            .bind(player.created);
        query.execute(&self.pool).await.map(drop).map_err(or_taken)
    }

    /// Sees to it that the server's engine is there to be played.
    pub async fn add_engines(&self, now: Moment) -> Answer<()> {
        for level in zertz_engine::Level::all() {
            let sql = "INSERT INTO players (id, kind, name, name_key, created) VALUES ($1, 'engine', $2, $3, $4) ON CONFLICT DO NOTHING";
            let name = format!("Engine {}", level.number());
            let id = PlayerId::engine(level);
            sqlx::query(sql).bind(id.as_str()).bind(&name).bind(key(&name)).bind(now).execute(&self.pool).await?;
        }
        Ok(())
    }

    /// A guest gets a name and a password, and keeps everything else.
    pub async fn register(&self, id: &PlayerId, name: &str, password: &str, email: Option<&str>) -> Answer<()> {
        let sql = "UPDATE players SET kind = 'person', name = $2, name_key = $3, password = $4, email = $5 \
                   WHERE id = $1 AND kind = 'guest'";
        let query =
            sqlx::query(sql).bind(id.as_str()).bind(name).bind(key(name)).bind(password).bind(email.map(storable));
        let changed = query.execute(&self.pool).await.map_err(or_taken)?;
        if changed.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
    }

    /// Another password or address.
    pub async fn change_account(&self, id: &PlayerId, password: &str, email: Option<&str>) -> Answer<()> {
        let sql = "UPDATE players SET password = $2, email = $3 WHERE id = $1 AND kind = 'person'";
        let query = sqlx::query(sql).bind(id.as_str()).bind(password).bind(email.map(storable));
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// Forgets a person and the programs of that person. Games stay, as they are the opponents' too; nobody can tell any more whose they were.
    pub async fn forget(&self, id: &PlayerId) -> Answer<()> {
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

    /// Somebody by id.
    pub async fn player(&self, id: &PlayerId) -> Answer<Option<Player>> {
        let row =
            sqlx::query("SELECT * FROM players WHERE id = $1").bind(id.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(player).transpose()
    }

    /// Somebody by name, however it is spelled.
    pub async fn player_named(&self, name: &str) -> Answer<Option<Account>> {
        let sql = "SELECT * FROM players WHERE name_key = $1";
        let row = sqlx::query(sql).bind(key(name)).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// All that is known of an account.
    pub async fn account(&self, id: &PlayerId) -> Answer<Option<Account>> {
        let row =
            sqlx::query("SELECT * FROM players WHERE id = $1").bind(id.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// The programs that somebody answers for.
    pub async fn bots(&self, owner: &PlayerId) -> Answer<Vec<Player>> {
        let sql = "SELECT * FROM players WHERE owner = $1 ORDER BY name_key";
        sqlx::query(sql).bind(owner.as_str()).fetch_all(&self.pool).await?.iter().map(player).collect()
    }

    /// From now on, who knows the secret with this hash speaks for the player.
    pub async fn add_session(&self, session: &Session, hash: &str) -> Answer<()> {
        let sql = "INSERT INTO sessions (id, hash, player, label, created, seen) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql)
            .bind(session.id.as_str())
            .bind(hash)
            .bind(session.player.as_str())
            .bind(&session.label)
            .bind(session.created)
            .bind(session.seen);
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// Who knows the secret with this hash.
    pub async fn session(&self, hash: &str) -> Answer<Option<(Session, Player)>> {
        let sql = "SELECT p.*, s.id AS session, s.label, s.created AS begun, s.seen FROM sessions s \
                   JOIN players p ON p.id = s.player WHERE s.hash = $1";
        let row = sqlx::query(sql).bind(hash).fetch_optional(&self.pool).await?;
        row.map(|row| {
            let player = player(&row)?;
            let session = Session {
                id: row.id("session")?,
                player: player.id.clone(),
                label: row.text("label")?,
                created: row.number("begun")?,
                seen: row.number("seen")?,
            };
            Ok((session, player))
        })
        .transpose()
    }

    /// The device was here.
    pub async fn seen(&self, session: &SessionId, now: Moment) -> Answer<()> {
        let sql = "UPDATE sessions SET seen = $2 WHERE id = $1";
        sqlx::query(sql).bind(session.as_str()).bind(now).execute(&self.pool).await?;
        Ok(())
    }

    /// Everywhere that somebody is known.
    pub async fn sessions(&self, player: &PlayerId) -> Answer<Vec<Session>> {
        let sql = "SELECT id, label, created, seen FROM sessions WHERE player = $1 ORDER BY seen DESC, id";
        let rows = sqlx::query(sql).bind(player.as_str()).fetch_all(&self.pool).await?;
        let session = |row: &AnyRow| {
            Ok(Session {
                id: row.id("id")?,
                player: player.clone(),
                label: row.text("label")?,
                created: row.number("created")?,
                seen: row.number("seen")?,
            })
        };
        rows.iter().map(session).collect()
    }

    /// The device speaks for the player no longer. Says whether it did.
    pub async fn revoke(&self, player: &PlayerId, session: &SessionId) -> Answer<bool> {
        let sql = "DELETE FROM sessions WHERE player = $1 AND id = $2";
        let gone = sqlx::query(sql).bind(player.as_str()).bind(session.as_str()).execute(&self.pool).await?;
        self.signed_out(player).await?;
        Ok(gone.rows_affected() > 0)
    }

    /// No device speaks for the player any more, but for one.
    pub async fn revoke_others(&self, player: &PlayerId, but: Option<&SessionId>) -> Answer<()> {
        let sql = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
        let but = but.map_or("", SessionId::as_str);
        sqlx::query(sql).bind(player.as_str()).bind(but).execute(&self.pool).await?;
        self.signed_out(player).await
    }

    /// Tells all who keep a line open to this player to look whether it still may be.
    async fn signed_out(&self, player: &PlayerId) -> Answer<()> {
        // Nobody may be listening.
        let _ = self.changes.send(Change::SignedOut(player.clone()));
        let mut connection = self.pool.acquire().await?;
        Ok(self.home.tell_signed_out(&mut connection, player).await?)
    }
}
