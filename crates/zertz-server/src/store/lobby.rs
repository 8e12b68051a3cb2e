//! Seeks in the lobby.

use super::{
    Result, Store, StoreError, blocks,
    columns::{Columns, json},
    fairness,
    players::ALIVE,
    unreadable::readable,
    writer::{Caller, Write},
};
use crate::{
    address::site,
    limits::{SEEKS, SITE},
};
use sqlx::{AnyConnection, Row, any::AnyRow};
use zertz_protocol::{First, Moment, NewSeek, PlayerId, Seek, SeekId, Settings, word};

/// The maximum number of seeks that the lobby lists.
const MAX_SEEKS: i64 = 100;

/// How many seeks that fit are considered, the oldest first.
const MAX_FITTING: i64 = 50;

/// A seek to add.
#[derive(Clone, Debug)]
pub struct NewOffer {
    /// The id.
    pub id: SeekId,
    /// The player who makes it.
    pub player: PlayerId,
    /// What to play.
    pub body: NewSeek,
    /// Where it comes from.
    pub caller: Caller,
    /// Now.
    pub at: Moment,
    /// When it expires.
    pub until: Moment,
    /// Whether it comes from quick pairing: then it is added only if no seek of somebody else fits and the player does not wait for such a
    /// game already, and it replaces the one with which the player waits for another game.
    pub quick: bool,
}

/// What somebody wants to play, as text: two seeks with the same text fit each other.
fn wish(settings: &Settings, first: First) -> Result<Option<String>, sqlx::Error> {
    if first == First::Random { json(settings).map(Some) } else { Ok(None) }
}

/// Adds a seek, within a transaction that keeps out others who do the same.
pub(super) async fn add(connection: &mut AnyConnection, offer: &NewOffer) -> Result<Result<()>, sqlx::Error> {
    let settings = &offer.body.settings;
    if offer.quick {
        let waits = own(connection, settings, &offer.player, offer.at).await?.is_some();
        if waits || fitting(connection, settings, &offer.player, offer.at).await?.is_some() {
            return Ok(Err(StoreError::Conflict));
        }
        let sql = "DELETE FROM seeks WHERE player = $1 AND quick = 1";
        sqlx::query(sql).bind(offer.player.as_str()).execute(&mut *connection).await?;
    }
    let network = offer.caller.limited.then_some(offer.caller.network);
    let site = network.and_then(site).map(|site| site.to_string());
    let network = network.map(|network| network.to_string());
    for (column, key, most) in [
        ("player", Some(offer.player.to_string()), SEEKS.player),
        ("network", network.clone(), SEEKS.address),
        ("site", site.clone(), SEEKS.address * SITE),
    ] {
        let Some(key) = key else { continue };
        let sql = format!("SELECT COUNT(*) FROM seeks WHERE {column} = $1 AND until >= $2");
        let count: i64 = sqlx::query_scalar(&sql).bind(key).bind(offer.at).fetch_one(&mut *connection).await?;
        if count >= i64::from(most) {
            return Ok(Err(StoreError::TooMany));
        }
    }
    let sql = format!(
        "INSERT INTO seeks (player, id, body, created, until, network, site, wish, pace, quick) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE EXISTS ({ALIVE})"
    );
    let query = sqlx::query(&sql)
        .bind(offer.player.as_str())
        .bind(offer.id.as_str())
        .bind(json(&offer.body)?)
        .bind(offer.at)
        .bind(offer.until)
        .bind(network)
        .bind(site)
        .bind(wish(settings, offer.body.first)?)
        .bind(settings.time.pace().map(word))
        .bind(i64::from(offer.quick));
    query.execute(connection).await?;
    Ok(Ok(()))
}

/// The seek with which a player already waits for such a game.
async fn own(
    connection: &mut AnyConnection,
    settings: &Settings,
    player: &PlayerId,
    now: Moment,
) -> Result<Option<AnyRow>, sqlx::Error> {
    let sql = "SELECT id FROM seeks WHERE wish = $1 AND player = $2 AND until >= $3";
    sqlx::query(sql).bind(json(settings)?).bind(player.as_str()).bind(now).fetch_optional(connection).await
}

/// The seek of another person that fits a player best: the one with the closest rating, if both players have one, and then the oldest.
pub(super) async fn fitting(
    connection: &mut AnyConnection,
    settings: &Settings,
    player: &PlayerId,
    now: Moment,
) -> Result<Option<SeekId>, sqlx::Error> {
    let rating: Option<f64> = match settings.time.pace() {
        None => None,
        Some(pace) => {
            let sql = "SELECT rating FROM ratings WHERE player = $1 AND pace = $2";
            sqlx::query_scalar(sql).bind(player.as_str()).bind(word(pace)).fetch_optional(&mut *connection).await?
        }
    };
    let sql = "SELECT s.id, s.player, r.rating FROM seeks s JOIN players p ON p.id = s.player AND p.kind <> 'bot' \
               LEFT JOIN ratings r ON r.player = s.player AND r.pace = s.pace WHERE s.wish = $1 AND s.player <> $2 AND s.until >= $3 ORDER BY s.created, s.id LIMIT $4";
    let query = sqlx::query(sql).bind(json(settings)?).bind(player.as_str()).bind(now).bind(MAX_FITTING);
    let mut found = Vec::new();
    for row in query.fetch_all(&mut *connection).await? {
        let other: Option<f64> = row.try_get("rating")?;
        let gap = rating.zip(other).map_or(0.0, |(one, two)| (one - two).abs());
        found.push((gap, row.try_get::<String, _>("id")?, row.try_get::<String, _>("player")?));
    }
    // The order of seeks with the same gap stays.
    found.sort_by(|(one, ..), (two, ..)| one.total_cmp(two));
    for (_, seek, other) in found {
        let (Ok(seek), Ok(other)) = (seek.parse(), other.parse()) else { continue };
        if blocks::are_blocked(connection, &other, player).await? {
            continue;
        }
        let players = [other, player.clone()];
        if !settings.rated || fairness::obstacle(connection, &players, now).await?.is_none() {
            return Ok(Some(seek));
        }
    }
    Ok(None)
}

impl Store {
    /// Adds a seek. [`StoreError::Conflict`] means that somebody else's seek fits or that the player waits already,
    /// [`StoreError::TooMany`] that its player or address has enough of them.
    pub async fn add_seek(&self, offer: NewOffer) -> Result<()> {
        self.write(Write { offer: Some(offer), ..Write::default() }).await
    }

    /// The seek of somebody else that fits a player best.
    pub async fn fitting_seek(&self, settings: &Settings, player: &PlayerId, now: Moment) -> Result<Option<SeekId>> {
        let mut connection = self.pool.acquire().await?;
        Ok(fitting(&mut connection, settings, player, now).await?)
    }

    /// The seek with which a player already waits for such a game.
    pub async fn own_seek(&self, settings: &Settings, player: &PlayerId, now: Moment) -> Result<Option<SeekId>> {
        let mut connection = self.pool.acquire().await?;
        own(&mut connection, settings, player, now).await?.map(|row| row.word("id")).transpose()
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

    /// The latest seeks that have not expired, the newest first.
    pub async fn seeks(&self, now: Moment) -> Result<Vec<Seek>> {
        self.find_seeks(None, now).await
    }

    /// A seek that has not expired.
    pub async fn seek(&self, id: &SeekId, now: Moment) -> Result<Option<Seek>> {
        Ok(self.find_seeks(Some(id), now).await?.pop())
    }

    async fn find_seeks(&self, id: Option<&SeekId>, now: Moment) -> Result<Vec<Seek>> {
        let sql = "SELECT s.id, s.player, s.body, s.created, p.name, p.kind, r.rating FROM seeks s JOIN players p ON p.id = s.player \
                   LEFT JOIN ratings r ON r.player = s.player AND r.pace = s.pace \
                   WHERE s.until >= $1 AND ($2 = '' OR s.id = $2) ORDER BY s.created DESC, s.id LIMIT $3";
        let query = sqlx::query(sql).bind(now).bind(id.map_or("", SeekId::as_str)).bind(MAX_SEEKS);
        let seek = |row: &AnyRow| {
            let body: NewSeek = row.json("body")?;
            Ok(Seek {
                id: row.word("id")?,
                player: row.word("player")?,
                name: row.try_get("name")?,
                kind: row.word("kind")?,
                rating: row.try_get::<Option<f64>, _>("rating")?.map(|rating| rating.round() as i64),
                settings: body.settings,
                first: body.first,
                created: row.try_get("created")?,
            })
        };
        Ok(readable("seek", &query.fetch_all(&self.pool).await?, seek))
    }

    /// Notifies other servers that the lobby has changed: seeks came or went, or a game of a player there has begun.
    pub async fn notify_lobby(&self) -> Result<()> {
        let mut connection = self.pool.acquire().await?;
        Ok(self.backend.notify_changes(&mut connection, &[], true, false).await?)
    }
}
