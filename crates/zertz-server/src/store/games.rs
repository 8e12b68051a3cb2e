//! Reading games: their events, and lists of them.

use super::{
    Result, Store,
    columns::{Columns, storable},
    game_row,
};
use crate::table::Table;
use zertz_protocol::{Event, GameId, GameResult, GameSummary, Moment, PlayerId, Status, word};

/// Which games to list, the newest first.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only games at this stage.
    pub status: Option<Status>,
    /// Only games of this player.
    pub player: Option<PlayerId>,
    /// Only games on this board.
    pub board: Option<String>,
    /// Only games with this result.
    pub result: Option<GameResult>,
    /// Only games whose first turn begins with this text.
    pub opening: Option<String>,
    /// Only rated games, or only casual ones.
    pub rated: Option<bool>,
    /// Only games created before this moment, or at this moment and after this game in the list.
    pub before: Option<(Moment, Option<GameId>)>,
    /// The maximum number of games.
    pub limit: i64,
}

impl Store {
    /// The events of a game after an event, in order; all of them after 0. Empty if there is no such game.
    pub async fn events(&self, game: &GameId, after: i64) -> Result<Vec<Event>> {
        let sql = "SELECT body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
        let rows = sqlx::query(sql).bind(game.as_str()).bind(after).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.json("body")).collect()
    }

    /// The table of a game; `None` if there is no such game.
    pub async fn table(&self, game: &GameId) -> Result<Option<Table>> {
        let events = self.events(game, 0).await?;
        if events.is_empty() { Ok(None) } else { Ok(Some(Table::replay(&events)?)) }
    }

    /// The games that the server has to check by this moment, the most urgent first.
    pub async fn due(&self, now: Moment, limit: i64) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE wake IS NOT NULL AND wake <= $1 ORDER BY wake LIMIT $2";
        let rows = sqlx::query(sql).bind(now).bind(limit).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.word("id")).collect()
    }

    /// One game.
    pub async fn game(&self, game: &GameId) -> Result<Option<GameSummary>> {
        let sql = format!("{} WHERE g.id = $1", game_row::SELECT);
        let row = sqlx::query(&sql).bind(game.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(game_row::read).transpose()
    }

    /// A list of games, without aborted ones.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>> {
        // Every condition is always present and lets everything pass when it is not used. So the text of the query is constant, and no
        // part of it comes from outside.
        let sql = format!(
            "{} WHERE ($1 = '' OR g.status = $1) AND ($2 = '' OR g.one = $2 OR g.two = $2) AND ($3 = '' OR g.board = $3) \
             AND ($4 = '' OR g.result = $4) AND ($5 = '' OR SUBSTR(g.opening, 1, $6) = $5) AND ($7 < 0 OR g.rated = $7) \
             AND (g.created < $8 OR (g.created = $8 AND g.id > $9)) AND g.status <> 'aborted' \
             ORDER BY g.created DESC, g.id LIMIT $10",
            game_row::SELECT
        );
        let text = |wanted: &Option<String>| wanted.as_deref().map(storable).unwrap_or_default();
        let opening = text(&filter.opening);
        let (moment, game) = match &filter.before {
            None => (Moment::MAX, String::new()),
            Some((moment, None)) => (moment.saturating_sub(1), String::new()),
            Some((moment, Some(game))) => (*moment, game.to_string()),
        };
        let query = sqlx::query(&sql)
            .bind(filter.status.map(word).unwrap_or_default())
            .bind(filter.player.as_ref().map_or("", PlayerId::as_str))
            .bind(text(&filter.board))
            .bind(filter.result.map(word).unwrap_or_default())
            .bind(opening.clone())
            .bind(opening.chars().count() as i32)
            .bind(filter.rated.map_or(-1, i64::from))
            .bind(moment)
            .bind(game)
            .bind(filter.limit);
        query.fetch_all(&self.pool).await?.iter().map(game_row::read).collect()
    }
}
