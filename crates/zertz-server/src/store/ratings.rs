//! Ratings and their history.

use super::{RatedPair, Result, Store, backend::Backend, columns::Columns, fairness, unreadable::readable};
use crate::{
    id::engine_level,
    rating::{self, Rating},
};
use sqlx::{AnyConnection, Row, any::AnyRow};
use zertz_protocol::{Code, GameId, LIMITS, Leader, Pace, PlayerId, PlayerRating, RatingPoint, word};

pub(super) const DAY: f64 = 24.0 * 3600.0 * 1000.0;

pub(super) fn rating(row: &AnyRow) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    })
}

/// A rating with what players see of it.
pub(super) fn player_rating(row: &AnyRow) -> Result<PlayerRating> {
    let rating = rating(row)?;
    Ok(PlayerRating {
        pace: row.word("pace")?,
        rating: rating.rating,
        deviation: rating.deviation,
        provisional: rating.is_provisional(),
        games: row.try_get("games")?,
    })
}

/// Changes the ratings of two players, within the transaction that writes the end of their game: both from what they were before it.
/// Returns why it changed nothing.
pub(super) async fn rate(
    backend: &Backend,
    connection: &mut AnyConnection,
    game: &GameId,
    pair: &RatedPair,
) -> Result<Option<Code>, sqlx::Error> {
    if let Some(code) = pair.unrated {
        return Ok(Some(code));
    }
    if let Some(code) = fairness::obstacle(connection, &pair.players, pair.at).await? {
        return Ok(Some(code));
    }
    let mut order = [0, 1];
    // Always in the same order, or two servers would deadlock.
    order.sort_by_key(|&index| &pair.players[index]);
    let (mut before, mut last) = ([Rating::default(); 2], [None; 2]);
    for index in order {
        let (player, fresh) = (pair.players[index].as_str(), Rating::default());
        let sql = "INSERT INTO ratings (player, pace, rating, deviation, volatility, games, at) \
                   VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(player).bind(word(pair.pace));
        let query = query.bind(fresh.rating).bind(fresh.deviation).bind(fresh.volatility).bind(pair.at);
        query.execute(&mut *connection).await?;
        let sql = format!("SELECT * FROM ratings WHERE player = $1 AND pace = $2{}", backend.for_update());
        let row = sqlx::query(&sql).bind(player).bind(word(pair.pace)).fetch_one(&mut *connection).await?;
        before[index] = rating(&row)?;
        last[index] = if row.try_get::<i64, _>("games")? > 0 { Some(row.try_get::<i64, _>("at")?) } else { None };
    }
    // Games that end together are rated one after the other. Their times say in which order, because `void` follows it.
    let at = last.iter().flatten().fold(pair.at, |at, &last| at.max(last + 1));
    let days = last.map(|last| last.map_or(0.0, |last| (at - last) as f64 / DAY));
    // Games of the same two that have ended at this moment, on other servers, are counted now that the rows are locked.
    if fairness::games_today(connection, &pair.players, pair.at).await? >= i64::from(LIMITS.rated_games_per_day) {
        return Ok(Some(Code::RatedOften));
    }
    let after = rating::rate(before, pair.scores, days);
    for index in order {
        let (player, new) = (pair.players[index].as_str(), after[index]);
        let sql = "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, games = games + 1, at = $6 \
                   WHERE player = $1 AND pace = $2";
        let query = sqlx::query(sql).bind(player).bind(word(pair.pace));
        let query = query.bind(new.rating).bind(new.deviation).bind(new.volatility).bind(at);
        query.execute(&mut *connection).await?;
        let sql = "INSERT INTO rated_games (game, player, pace, at, before, rating, deviation, volatility) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(game.as_str()).bind(player).bind(word(pair.pace)).bind(at);
        let query = query.bind(before[index].rating).bind(new.rating).bind(new.deviation).bind(new.volatility);
        query.execute(&mut *connection).await?;
    }
    Ok(None)
}

impl Store {
    /// The ratings of a player, by pace.
    pub async fn ratings(&self, player: &PlayerId) -> Result<Vec<PlayerRating>> {
        let rows =
            sqlx::query("SELECT * FROM ratings WHERE player = $1").bind(player.as_str()).fetch_all(&self.pool).await?;
        let mut list = rows.iter().map(player_rating).collect::<Result<Vec<_>>>()?;
        list.sort_by_key(|rating| rating.pace);
        Ok(list)
    }

    /// A player's ratings after each of the latest rated games, the oldest first.
    pub async fn rating_history(&self, player: &PlayerId, limit: i64) -> Result<Vec<RatingPoint>> {
        let sql = "SELECT * FROM rated_games WHERE player = $1 ORDER BY at DESC, game LIMIT $2";
        let rows = sqlx::query(sql).bind(player.as_str()).bind(limit).fetch_all(&self.lists);
        let rows = self.in_time(rows).await?;
        let point = |row: &AnyRow| {
            Ok(RatingPoint {
                game: row.word("game")?,
                pace: row.word("pace")?,
                at: row.try_get("at")?,
                rating: row.try_get("rating")?,
                deviation: row.try_get("deviation")?,
            })
        };
        rows.iter().rev().map(point).collect()
    }

    /// The best players at a pace whose rating is not provisional.
    pub async fn leaders(&self, pace: Pace, limit: i64) -> Result<Vec<Leader>> {
        // The bound is part of the text, because the index has only these players.
        let sql = format!(
            "SELECT p.id, p.name, p.kind, r.rating, r.deviation, r.games FROM ratings r JOIN players p ON p.id = r.player \
             WHERE r.pace = $1 AND r.deviation <= {} AND p.name IS NOT NULL ORDER BY r.rating DESC, r.player LIMIT $2",
            Rating::PROVISIONAL
        );
        let query = sqlx::query(&sql).bind(word(pace)).bind(limit);
        let leader = |row: &AnyRow| {
            Ok(Leader {
                name: row.try_get("name")?,
                kind: row.word("kind")?,
                level: engine_level(&row.word("id")?).map(|level| level.number()),
                rating: row.try_get("rating")?,
                deviation: row.try_get("deviation")?,
                games: row.try_get("games")?,
            })
        };
        Ok(readable("player", &self.in_time(query.fetch_all(&self.lists)).await?, leader))
    }
}
