//! Moderators, and what players may not do.

use super::{
    NewAudit, Result, Store, audit,
    columns::{Columns, storable},
};
use crate::id::random_text;
use sqlx::{Row, any::AnyRow};
use zertz_protocol::{Moment, PlayerId, PlayerRef, Restriction, RestrictionKind, Warning, word};

fn restriction(row: &AnyRow) -> Result<Restriction> {
    Ok(Restriction { kind: row.word("kind")?, since: row.try_get("since")?, until: row.try_get("until")? })
}

fn warning(row: &AnyRow) -> Result<Warning> {
    Ok(Warning { id: row.try_get("id")?, at: row.try_get("at")?, text: row.try_get("text")? })
}

impl Store {
    /// Whether a player is a moderator.
    pub async fn is_moderator(&self, player: &PlayerId) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM players WHERE id = $1 AND moderator = 1 AND kind = 'person'";
        Ok(sqlx::query_scalar::<_, i64>(sql).bind(player.as_str()).fetch_one(&self.pool).await? > 0)
    }

    /// Makes an account a moderator, or an ordinary player again.
    pub async fn set_moderator(&self, player: &PlayerId, is_moderator: bool, entry: &NewAudit) -> Result<()> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "UPDATE players SET moderator = $2 WHERE id = $1 AND kind = 'person'";
        sqlx::query(sql).bind(player.as_str()).bind(i64::from(is_moderator)).execute(&mut *transaction).await?;
        audit::add(&mut transaction, entry).await?;
        Ok(transaction.commit().await?)
    }

    /// The restrictions of a player in force, and those of the person who owns the bot.
    pub async fn restrictions(&self, player: &PlayerId, now: Moment) -> Result<Vec<Restriction>> {
        let sql = "SELECT r.* FROM restrictions r WHERE (r.player = $1 OR r.player = (SELECT owner FROM players WHERE id = $1)) \
                   AND (r.until IS NULL OR r.until > $2) ORDER BY r.kind";
        let rows = sqlx::query(sql).bind(player.as_str()).bind(now).fetch_all(&self.pool).await?;
        rows.iter().map(restriction).collect()
    }

    /// Restricts a player. The restriction replaces another one of the same kind. Their sockets are checked again.
    pub async fn restrict(&self, player: &PlayerId, kind: RestrictionKind, entry: &NewAudit) -> Result<()> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "INSERT INTO restrictions (player, kind, since, until) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (player, kind) DO UPDATE SET since = excluded.since, until = excluded.until";
        let query = sqlx::query(sql).bind(player.as_str()).bind(word(kind)).bind(entry.at).bind(entry.until);
        query.execute(&mut *transaction).await?;
        let theirs = "SELECT id FROM players WHERE id = $1 OR owner = $1";
        let mut lost: &[&str] = &[];
        if kind != RestrictionKind::Mute {
            lost = &["seeks"];
        }
        if kind == RestrictionKind::Close {
            lost = &["seeks", "sessions"];
        }
        for table in lost {
            let sql = format!("DELETE FROM {table} WHERE player IN ({theirs})");
            sqlx::query(&sql).bind(player.as_str()).execute(&mut *transaction).await?;
        }
        audit::add(&mut transaction, entry).await?;
        transaction.commit().await?;
        if kind == RestrictionKind::Mute {
            return Ok(());
        }
        for one in self.bots(player).await?.iter().map(|bot| &bot.id).chain([player]) {
            self.signed_out(one).await?;
        }
        self.notify_lobby().await
    }

    /// The players who may not play but have games that are not over, or open challenges: a ban was not carried out to the end, or a game began
    /// at the same moment. Their bots are among them.
    pub async fn banned_at_play(&self, now: Moment) -> Result<Vec<PlayerId>> {
        let banned = "r.kind <> 'mute' AND (r.until IS NULL OR r.until > $1)";
        let sql = format!(
            "SELECT t.id FROM (SELECT r.player AS id FROM restrictions r WHERE {banned} \
             UNION SELECT p.id FROM restrictions r JOIN players p ON p.owner = r.player WHERE {banned}) t \
             WHERE EXISTS (SELECT 1 FROM games g WHERE g.one = t.id AND g.ended IS NULL) \
             OR EXISTS (SELECT 1 FROM games g WHERE g.two = t.id AND g.ended IS NULL) \
             OR EXISTS (SELECT 1 FROM seeks s WHERE s.player = t.id)"
        );
        let rows = sqlx::query(&sql).bind(now).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.word("id")).collect()
    }

    /// Withdraws all challenges of a player.
    pub async fn withdraw_seeks(&self, player: &PlayerId) -> Result<()> {
        sqlx::query("DELETE FROM seeks WHERE player = $1").bind(player.as_str()).execute(&self.pool).await?;
        Ok(())
    }

    /// Lifts a restriction. Returns whether it was in force.
    pub async fn lift(&self, player: &PlayerId, kind: RestrictionKind, entry: &NewAudit) -> Result<bool> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "DELETE FROM restrictions WHERE player = $1 AND kind = $2 AND (until IS NULL OR until > $3)";
        let query = sqlx::query(sql).bind(player.as_str()).bind(word(kind)).bind(entry.at);
        if query.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Ok(false);
        }
        audit::add(&mut transaction, entry).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Warns a player.
    pub async fn warn(&self, player: &PlayerId, text: &str, entry: &NewAudit) -> Result<()> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "INSERT INTO warnings (id, player, at, text) VALUES ($1, $2, $3, $4)";
        let query = sqlx::query(sql).bind(random_text(12)).bind(player.as_str()).bind(entry.at).bind(storable(text));
        query.execute(&mut *transaction).await?;
        audit::add(&mut transaction, entry).await?;
        Ok(transaction.commit().await?)
    }

    /// The warnings that a player has not confirmed, the oldest first.
    pub async fn warnings(&self, player: &PlayerId) -> Result<Vec<Warning>> {
        let sql = "SELECT id, at, text FROM warnings WHERE player = $1 AND confirmed IS NULL ORDER BY at, id LIMIT 20";
        let rows = sqlx::query(sql).bind(player.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(warning).collect()
    }

    /// All warnings of a player that are stored, the oldest first.
    pub async fn all_warnings(&self, player: &PlayerId) -> Result<Vec<Warning>> {
        let sql = "SELECT id, at, text FROM warnings WHERE player = $1 ORDER BY at, id";
        let rows = sqlx::query(sql).bind(player.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(warning).collect()
    }

    /// Notes that a player has read a warning. Returns whether there was one.
    pub async fn confirm_warning(&self, player: &PlayerId, id: &str, now: Moment) -> Result<bool> {
        let sql = "UPDATE warnings SET confirmed = $3 WHERE id = $2 AND player = $1 AND confirmed IS NULL";
        let query = sqlx::query(sql).bind(player.as_str()).bind(storable(id)).bind(now);
        Ok(query.execute(&self.pool).await?.rows_affected() > 0)
    }

    /// The person who owns a bot.
    pub async fn owner(&self, bot: &PlayerId) -> Result<Option<PlayerRef>> {
        let sql = "SELECT o.id, o.kind, o.name FROM players b JOIN players o ON o.id = b.owner WHERE b.id = $1";
        let row = sqlx::query(sql).bind(bot.as_str()).fetch_optional(&self.pool).await?;
        row.map(|row| Ok(PlayerRef { id: row.word("id")?, kind: row.word("kind")?, name: row.try_get("name")? }))
            .transpose()
    }
}
