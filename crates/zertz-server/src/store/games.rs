//! Reading games: their events, and lists of them.

use super::{
    Answer, GameSummary, Store,
    rows::{Get, storable},
};
use crate::{
    id::{GameId, PlayerId},
    table::{Event, Moment, Status},
};

/// What a game can end with, as [`GameSummary::result`] has it.
pub const RESULTS: [&str; 4] = ["1", "2", "draw", "bothLose"];

/// Which games to list, the newest first.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only with this status.
    pub status: Option<Status>,
    /// Only those of this player.
    pub player: Option<PlayerId>,
    /// Only on this board.
    pub board: Option<String>,
    /// Only with this result.
    pub result: Option<String>,
    /// Only those that begin with this turn, or with a turn that begins so.
    pub opening: Option<String>,
    /// Only rated ones, or only others.
    pub rated: Option<bool>,
    /// Only those made before this moment, or at it and later in the list than this game.
    pub before: Option<(Moment, Option<GameId>)>,
    /// At most so many.
    pub limit: i64,
}

impl Store {
    /// What happened in a game after an event, in order. From the beginning after 0; nothing of a game that does not exist.
    pub async fn events(&self, game: &GameId, after: i64) -> Answer<Vec<Event>> {
        let sql = "SELECT body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
        let rows = sqlx::query(sql).bind(game.as_str()).bind(after).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.json("body")).collect()
    }

    /// Games that the server has to look at by this moment, the most urgent first.
    pub async fn due(&self, now: Moment, limit: i64) -> Answer<Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE wake IS NOT NULL AND wake <= $1 ORDER BY wake LIMIT $2";
        let rows = sqlx::query(sql).bind(now).bind(limit).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.id("id")).collect()
    }

    /// One game in a few words.
    pub async fn game(&self, game: &GameId) -> Answer<Option<GameSummary>> {
        let sql = format!("{} WHERE g.id = $1", GameSummary::SELECT);
        let row = sqlx::query(&sql).bind(game.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(GameSummary::read).transpose()
    }

    /// A list of games.
    pub async fn games(&self, filter: &GameFilter) -> Answer<Vec<GameSummary>> {
        // Every condition is always there and lets everything through when nothing is asked of it, so the text of the query is always the
        // same and no part of it comes from outside.
        let sql = format!(
            "{} WHERE ($1 = '' OR g.status = $1) AND ($2 = '' OR g.one = $2 OR g.two = $2) AND ($3 = '' OR g.board = $3) \
             AND ($4 = '' OR g.result = $4) AND ($5 = '' OR SUBSTR(g.opening, 1, $6) = $5) AND ($7 < 0 OR g.rated = $7) \
             AND (g.created < $8 OR (g.created = $8 AND g.id > $9)) AND g.status <> 'aborted' \
             ORDER BY g.created DESC, g.id LIMIT $10",
            GameSummary::SELECT
        );
        let text = |wanted: &Option<String>| wanted.as_deref().map(storable).unwrap_or_default();
        let opening = text(&filter.opening);
        let (moment, game) = match &filter.before {
            None => (Moment::MAX, String::new()),
            Some((moment, None)) => (moment.saturating_sub(1), String::new()),
            Some((moment, Some(game))) => (*moment, game.to_string()),
        };
        let query = sqlx::query(&sql)
            .bind(filter.status.map_or("", Status::name))
            .bind(filter.player.as_ref().map_or("", PlayerId::as_str))
            .bind(text(&filter.board))
            .bind(filter.result.clone().unwrap_or_default())
            .bind(opening.clone())
            .bind(opening.chars().count() as i32)
            .bind(filter.rated.map_or(-1, i64::from))
            .bind(moment)
            .bind(game)
            .bind(filter.limit);
        query.fetch_all(&self.pool).await?.iter().map(GameSummary::read).collect()
    }
}
