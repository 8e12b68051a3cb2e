//! Seeks in the lobby, and reports of chat messages.

use super::{
    Result, Store,
    columns::{Columns, json, storable},
};
use crate::id::random_text;
use sqlx::{Row, any::AnyRow};
use zertz_protocol::{GameId, Moment, NewSeek, PlayerId, Seek, SeekId, word};

/// A report of a chat message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// The game.
    pub game: GameId,
    /// The number of the event with the message.
    pub seq: i64,
    /// The player who reports it.
    pub player: PlayerId,
    /// The reason.
    pub reason: String,
    /// When it was reported.
    pub at: Moment,
}

impl Store {
    /// Adds a seek that expires at `until`.
    pub async fn add_seek(
        &self,
        seek: &SeekId,
        player: &PlayerId,
        body: &NewSeek,
        now: Moment,
        until: Moment,
    ) -> Result<()> {
        let sql = "INSERT INTO seeks (id, player, body, created, until) VALUES ($1, $2, $3, $4, $5)";
        let query = sqlx::query(sql).bind(seek.as_str()).bind(player.as_str()).bind(json(body)?).bind(now).bind(until);
        query.execute(&self.pool).await?;
        self.notify_lobby().await
    }

    /// Extends the seeks of a player.
    pub async fn extend_seeks(&self, player: &PlayerId, until: Moment) -> Result<()> {
        let sql = "UPDATE seeks SET until = $2 WHERE player = $1 AND until < $2";
        sqlx::query(sql).bind(player.as_str()).bind(until).execute(&self.pool).await?;
        Ok(())
    }

    /// Lets the seeks of a player who has left expire at `until`, except those that last until `days_from` or longer.
    pub async fn shorten_seeks(&self, player: &PlayerId, until: Moment, days_from: Moment) -> Result<()> {
        let sql = "UPDATE seeks SET until = $2 WHERE player = $1 AND until > $2 AND until < $3";
        sqlx::query(sql).bind(player.as_str()).bind(until).bind(days_from).execute(&self.pool).await?;
        Ok(())
    }

    /// Deletes one seek of a player, or all of them. Returns whether there was one.
    pub async fn delete_seek(&self, player: &PlayerId, seek: Option<&SeekId>) -> Result<bool> {
        let sql = "DELETE FROM seeks WHERE player = $1 AND ($2 = '' OR id = $2)";
        let seek = seek.map_or("", SeekId::as_str);
        let gone = sqlx::query(sql).bind(player.as_str()).bind(seek).execute(&self.pool).await?.rows_affected() > 0;
        if gone {
            self.notify_lobby().await?;
        }
        Ok(gone)
    }

    /// Deletes expired seeks. Returns whether there were any.
    pub async fn delete_expired_seeks(&self, now: Moment) -> Result<bool> {
        let gone = sqlx::query("DELETE FROM seeks WHERE until < $1").bind(now).execute(&self.pool).await?;
        Ok(gone.rows_affected() > 0)
    }

    /// The seeks that have not expired, the oldest first.
    pub async fn seeks(&self, now: Moment) -> Result<Vec<Seek>> {
        let sql = "SELECT s.id, s.player, s.body, s.created, p.name, p.kind FROM seeks s JOIN players p ON p.id = s.player \
                   WHERE s.until >= $1 ORDER BY s.created, s.id LIMIT 200";
        let rows = sqlx::query(sql).bind(now).fetch_all(&self.pool).await?;
        let mut list = Vec::new();
        for row in &rows {
            let (player, body): (PlayerId, NewSeek) = (row.word("player")?, row.json("body")?);
            let rating = match body.settings.time.pace() {
                None => None,
                Some(pace) => {
                    let sql = "SELECT rating FROM ratings WHERE player = $1 AND pace = $2";
                    let query = sqlx::query_scalar::<_, f64>(sql).bind(player.as_str()).bind(word(pace));
                    query.fetch_optional(&self.pool).await?
                }
            };
            list.push(Seek {
                id: row.word("id")?,
                player,
                name: row.try_get("name")?,
                kind: row.word("kind")?,
                rating: rating.map(|rating| rating.round() as i64),
                settings: body.settings,
                first: body.first,
                created: row.try_get("created")?,
            });
        }
        Ok(list)
    }

    /// The number of seeks that a player has.
    pub async fn count_seeks(&self, player: &PlayerId) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM seeks WHERE player = $1";
        Ok(sqlx::query_scalar(sql).bind(player.as_str()).fetch_one(&self.pool).await?)
    }

    /// Notifies other servers that the lobby has changed: seeks came or went, or a game of a player there has begun.
    pub async fn notify_lobby(&self) -> Result<()> {
        let mut connection = self.pool.acquire().await?;
        Ok(self.backend.notify_changes(&mut connection, &[], true).await?)
    }

    /// Stores a report.
    pub async fn add_report(&self, report: &ReportRow) -> Result<()> {
        let sql = "INSERT INTO reports (id, game, seq, player, reason, at) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql)
            .bind(random_text(12))
            .bind(report.game.as_str())
            .bind(report.seq)
            .bind(report.player.as_str())
            .bind(storable(&report.reason))
            .bind(report.at);
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// The latest reports.
    pub async fn reports(&self, limit: i64) -> Result<Vec<ReportRow>> {
        let rows = sqlx::query("SELECT * FROM reports ORDER BY at DESC, id LIMIT $1")
            .bind(limit)
            .fetch_all(&self.pool)
            .await?;
        let report = |row: &AnyRow| {
            Ok(ReportRow {
                game: row.word("game")?,
                seq: row.try_get("seq")?,
                player: row.word("player")?,
                reason: row.try_get("reason")?,
                at: row.try_get("at")?,
            })
        };
        rows.iter().map(report).collect()
    }
}
