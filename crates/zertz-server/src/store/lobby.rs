//! Offers in the lobby, and complaints.

use super::{
    Answer, Kind, Store,
    rows::{Get, storable},
};
use crate::{
    id::{GameId, PlayerId, SeekId},
    table::{Moment, Settings},
};
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// What somebody would like to play.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct SeekBody {
    /// The game.
    pub settings: Settings,
    /// Who begins: `me`, `opponent` or `lot`.
    pub first: crate::play::First,
}

/// An offer in the lobby.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Seek {
    /// Its name.
    pub id: SeekId,
    /// Whose it is.
    pub player: PlayerId,
    /// The owner's name; guests have none.
    pub name: Option<String>,
    /// What kind of player the owner is.
    pub kind: Kind,
    /// The owner's rating at this pace.
    pub rating: Option<i64>,
    /// What is offered.
    #[serde(flatten)]
    pub body: SeekBody,
    /// Since when.
    pub created: Moment,
}

/// A complaint about something that was said.
#[derive(Serialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// In which game.
    pub game: GameId,
    /// The event that says it.
    pub seq: i64,
    /// Who complains.
    pub player: PlayerId,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Moment,
}

impl Store {
    /// Puts an offer into the lobby, or keeps one there for longer.
    pub async fn offer(
        &self,
        seek: &SeekId,
        player: &PlayerId,
        body: &SeekBody,
        now: Moment,
        until: Moment,
    ) -> Answer<()> {
        let text = serde_json::to_string(body).unwrap_or_default();
        let sql = "INSERT INTO seeks (id, player, body, created, until) VALUES ($1, $2, $3, $4, $5)";
        let query = sqlx::query(sql).bind(seek.as_str()).bind(player.as_str()).bind(text).bind(now).bind(until);
        query.execute(&self.pool).await?;
        self.tell_lobby().await
    }

    /// The offers of somebody stay for longer.
    pub async fn keep_offers(&self, player: &PlayerId, until: Moment) -> Answer<()> {
        let sql = "UPDATE seeks SET until = $2 WHERE player = $1 AND until < $2";
        sqlx::query(sql).bind(player.as_str()).bind(until).execute(&self.pool).await?;
        Ok(())
    }

    /// Offers of somebody who has left, and which are not for days, lapse by this moment.
    pub async fn shorten_offers(&self, player: &PlayerId, until: Moment, days_from: Moment) -> Answer<()> {
        let sql = "UPDATE seeks SET until = $2 WHERE player = $1 AND until > $2 AND until < $3";
        sqlx::query(sql).bind(player.as_str()).bind(until).bind(days_from).execute(&self.pool).await?;
        Ok(())
    }

    /// Takes an offer of somebody out again. Says whether it was there.
    pub async fn withdraw(&self, player: &PlayerId, seek: Option<&SeekId>) -> Answer<bool> {
        let sql = "DELETE FROM seeks WHERE player = $1 AND ($2 = '' OR id = $2)";
        let seek = seek.map_or("", SeekId::as_str);
        let gone = sqlx::query(sql).bind(player.as_str()).bind(seek).execute(&self.pool).await?.rows_affected() > 0;
        if gone {
            self.tell_lobby().await?;
        }
        Ok(gone)
    }

    /// Takes out what has lapsed. Says whether there was any.
    pub async fn lapse(&self, now: Moment) -> Answer<bool> {
        let gone = sqlx::query("DELETE FROM seeks WHERE until < $1").bind(now).execute(&self.pool).await?;
        Ok(gone.rows_affected() > 0)
    }

    /// What is offered, the oldest first.
    pub async fn seeks(&self, now: Moment) -> Answer<Vec<Seek>> {
        let sql = "SELECT s.id, s.player, s.body, s.created, p.name, p.kind FROM seeks s JOIN players p ON p.id = s.player \
                   WHERE s.until >= $1 ORDER BY s.created, s.id LIMIT 200";
        let rows = sqlx::query(sql).bind(now).fetch_all(&self.pool).await?;
        let mut list = Vec::new();
        for row in &rows {
            let (player, body): (PlayerId, SeekBody) = (row.id("player")?, row.json("body")?);
            let rating = match body.settings.time.pace() {
                None => None,
                Some(pace) => {
                    let sql = "SELECT rating FROM ratings WHERE player = $1 AND pace = $2";
                    let query = sqlx::query_scalar::<_, f64>(sql).bind(player.as_str()).bind(pace.name());
                    query.fetch_optional(&self.pool).await?.map(|rating| rating.round() as i64)
                }
            };
            list.push(Seek {
                id: row.id("id")?,
                player,
                name: row.maybe("name")?,
                kind: Kind::named(&row.text("kind")?).unwrap_or(Kind::Guest),
                rating,
                body,
                created: row.number("created")?,
            });
        }
        Ok(list)
    }

    /// How many offers somebody has there.
    pub async fn seeks_of(&self, player: &PlayerId) -> Answer<i64> {
        let sql = "SELECT COUNT(*) FROM seeks WHERE player = $1";
        Ok(sqlx::query_scalar(sql).bind(player.as_str()).fetch_one(&self.pool).await?)
    }

    /// Tells other machines that somebody may be waiting there for a game that has begun here.
    pub async fn tell_started(&self) -> Answer<()> {
        self.tell_lobby().await
    }

    async fn tell_lobby(&self) -> Answer<()> {
        let mut connection = self.pool.acquire().await?;
        Ok(self.home.tell(&mut connection, &[], true).await?)
    }

    /// Keeps a complaint.
    pub async fn report(&self, report: &Report) -> Answer<()> {
        let sql = "INSERT INTO reports (id, game, seq, player, reason, at) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql)
            .bind(crate::id::random(12))
            .bind(report.game.as_str())
            .bind(report.seq)
            .bind(report.player.as_str())
            .bind(storable(&report.reason))
            .bind(report.at);
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// The latest complaints.
    pub async fn reports(&self, limit: i64) -> Answer<Vec<Report>> {
        let rows = sqlx::query("SELECT * FROM reports ORDER BY at DESC, id LIMIT $1")
            .bind(limit)
            .fetch_all(&self.pool)
            .await?;
        let report = |row: &AnyRow| {
            Ok(Report {
                game: row.id("game")?,
                seq: row.number("seq")?,
                player: row.id("player")?,
                reason: row.text("reason")?,
                at: row.number("at")?,
            })
        };
        rows.iter().map(report).collect()
    }
}
