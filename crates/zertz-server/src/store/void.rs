//! Voiding a rated game: ratings are computed again without it.
//!
//! A game that is voided changes the ratings of its two players from then on, and so those of everybody they have played since, and so on.
//! The log of rated games has all of them in order. It is read from the voided game on, a page at a time: the games of the players whose
//! rating has changed are computed again, and a player who meets one of them joins.
//!
//! Nobody else writes meanwhile, so the number of statements grows with the pages and the players, not with the games.

use super::{backend::Backend, ratings::DAY};
use crate::rating::{self, Rating};
use sqlx::{AnyConnection, Row, any::AnyRow};
use std::collections::HashMap;

/// How many rows of the log are read at once. Each game has one for each player.
const PAGE: i64 = 4_000;

/// How many rows one statement changes. With more, SQLite takes longer to find each value than to write it.
const ROWS: usize = 100;

/// A player's rating, and when it last changed.
#[derive(Clone, Copy, Debug)]
struct Standing {
    rating: Rating,
    at: Option<i64>,
}

/// One player's side of a rated game, as it is in the log.
struct Side {
    player: String,
    before: f64,
    after: f64,
    deviation: f64,
    volatility: Option<f64>,
}

/// A rated game, as it is in the log.
struct Rated {
    at: i64,
    game: String,
    /// The player on seat one.
    one: Option<String>,
    result: Option<String>,
    /// Those who have not deleted their accounts.
    sides: Vec<Side>,
}

/// What a game does to a player now.
struct Changed {
    game: String,
    player: String,
    before: f64,
    after: Rating,
}

/// What is computed again.
struct Work<'a> {
    connection: &'a mut AnyConnection,
    pace: String,
    /// The players whose ratings have changed, as they are at this point of the log.
    standings: HashMap<String, Standing>,
    /// The rows of the log that are still to be written.
    changed: Vec<Changed>,
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
    let mut work = Work { connection, pace, standings: HashMap::new(), changed: Vec::new() };
    for row in &rows {
        let player: String = row.try_get("player")?;
        work.follow(&player, at, game.as_str()).await?;
        let sql = "UPDATE ratings SET games = games - 1 WHERE player = $1 AND pace = $2";
        sqlx::query(sql).bind(&player).bind(&work.pace).execute(&mut *work.connection).await?;
    }
    let mut last = (at, game.to_string());
    loop {
        let (games, is_last) = work.games_after(&last).await?;
        for game in &games {
            work.again(game).await?;
        }
        work.write_log().await?;
        match games.into_iter().next_back() {
            Some(game) if !is_last => last = (game.at, game.game),
            _ => return work.write_ratings().await,
        }
    }
}

/// Adds a row of the log to the games that it belongs to.
fn add(games: &mut Vec<Rated>, row: &AnyRow) -> Result<(), sqlx::Error> {
    let side = Side {
        player: row.try_get("player")?,
        before: row.try_get("before")?,
        after: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    };
    let game: String = row.try_get("game")?;
    match games.last_mut() {
        Some(last) if last.game == game => last.sides.push(side),
        _ => games.push(Rated {
            at: row.try_get("at")?,
            game,
            one: row.try_get("one")?,
            result: row.try_get("result")?,
            sides: vec![side],
        }),
    }
    Ok(())
}

/// The rows of a list of values in a statement, after `before` other values.
fn values(rows: usize, columns: usize, before: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (1..=columns).map(|column| format!("${}", before + row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

impl Work<'_> {
    /// The next games in the log, and whether they are the last ones.
    async fn games_after(&mut self, (at, game): &(i64, String)) -> Result<(Vec<Rated>, bool), sqlx::Error> {
        let sql = "SELECT r.game, r.at, r.player, r.before, r.rating, r.deviation, r.volatility, g.one, g.result \
                   FROM rated_games r JOIN games g ON g.id = r.game WHERE r.pace = $1 AND r.at >= $2 \
                   AND (r.at > $2 OR r.game > $3) ORDER BY r.at, r.game, r.player LIMIT $4";
        let query = sqlx::query(sql).bind(&self.pace).bind(at).bind(game).bind(PAGE);
        let rows = query.fetch_all(&mut *self.connection).await?;
        let mut games = Vec::new();
        for row in &rows {
            add(&mut games, row)?;
        }
        let is_last = (rows.len() as i64) < PAGE;
        if !is_last {
            // The second row of the last game may be on the next page.
            games.pop();
        }
        Ok((games, is_last))
    }

    /// Begins to follow a player, from the rating that the player had before a game.
    async fn follow(&mut self, player: &str, at: i64, game: &str) -> Result<(), sqlx::Error> {
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
        Ok(())
    }

    /// The volatility that a player has now.
    async fn volatility(&mut self, player: &str) -> Result<f64, sqlx::Error> {
        let sql = "SELECT volatility FROM ratings WHERE player = $1 AND pace = $2";
        let query = sqlx::query_scalar(sql).bind(player).bind(&self.pace);
        Ok(query.fetch_optional(&mut *self.connection).await?.unwrap_or(Rating::default().volatility))
    }

    /// Computes a game again, if it is one of a player whose rating has changed.
    async fn again(&mut self, rated: &Rated) -> Result<(), sqlx::Error> {
        if !rated.sides.iter().any(|side| self.standings.contains_key(&side.player)) {
            return Ok(());
        }
        match &rated.sides[..] {
            [one, two] => {
                for side in [one, two] {
                    if !self.standings.contains_key(&side.player) {
                        self.follow(&side.player, rated.at, &rated.game).await?;
                    }
                }
                let scores = match rated.result.as_deref() {
                    Some("1") => [1.0, 0.0],
                    Some("2") => [0.0, 1.0],
                    Some("both-lose") => [0.0, 0.0],
                    _ => [0.5, 0.5],
                };
                let scores = if rated.one.as_ref() == Some(&one.player) { scores } else { [scores[1], scores[0]] };
                let standings = [self.standings[&one.player], self.standings[&two.player]];
                let days =
                    standings.map(|standing| standing.at.map_or(0.0, |last| (rated.at - last).max(0) as f64 / DAY));
                let after = rating::rate(standings.map(|standing| standing.rating), scores, days);
                for (index, side) in [one, two].into_iter().enumerate() {
                    self.note(rated, &side.player, standings[index], after[index]);
                }
            }
            // The opponent has deleted the account: the game changes the rating by as much as it did.
            [one] => {
                let standing = self.standings[&one.player];
                let volatility = one.volatility.unwrap_or(standing.rating.volatility);
                let rating = standing.rating.rating + one.after - one.before;
                self.note(rated, &one.player, standing, Rating { rating, deviation: one.deviation, volatility });
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes what a game does to a player now.
    fn note(&mut self, rated: &Rated, player: &str, before: Standing, after: Rating) {
        let (game, player) = (rated.game.clone(), player.to_owned());
        self.standings.insert(player.clone(), Standing { rating: after, at: Some(rated.at) });
        self.changed.push(Changed { game, player, before: before.rating.rating, after });
    }

    /// Writes the rows of the log that have changed.
    async fn write_log(&mut self) -> Result<(), sqlx::Error> {
        for rows in self.changed.chunks(ROWS) {
            let sql = format!(
                "WITH v (game, player, before, rating, deviation, volatility) AS (VALUES {}) UPDATE rated_games \
                 SET before = v.before, rating = v.rating, deviation = v.deviation, volatility = v.volatility FROM v \
                 WHERE rated_games.game = v.game AND rated_games.player = v.player",
                values(rows.len(), 6, 0)
            );
            let query = rows.iter().fold(sqlx::query(&sql), |query, Changed { game, player, before, after }| {
                let query = query.bind(game).bind(player).bind(before);
                query.bind(after.rating).bind(after.deviation).bind(after.volatility)
            });
            query.execute(&mut *self.connection).await?;
        }
        self.changed.clear();
        Ok(())
    }

    /// Writes the ratings at the end of the log. Players without rated games have none.
    async fn write_ratings(self) -> Result<(), sqlx::Error> {
        let mut rated = Vec::new();
        for (player, standing) in &self.standings {
            match standing.at {
                Some(at) => rated.push((player, standing.rating, at)),
                None => {
                    let sql = "DELETE FROM ratings WHERE player = $1 AND pace = $2";
                    sqlx::query(sql).bind(player).bind(&self.pace).execute(&mut *self.connection).await?;
                }
            }
        }
        for rows in rated.chunks(ROWS) {
            let sql = format!(
                "WITH v (player, rating, deviation, volatility, at) AS (VALUES {}) UPDATE ratings \
                 SET rating = v.rating, deviation = v.deviation, volatility = v.volatility, at = v.at FROM v \
                 WHERE ratings.player = v.player AND ratings.pace = $1",
                values(rows.len(), 5, 1)
            );
            let query = rows.iter().fold(sqlx::query(&sql).bind(&self.pace), |query, (player, rating, at)| {
                query.bind(*player).bind(rating.rating).bind(rating.deviation).bind(rating.volatility).bind(at)
            });
            query.execute(&mut *self.connection).await?;
        }
        Ok(())
    }
}
