//! Ratings and their history.

use super::{RatedPair, Result, Store, backend::Backend, columns::Columns};
use crate::rating::{Rating, rate as rated};
use sqlx::{AnyConnection, any::AnyRow};
use zertz_protocol::{GameId, Moment, Pace, PlayerId, PlayerKind};

const DAY: f64 = 24.0 * 3600.0 * 1000.0;

/// A player's rating at a pace.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The pace.
    pub pace: Pace,
    /// The rating.
    pub rating: Rating,
    /// The number of rated games.
    pub games: i64,
}

/// A point in the history of a rating.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// The game.
    pub game: GameId,
    /// The pace.
    pub pace: Pace,
    /// When the game ended.
    pub at: Moment,
    /// The rating after the game.
    pub rating: f64,
    /// The uncertainty of the rating.
    pub deviation: f64,
}

/// A line of the leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Leader {
    /// The player.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The rating.
    pub rating: Rating,
    /// The number of rated games.
    pub games: i64,
}

fn rating(row: &AnyRow) -> Result<Rating> {
    Ok(Rating { rating: row.real("rating")?, deviation: row.real("deviation")?, volatility: row.real("volatility")? })
}

/// Changes the ratings of two players, within the transaction that writes the end of their game.
pub(super) async fn rate(
    backend: &Backend,
    connection: &mut AnyConnection,
    game: &GameId,
    pair: &RatedPair,
) -> Result<(), sqlx::Error> {
    let mut order = [0, 1];
    // Always in the same order, or two servers would deadlock.
    order.sort_by_key(|&index| &pair.players[index]);
    let (mut before, mut days) = ([Rating::default(); 2], [0.0; 2]);
    for index in order {
        let (player, fresh) = (pair.players[index].as_str(), Rating::default());
        let sql = "INSERT INTO ratings (player, pace, rating, deviation, volatility, games, at) \
                   VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(player).bind(pair.pace.name());
        let query = query.bind(fresh.rating).bind(fresh.deviation).bind(fresh.volatility).bind(pair.at);
        query.execute(&mut *connection).await?;
        let sql = format!("SELECT * FROM ratings WHERE player = $1 AND pace = $2{}", backend.for_update());
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
    /// The ratings of a player, by pace.
    pub async fn standings(&self, player: &PlayerId) -> Result<Vec<Standing>> {
        let rows =
            sqlx::query("SELECT * FROM ratings WHERE player = $1").bind(player.as_str()).fetch_all(&self.pool).await?;
        let standing = |row: &AnyRow| {
            let pace = row.word("pace", Pace::named)?;
            Ok(Standing { pace, rating: rating(row)?, games: row.number("games")? })
        };
        let mut list = rows.iter().map(standing).collect::<Result<Vec<_>>>()?;
        list.sort_by_key(|standing| standing.pace);
        Ok(list)
    }

    /// The latest rated games of a player, the oldest first.
    pub async fn rated_games(&self, player: &PlayerId, limit: i64) -> Result<Vec<RatedGame>> {
        let sql = "SELECT * FROM rated_games WHERE player = $1 ORDER BY at DESC, game LIMIT $2";
        let rows = sqlx::query(sql).bind(player.as_str()).bind(limit).fetch_all(&self.pool).await?;
        let point = |row: &AnyRow| {
            Ok(RatedGame {
                game: row.id("game")?,
                pace: row.word("pace", Pace::named)?,
                at: row.number("at")?,
                rating: row.real("rating")?,
                deviation: row.real("deviation")?,
            })
        };
        rows.iter().rev().map(point).collect()
    }

    /// The best players at a pace whose rating is not provisional.
    pub async fn leaders(&self, pace: Pace, limit: i64) -> Result<Vec<Leader>> {
        let sql = "SELECT p.id, p.name, p.kind, r.rating, r.deviation, r.volatility, r.games \
                   FROM ratings r JOIN players p ON p.id = r.player \
                   WHERE r.pace = $1 AND r.deviation <= $2 AND p.name IS NOT NULL ORDER BY r.rating DESC, p.name LIMIT $3";
        let query = sqlx::query(sql).bind(pace.name()).bind(Rating::PROVISIONAL).bind(limit);
        let leader = |row: &AnyRow| {
            Ok(Leader {
                id: row.id("id")?,
                name: row.text("name")?,
                kind: row.word("kind", PlayerKind::named)?,
                rating: rating(row)?,
                games: row.number("games")?,
            })
        };
        query.fetch_all(&self.pool).await?.iter().map(leader).collect()
    }
}
