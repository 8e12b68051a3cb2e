//! Players and their sessions.

use super::{
    Notice, PLACE_LIFETIME, Result, Store, StoreError,
    columns::{Columns, json, storable},
};
use crate::{
    id::{engine_id, engine_level},
    name::look,
};
use sqlx::{Row, any::AnyRow};
use zertz_protocol::{Event, EventKind, Moment, Player, PlayerId, PlayerKind, Session, SessionId, word};

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

const DAY: Moment = 24 * 3600 * 1000;

/// A session that has not been used for this long has ended, in milliseconds.
pub const SESSION_IDLE: Moment = 90 * DAY;

/// A session of a person ends this long after it began, in milliseconds. The token of a bot lasts as long as it is used.
pub const SESSION_LIFETIME: Moment = 365 * DAY;

/// The condition that the player `$1` exists and was not deleted.
pub(super) const ALIVE: &str = "SELECT 1 FROM players WHERE id = $1 AND kind <> 'gone'";

/// The chat messages in the games of the player `$1`.
const CHAT: &str = "SELECT e.game, e.seq, e.body, g.one, g.two \
    FROM (SELECT id FROM games WHERE one = $1 UNION SELECT id FROM games WHERE two = $1) k \
    JOIN games g ON g.id = k.id JOIN events e ON e.game = k.id \
    WHERE e.body LIKE '%\"type\":\"chat\"%' OR e.body LIKE '%\"type\":\"said\"%'";

/// Guests from before `$1` who have neither a session nor a game.
const IDLE_GUESTS: &str = "SELECT p.id FROM players p WHERE p.kind = 'guest' AND p.created < $1 \
    AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id) \
    AND NOT EXISTS (SELECT 1 FROM games g WHERE g.one = p.id) \
    AND NOT EXISTS (SELECT 1 FROM games g WHERE g.two = p.id) LIMIT $2";

/// Games that were aborted before `$1`.
const OLD_ABORTED: &str = "SELECT id FROM games WHERE status = 'aborted' AND ended < $1 ORDER BY ended, id LIMIT $2";

/// The tables and columns for moderation that name a player. Their rows go with the player.
const MODERATED: [(&str, &str); 7] = [
    ("blocks", "player"),
    ("blocks", "blocked"),
    ("warnings", "player"),
    ("restrictions", "player"),
    ("fair_play", "player"),
    ("allowed_pairs", "one"),
    ("allowed_pairs", "two"),
];

/// How long nobody may take the name of a deleted account, in milliseconds.
pub const NAME_HELD: Moment = 90 * DAY;

/// How long an aborted game is kept, in milliseconds.
pub const ABORTED_KEPT: Moment = 7 * DAY;

/// How long a warning is kept after the player has confirmed it, in milliseconds.
pub const WARNING_KEPT: Moment = 365 * DAY;

/// How long a restriction or a block on an address is kept after it ends, in milliseconds.
pub const ENDED_KEPT: Moment = 90 * DAY;

/// The form in which names are looked up.
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
        let sql = "INSERT INTO players (id, kind, name, name_key, name_look, owner, created) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let query = sqlx::query(sql)
            .bind(player.id.as_str())
            .bind(word(player.kind))
            .bind(player.name.clone())
            .bind(player.name.as_deref().map(key))
            .bind(player.name.as_deref().map(look))
            .bind(owner.map(|owner| owner.to_string()))
            .bind(player.created);
        query.execute(&self.pool).await.map(drop).map_err(or_taken)
    }

    /// Adds a player for each level of the server's engine, unless they exist.
    pub async fn add_engines(&self, now: Moment) -> Result<()> {
        for level in zertz_engine::Level::all() {
            let sql = "INSERT INTO players (id, kind, name, name_key, name_look, created) VALUES ($1, 'engine', $2, $3, $4, $5) \
                       ON CONFLICT DO NOTHING";
            let name = format!("Engine {}", level.number());
            let id = engine_id(level);
            let query = sqlx::query(sql).bind(id.as_str()).bind(&name).bind(key(&name)).bind(look(&name)).bind(now);
            query.execute(&self.pool).await?;
        }
        Ok(())
    }

    /// Gives a guest a name and a password.
    pub async fn register(&self, id: &PlayerId, name: &str, password: &str, email: Option<&str>) -> Result<()> {
        let sql = "UPDATE players SET kind = 'person', name = $2, name_key = $3, name_look = $4, password = $5, email = $6 \
                   WHERE id = $1 AND kind = 'guest'";
        let query = sqlx::query(sql).bind(id.as_str()).bind(name).bind(key(name)).bind(look(name)).bind(password);
        let query = query.bind(email.map(storable));
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

    /// Whether a name, or one that looks like it, is taken or was the name of an account that was deleted lately.
    pub async fn is_taken(&self, name: &str, now: Moment) -> Result<bool> {
        let sql = "SELECT (SELECT COUNT(*) FROM players WHERE name_key = $1 OR name_look = $2) \
                   + (SELECT COUNT(*) FROM held_names WHERE name_look = $2 AND until > $3)";
        let query = sqlx::query_scalar::<_, i64>(sql).bind(key(name)).bind(look(name)).bind(now);
        Ok(query.fetch_one(&self.pool).await? > 0)
    }

    /// Notes what the names of earlier versions look like. Of two that look alike, the second keeps its name too.
    pub async fn note_looks(&self) -> Result<()> {
        let sql = "SELECT id, name FROM players WHERE name IS NOT NULL AND name_look IS NULL ORDER BY created, id";
        for row in sqlx::query(sql).fetch_all(&self.pool).await? {
            let (id, name): (String, String) = (row.try_get("id")?, row.try_get("name")?);
            let sql = "UPDATE players SET name_look = $2 WHERE id = $1 AND name_look IS NULL";
            let set = async |look: String| sqlx::query(sql).bind(&id).bind(look).execute(&self.pool).await.map(|_| ());
            match set(look(&name)).await {
                Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
                    set(format!("{} {id}", look(&name))).await?;
                }
                answer => answer?,
            }
        }
        Ok(())
    }

    /// Deletes a person and that person's bots. The games stay, because they are the opponents' too, but without the names and without what
    /// the player wrote in the chat or in reports.
    pub async fn delete_player(&self, id: &PlayerId, now: Moment) -> Result<()> {
        let bots = self.bots(id).await?;
        for player in bots.iter().map(|bot| &bot.id).chain([id]) {
            self.forget_chat(player).await?;
        }
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let theirs = "SELECT id FROM players WHERE id = $1 OR owner = $1";
        let tables =
            ["sessions", "ratings", "rated_games", "seeks", "places"].into_iter().map(|table| (table, "player"));
        for (table, column) in tables.chain(MODERATED) {
            let sql = format!("DELETE FROM {table} WHERE {column} IN ({theirs})");
            sqlx::query(&sql).bind(id.as_str()).execute(&mut *transaction).await?;
        }
        let held = "INSERT INTO held_names (name_look, until) SELECT name_look, $2 FROM players \
                    WHERE (id = $1 OR owner = $1) AND name_look IS NOT NULL \
                    ON CONFLICT (name_look) DO UPDATE SET until = excluded.until";
        sqlx::query(held).bind(id.as_str()).bind(now + NAME_HELD).execute(&mut *transaction).await?;
        let sql = format!("UPDATE reports SET text = '' WHERE player IN ({theirs})");
        sqlx::query(&sql).bind(id.as_str()).execute(&mut *transaction).await?;
        let sql = "UPDATE players SET kind = 'gone', moderator = 0, accepts = NULL, present = NULL, name = NULL, name_key = NULL, name_look = NULL, password = NULL, email = NULL, owner = NULL \
                   WHERE id = $1 OR owner = $1";
        sqlx::query(sql).bind(id.as_str()).execute(&mut *transaction).await?;
        transaction.commit().await?;
        for gone in bots.iter().map(|bot| &bot.id).chain([id]) {
            self.signed_out(gone).await?;
        }
        Ok(())
    }

    /// Removes the text of everything that a player wrote in the chat of games. The events stay, so that their numbers do.
    async fn forget_chat(&self, player: &PlayerId) -> Result<()> {
        for row in sqlx::query(CHAT).bind(player.as_str()).fetch_all(&self.pool).await? {
            let mut event: Event = row.json("body")?;
            let seats = [row.maybe_word::<PlayerId>("one")?, row.maybe_word("two")?];
            let is_theirs =
                event.by.is_some_and(|seat| seats[usize::from(u8::from(seat)) - 1].as_ref() == Some(player));
            if let EventKind::Chat { text } = &mut event.kind
                && is_theirs
            {
                text.clear();
                let sql = "UPDATE events SET body = $3 WHERE game = $1 AND seq = $2";
                let query =
                    sqlx::query(sql).bind(row.try_get::<String, _>("game")?).bind(event.seq).bind(json(&event)?);
                query.execute(&self.pool).await?;
            }
        }
        Ok(())
    }

    /// Whether a player was deleted.
    pub async fn is_gone(&self, player: &PlayerId) -> Result<bool> {
        Ok(self.account(player).await?.is_none_or(|account| account.player.kind == PlayerKind::Gone))
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
        let sql = format!(
            "INSERT INTO sessions (player, id, hash, label, created, seen) SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS ({ALIVE})"
        );
        let query = sqlx::query(&sql)
            .bind(player.as_str())
            .bind(session.id.as_str())
            .bind(hash)
            .bind(&session.label)
            .bind(session.created)
            .bind(session.seen);
        let added = query.execute(&self.pool).await?;
        if added.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
    }

    /// The session whose secret has this hash, and its player.
    pub async fn session(&self, hash: &str, now: Moment) -> Result<Option<(Session, Player)>> {
        let sql = "SELECT p.*, s.id AS session, s.label, s.created AS begun, s.seen FROM sessions s \
                   JOIN players p ON p.id = s.player \
                   WHERE s.hash = $1 AND s.seen > $2 AND (s.created > $3 OR p.kind = 'bot')";
        let query = sqlx::query(sql).bind(hash).bind(now - SESSION_IDLE).bind(now - SESSION_LIFETIME);
        let row = query.fetch_optional(&self.pool).await?;
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
        let was_there = gone.rows_affected() > 0;
        if was_there {
            self.signed_out(player).await?;
        }
        Ok(was_there)
    }

    /// Ends all sessions of a player except one.
    pub async fn revoke_others(&self, player: &PlayerId, but: Option<&SessionId>) -> Result<()> {
        let sql = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
        let but = but.map_or("", SessionId::as_str);
        sqlx::query(sql).bind(player.as_str()).bind(but).execute(&self.pool).await?;
        self.signed_out(player).await
    }

    /// Makes all open sockets of this player check whether their session still exists.
    pub(super) async fn signed_out(&self, player: &PlayerId) -> Result<()> {
        // There may be no receiver.
        let _ = self.notices.send(Notice::SignedOut(player.clone()));
        let mut connection = self.pool.acquire().await?;
        Ok(self.backend.notify_signed_out(&mut connection, player).await?)
    }

    /// Removes guests who have neither a session nor a game, at most `limit`. Returns how many rows.
    async fn forget_guests(&self, now: Moment, limit: i64) -> Result<u64> {
        let guests: Vec<String> =
            sqlx::query_scalar(IDLE_GUESTS).bind(now - DAY).bind(limit).fetch_all(&self.pool).await?;
        if guests.is_empty() {
            return Ok(0);
        }
        let places: Vec<String> = (1..=guests.len()).map(|number| format!("${number}")).collect();
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let mut removed = 0;
        for (table, column) in MODERATED.into_iter().chain([("players", "id")]) {
            let sql = format!("DELETE FROM {table} WHERE {column} IN ({})", places.join(", "));
            let query = guests.iter().fold(sqlx::query(&sql), |query, guest| query.bind(guest));
            removed += query.execute(&mut *transaction).await?.rows_affected();
        }
        transaction.commit().await?;
        Ok(removed)
    }

    /// Removes what is no longer needed: ended sessions, guests without games, aborted games, places, held names, confirmed warnings, and
    /// restrictions and blocks of addresses that have ended. At most `limit` of most of them; returns how many.
    pub async fn tidy(&self, now: Moment, limit: i64) -> Result<u64> {
        let mut removed = 0;
        for (sql, before) in [
            (format!("DELETE FROM events WHERE game IN ({OLD_ABORTED})"), now - ABORTED_KEPT),
            (format!("DELETE FROM games WHERE id IN ({OLD_ABORTED})"), now - ABORTED_KEPT),
            (
                "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE seen < $1 LIMIT $2)".to_owned(),
                now - SESSION_IDLE,
            ),
            (
                "DELETE FROM places WHERE place IN (SELECT place FROM places WHERE seen < $1 LIMIT $2) AND seen < $1".to_owned(),
                now - PLACE_LIFETIME,
            ),
            ("DELETE FROM held_names WHERE until < $1 AND $2 > 0".to_owned(), now),
            ("DELETE FROM restrictions WHERE until < $1 AND $2 > 0".to_owned(), now - ENDED_KEPT),
            ("DELETE FROM address_blocks WHERE until < $1 AND $2 > 0".to_owned(), now - ENDED_KEPT),
            ("DELETE FROM warnings WHERE confirmed < $1 AND $2 > 0".to_owned(), now - WARNING_KEPT),
            (
                "DELETE FROM open_games WHERE game IN (SELECT o.game FROM open_games o LEFT JOIN games g ON g.id = o.game \
                 WHERE o.at < $1 AND (g.id IS NULL OR g.status IN ('over', 'aborted')) LIMIT $2)"
                    .to_owned(),
                now - DAY,
            ),
        ] {
            removed += sqlx::query(&sql).bind(before).bind(limit).execute(&self.pool).await?.rows_affected();
        }
        Ok(removed + self.forget_guests(now, limit).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz_protocol::LIMITS;

    #[tokio::test]
    async fn nothing_that_removes_rows_reads_all_games() {
        let file = std::env::temp_dir().join(format!("zertz-{}.db", crate::id::random_text(12)));
        let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
        for sql in [CHAT, IDLE_GUESTS, OLD_ABORTED] {
            let rows = sqlx::query(&format!("EXPLAIN QUERY PLAN {sql}")).fetch_all(&store.pool).await.unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            let scans = plan.iter().any(|line| line.starts_with("SCAN") && !line.starts_with("SCAN k"));
            assert!(!scans, "{sql}: {plan:#?}");
        }
        store.close().await;
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn the_documentation_says_how_long_data_is_kept() {
        let docs = include_str!("../../../../docs/limits.md");
        let kept = [
            ("an aborted game", ABORTED_KEPT),
            ("the addresses and devices from which an account was used", PLACE_LIFETIME),
            ("the name of a deleted account, which nobody else may take", NAME_HELD),
            ("a challenge to a game without a live clock", Moment::from(LIMITS.seek_days) * DAY),
            ("a restriction or a block on an address, after it ends", ENDED_KEPT),
            ("a warning, after the player has acknowledged it", WARNING_KEPT),
        ];
        for (what, time) in kept {
            let row = format!("| {what} | {} days |", time / DAY);
            assert!(docs.lines().any(|line| line == row), "docs/limits.md has no row\n{row}");
        }
    }
}
