//! Ratings: as they stand, and how they came about.

use super::{Answer, RatedPair, Store, home::Home, rows::Get};
use crate::{
    Rating,
    id::{GameId, PlayerId},
    rate as rated,
    table::{Moment, Pace},
};
use serde::Serialize;
use sqlx::{AnyConnection, any::AnyRow};
use utoipa::ToSchema;

const DAY: f64 = 24.0 * 3600.0 * 1000.0;

/// Where somebody stands at a pace.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The pace.
    pub pace: Pace,
    /// The number.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// Whether too few games were played to be sure of it.
    pub provisional: bool,
    /// How many rated games were played.
    pub games: i64,
}

/// A point on the way of somebody's rating.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct RatedGame {
    /// The game.
    pub game: GameId,
    /// The pace.
    pub pace: Pace,
    /// When.
    pub at: Moment,
    /// The rating after it.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
}

/// A line of the leaderboard.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Leader {
    /// Who.
    pub name: String,
    /// What kind of player.
    pub kind: super::Kind,
    /// The number.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// How many rated games were played.
    pub games: i64,
}

fn rating(row: &AnyRow) -> Answer<Rating> {
    Ok(Rating { rating: row.real("rating")?, deviation: row.real("deviation")?, volatility: row.real("volatility")? })
}

/// Changes the ratings of two players after a game, within the transaction that writes its end down.
pub(super) async fn rate(
    home: &Home,
    connection: &mut AnyConnection,
    game: &GameId,
    pair: &RatedPair,
) -> Result<(), sqlx::Error> {
    let mut order = [0, 1];
    // Always in the same order, or two machines would wait for each other.
    order.sort_by_key(|&index| &pair.players[index]);
    let (mut before, mut days) = ([Rating::default(); 2], [0.0; 2]);
    for index in order {
        let (player, fresh) = (pair.players[index].as_str(), Rating::default());
        let sql = "INSERT INTO ratings (player, pace, rating, deviation, volatility, games, at) \
                   VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(player).bind(pair.pace.name());
        let query = query.bind(fresh.rating).bind(fresh.deviation).bind(fresh.volatility).bind(pair.at);
        query.execute(&mut *connection).await?;
        let sql = format!("SELECT * FROM ratings WHERE player = $1 AND pace = $2{}", home.for_update());
        let row = sqlx::query(&sql).bind(player).bind(pair.pace.name()).fetch_one(&mut *connection).await?;
        let unreadable = |error: super::StoreError| sqlx::Error::Decode(error.into());
        before[index] = rating(&row).map_err(unreadable)?;
        days[index] = (pair.at - row.number("at").map_err(unreadable)?).max(0) as f64 / DAY;
    }
    let after = rated(before, pair.scores, days);
    for index in order {
        let (player, new) = (pair.players[index].as_str(), after[index]);
        let sql = "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, games = games + 1, at = $6 \
                   WHERE player = $1 AND pace = $2";
        let query = sqlx::query(sql).bind(player).bind(pair.pace.name());
        let query = query.bind(new.rating).bind(new.deviation).bind(new.volatility).bind(pair.at);
        query.execute(&mut *connection).await?;
        let sql = "INSERT INTO rated_games (game, player, pace, at, before, rating, deviation) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(game.as_str()).bind(player).bind(pair.pace.name()).bind(pair.at);
        let query = query.bind(before[index].rating).bind(new.rating).bind(new.deviation);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Where a player stands, at each pace that was played.
    pub async fn standings(&self, player: &PlayerId) -> Answer<Vec<Standing>> {
        let rows =
            sqlx::query("SELECT * FROM ratings WHERE player = $1").bind(player.as_str()).fetch_all(&self.pool).await?;
        let mut list = Vec::new();
        for row in &rows {
            let rating = rating(row)?;
            list.extend(Pace::named(&row.text("pace")?).map(|pace| Standing {
                pace,
                rating: rating.rating,
                deviation: rating.deviation,
                provisional: rating.is_provisional(),
                games: row.number("games").unwrap_or(0),
            }));
        }
        list.sort_by_key(|standing| standing.pace as u8);
        Ok(list)
    }

    /// How a player came there: the latest games, the oldest of them first.
    pub async fn rated_games(&self, player: &PlayerId, limit: i64) -> Answer<Vec<RatedGame>> {
        let sql = "SELECT * FROM rated_games WHERE player = $1 ORDER BY at DESC, game LIMIT $2";
        let rows = sqlx::query(sql).bind(player.as_str()).bind(limit).fetch_all(&self.pool).await?;
        let mut list = Vec::new();
        for row in rows.iter().rev() {
            let Some(pace) = Pace::named(&row.text("pace")?) else { continue };
            list.push(RatedGame {
                game: row.id("game")?,
                pace,
                at: row.number("at")?,
                rating: row.real("rating")?,
                deviation: row.real("deviation")?,
            });
        }
        Ok(list)
    }

    /// The best at a pace, of those whose rating is sure enough.
    pub async fn leaders(&self, pace: Pace, limit: i64) -> Answer<Vec<Leader>> {
        let sql = "SELECT p.name, p.kind, r.rating, r.deviation, r.games FROM ratings r JOIN players p ON p.id = r.player \
                   WHERE r.pace = $1 AND r.deviation <= $2 AND p.name IS NOT NULL ORDER BY r.rating DESC, p.name LIMIT $3";
        let query = sqlx::query(sql).bind(pace.name()).bind(Rating::PROVISIONAL).bind(limit);
        let leader = |row: &AnyRow| {
            Ok(Leader {
                name: row.text("name")?,
                kind: super::Kind::named(&row.text("kind")?).unwrap_or(super::Kind::Person),
                rating: row.real("rating")?,
                deviation: row.real("deviation")?,
                games: row.number("games")?,
            })
        };
        query.fetch_all(&self.pool).await?.iter().map(leader).collect()
    }
}
