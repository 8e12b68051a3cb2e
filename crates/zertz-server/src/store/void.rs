//! Voiding a rated game: ratings are computed again without it.
//!
//! A game that is voided changes the ratings of its two players from then on, and so those of everybody they have played since, and so on.
//! The log of rated games has all of them in order: the games of the players whose rating has changed are computed again, one after the
//! other, and a player who meets one of them joins.

use super::{backend::Backend, ratings::DAY};
use crate::rating::{self, Rating};
use sqlx::{AnyConnection, Row};
use std::collections::{BTreeSet, HashMap};

/// A player's rating, and when it last changed.
#[derive(Clone, Copy, Debug)]
struct Standing {
    rating: Rating,
    at: Option<i64>,
}

/// One player's side of a rated game.
struct Side {
    player: String,
    before: f64,
    after: f64,
    deviation: f64,
    volatility: Option<f64>,
}

/// What is computed again.
struct Work<'a> {
    connection: &'a mut AnyConnection,
    pace: String,
    /// The players whose ratings have changed, as they are at this point of the log.
    standings: HashMap<String, Standing>,
    /// The games that are still to be computed, in order.
    games: BTreeSet<(i64, String)>,
}

/// Takes a game out of the ratings, in the transaction that writes its event.
pub(super) async fn void(
    backend: &Backend,
    connection: &mut AnyConnection,
    game: &zertz_protocol::GameId,
) -> Result<(), sqlx::Error> {
    backend.lock_ratings(connection).await?;
    let sql = "UPDATE games SET unrated = 'voided' WHERE id = $1";
    sqlx::query(sql).bind(game.as_str()).execute(&mut *connection).await?;
    let sql = "SELECT player, pace, at FROM rated_games WHERE game = $1 ORDER BY player";
    let rows = sqlx::query(sql).bind(game.as_str()).fetch_all(&mut *connection).await?;
    let Some(first) = rows.first() else { return Ok(()) };
    let (pace, at): (String, i64) = (first.try_get("pace")?, first.try_get("at")?);
    sqlx::query("DELETE FROM rated_games WHERE game = $1").bind(game.as_str()).execute(&mut *connection).await?;
    let mut work = Work { connection, pace, standings: HashMap::new(), games: BTreeSet::new() };
    for row in &rows {
        let player: String = row.try_get("player")?;
        work.begin(&player, at, game.as_str()).await?;
        let sql = "UPDATE ratings SET games = games - 1 WHERE player = $1 AND pace = $2";
        sqlx::query(sql).bind(&player).bind(&work.pace).execute(&mut *work.connection).await?;
    }
    while let Some((at, game)) = work.games.pop_first() {
        work.again(at, &game).await?;
    }
    work.store().await
}

impl Work<'_> {
    /// Begins to follow a player, from the rating that the player had before a game.
    async fn begin(&mut self, player: &str, at: i64, game: &str) -> Result<(), sqlx::Error> {
        let sql = "SELECT rating, deviation, volatility, at FROM rated_games WHERE player = $1 AND pace = $2 AND at <= $3 \
                   AND (at < $3 OR game < $4) ORDER BY at DESC, game DESC LIMIT 1";
        let query = sqlx::query(sql).bind(player).bind(&self.pace).bind(at).bind(game);
        let standing = match query.fetch_optional(&mut *self.connection).await? {
            None => Standing { rating: Rating::default(), at: None },
            Some(row) => {
                // Games of earlier versions were stored without it. It changes little.
                let volatility = match row.try_get::<Option<f64>, _>("volatility")? {
                    Some(volatility) => volatility,
                    None => self.volatility(player).await?,
                };
                let rating =
                    Rating { rating: row.try_get("rating")?, deviation: row.try_get("deviation")?, volatility };
                Standing { rating, at: Some(row.try_get("at")?) }
            }
        };
        self.standings.insert(player.to_owned(), standing);
        let sql =
            "SELECT game, at FROM rated_games WHERE player = $1 AND pace = $2 AND at >= $3 AND (at > $3 OR game > $4)";
        let query = sqlx::query(sql).bind(player).bind(&self.pace).bind(at).bind(game);
        for row in query.fetch_all(&mut *self.connection).await? {
            self.games.insert((row.try_get("at")?, row.try_get("game")?));
        }
        Ok(())
    }

    /// The volatility that a player has now.
    async fn volatility(&mut self, player: &str) -> Result<f64, sqlx::Error> {
        let sql = "SELECT volatility FROM ratings WHERE player = $1 AND pace = $2";
        let query = sqlx::query_scalar(sql).bind(player).bind(&self.pace);
        Ok(query.fetch_optional(&mut *self.connection).await?.unwrap_or(Rating::default().volatility))
    }

    /// Computes a game again.
    async fn again(&mut self, at: i64, game: &str) -> Result<(), sqlx::Error> {
        let sql = "SELECT r.player, r.before, r.rating, r.deviation, r.volatility, g.one, g.result FROM rated_games r \
                   JOIN games g ON g.id = r.game WHERE r.game = $1 ORDER BY r.player";
        let rows = sqlx::query(sql).bind(game).fetch_all(&mut *self.connection).await?;
        let mut sides = Vec::new();
        for row in &rows {
            sides.push(Side {
                player: row.try_get("player")?,
                before: row.try_get("before")?,
                after: row.try_get("rating")?,
                deviation: row.try_get("deviation")?,
                volatility: row.try_get("volatility")?,
            });
        }
        match &sides[..] {
            [one, two] => {
                for side in [one, two] {
                    if !self.standings.contains_key(&side.player) {
                        self.begin(&side.player, at, game).await?;
                    }
                }
                let first: Option<String> = rows[0].try_get("one")?;
                let result: Option<String> = rows[0].try_get("result")?;
                let scores = match result.as_deref() {
                    Some("1") => [1.0, 0.0],
                    Some("2") => [0.0, 1.0],
                    Some("both-lose") => [0.0, 0.0],
                    _ => [0.5, 0.5],
                };
                let scores = if first.as_ref() == Some(&one.player) { scores } else { [scores[1], scores[0]] };
                let standings = [self.standings[&one.player], self.standings[&two.player]];
                let days = standings.map(|standing| standing.at.map_or(0.0, |last| (at - last).max(0) as f64 / DAY));
                let after = rating::rate(standings.map(|standing| standing.rating), scores, days);
                for (index, side) in [one, two].into_iter().enumerate() {
                    self.note(game, at, &side.player, standings[index].rating.rating, after[index]).await?;
                }
            }
            // The opponent has deleted the account: the game changes the rating by as much as it did.
            [one] => {
                let Some(standing) = self.standings.get(&one.player).copied() else { return Ok(()) };
                let volatility = one.volatility.unwrap_or(standing.rating.volatility);
                let rating = standing.rating.rating + one.after - one.before;
                let after = Rating { rating, deviation: one.deviation, volatility };
                self.note(game, at, &one.player, standing.rating.rating, after).await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Stores what a game does to a player now.
    async fn note(&mut self, game: &str, at: i64, player: &str, before: f64, new: Rating) -> Result<(), sqlx::Error> {
        let sql = "UPDATE rated_games SET before = $3, rating = $4, deviation = $5, volatility = $6 WHERE game = $1 AND player = $2";
        let query = sqlx::query(sql).bind(game).bind(player).bind(before);
        let query = query.bind(new.rating).bind(new.deviation).bind(new.volatility);
        query.execute(&mut *self.connection).await?;
        self.standings.insert(player.to_owned(), Standing { rating: new, at: Some(at) });
        Ok(())
    }

    /// Stores the ratings at the end of the log. Players without rated games have none.
    async fn store(self) -> Result<(), sqlx::Error> {
        for (player, standing) in &self.standings {
            let Some(at) = standing.at else {
                let sql = "DELETE FROM ratings WHERE player = $1 AND pace = $2";
                sqlx::query(sql).bind(player).bind(&self.pace).execute(&mut *self.connection).await?;
                continue;
            };
            let sql = "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, at = $6 WHERE player = $1 AND pace = $2";
            let (new, query) = (standing.rating, sqlx::query(sql).bind(player).bind(&self.pace));
            let query = query.bind(new.rating).bind(new.deviation).bind(new.volatility).bind(at);
            query.execute(&mut *self.connection).await?;
        }
        Ok(())
    }
}
