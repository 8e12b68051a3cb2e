//! Reading games: their events, and lists of them.

use super::{
    Result, Store, StoreError,
    backend::Backend,
    columns::{Columns, storable},
    game_row,
    unreadable::readable,
};
use crate::table::Table;
use sqlx::{Row, any::AnyRow};
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
        let sql = "SELECT seq, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
        let rows = sqlx::query(sql).bind(game.as_str()).bind(after).fetch_all(&self.pool).await?;
        let event = |row: &AnyRow| {
            row.json("body").map_err(|error| match error {
                StoreError::Unreadable(why) => {
                    let seq: i64 = row.try_get("seq").unwrap_or_default();
                    StoreError::Unreadable(format!("event {seq} of game {game}: {why}"))
                }
                error => error,
            })
        };
        rows.iter().map(event).collect()
    }

    /// The table of a game; `None` if there is no such game.
    pub async fn table(&self, game: &GameId) -> Result<Option<Table>> {
        let events = self.events(game, 0).await?;
        if events.is_empty() { Ok(None) } else { replay(game, &events).map(Some) }
    }

    /// The games that the server has to check by this moment, the most urgent first.
    pub async fn due(&self, now: Moment, limit: i64) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE wake IS NOT NULL AND wake <= $1 ORDER BY wake LIMIT $2";
        let rows = sqlx::query(sql).bind(now).bind(limit).fetch_all(&self.pool).await?;
        Ok(readable("game", &rows, |row| row.word("id")))
    }

    /// Corrects when a game has to be checked, unless it has gone on.
    pub async fn correct_wake(&self, game: &GameId, seq: i64, wake: Option<Moment>) -> Result<()> {
        let sql = "UPDATE games SET wake = $3 WHERE id = $1 AND seq = $2";
        sqlx::query(sql).bind(game.as_str()).bind(seq).bind(wake).execute(&self.pool).await?;
        Ok(())
    }

    /// Lets a game that cannot be read wait for a while: it must not be in the way of others, and may be repaired.
    pub async fn postpone_wake(&self, game: &GameId, wake: Moment) -> Result<()> {
        let sql = "UPDATE games SET wake = $2 WHERE id = $1 AND wake IS NOT NULL";
        sqlx::query(sql).bind(game.as_str()).bind(wake).execute(&self.pool).await?;
        Ok(())
    }

    /// One game.
    pub async fn game(&self, game: &GameId) -> Result<Option<GameSummary>> {
        let sql = format!("{} WHERE g.id = $1", game_row::select("games g"));
        let row = sqlx::query(&sql).bind(game.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(game_row::read).transpose()
    }

    /// A list of games, without aborted ones.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>> {
        let Query { sql, values } = Query::new(filter, &self.backend);
        let query = values.into_iter().fold(sqlx::query(&sql), |query, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        });
        Ok(readable("game", &self.in_time(query.fetch_all(&self.lists)).await?, game_row::read))
    }
}

/// The table that events add up to.
fn replay(game: &GameId, events: &[Event]) -> Result<Table> {
    Table::replay(events).map_err(|bad| StoreError::Unreadable(format!("game {game}: {bad}")))
}

/// A value in a query.
enum Value {
    Text(String),
    Number(i64),
}

/// The query for a list of games. It consists of branches, each of which finds its first games by one index, in order; the list is what
/// comes first in all of them. So the cost depends on the length of a page and hardly on the number of games. The text has only constant
/// parts; everything from outside is a value.
#[derive(Default)]
struct Query {
    sql: String,
    values: Vec<Value>,
}

/// What the index of a list of finished games begins with, after the player. All of them go on with the result and whether the game is rated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    /// Nothing.
    Result,
    /// The board.
    Board,
    /// The first characters of the first turn, so many; without a player also the board.
    Opening(usize),
}

impl Key {
    /// The key that leaves the fewest games.
    fn of(filter: &GameFilter) -> Key {
        let opening = filter.opening.as_ref().map_or(0, |opening| opening.chars().count());
        let indexed: &[usize] = if filter.player.is_some() { &[2] } else { &[6, 3, 2] };
        match indexed.iter().find(|&&length| length <= opening) {
            Some(&length) => Key::Opening(length),
            None if filter.board.is_some() => Key::Board,
            None => Key::Result,
        }
    }
}

impl Query {
    fn new(filter: &GameFilter, backend: &Backend) -> Query {
        let opening = filter.opening.as_deref().map(storable).filter(|opening| !opening.is_empty());
        let filter = &GameFilter { opening, ..filter.clone() };
        let (mut query, mut stages) = (Query::default(), Vec::new());
        if matches!(filter.status, None | Some(Status::Over)) {
            stages.extend(query.over(filter, backend));
        }
        if filter.status != Some(Status::Over) {
            stages.push(query.open(filter, backend));
        }
        let (seats, before) = (query.seats(filter), query.before(filter));
        let limit = query.value(Value::Number(filter.limit));
        let branch = |stage: &String, seat: &String| {
            format!(
                "SELECT * FROM (SELECT g.id, g.created FROM games g WHERE {stage}{seat}{before} ORDER BY g.created DESC, g.id LIMIT {limit}) b"
            )
        };
        let branches: Vec<String> =
            stages.iter().flat_map(|stage| seats.iter().map(move |seat| branch(stage, seat))).collect();
        let page = format!(
            "(SELECT id FROM ({}) u ORDER BY created DESC, id LIMIT {limit}) k JOIN games g ON g.id = k.id",
            branches.join(" UNION ALL ")
        );
        query.sql = format!("{} ORDER BY g.created DESC, g.id", game_row::select(&page));
        query
    }

    /// Adds a value. Returns its place in the text.
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn text(&mut self, text: &str) -> String {
        self.value(Value::Text(storable(text)))
    }

    /// The conditions of finished games: one for each result that is asked for, rated or casual. Only finished games have a result. SQLite
    /// would have to guess which index is best: it is given no choice.
    fn over(&mut self, filter: &GameFilter, backend: &Backend) -> Vec<String> {
        let (key, mut more) = (Key::of(filter), String::new());
        if let Some(board) = &filter.board {
            let in_key = key == Key::Board || filter.player.is_none();
            let column = if in_key { "g.board".to_owned() } else { backend.without_index("g.board") };
            more += &format!(" AND {column} = {}", self.text(board));
        }
        if let Some(opening) = &filter.opening {
            if let Key::Opening(indexed) = key {
                let beginning: String = opening.chars().take(indexed).collect();
                more += &format!(" AND SUBSTR(g.opening, 1, {indexed}) = {}", self.text(&beginning));
            }
            if key != Key::Opening(opening.chars().count()) {
                more += &self.begins(opening, backend);
            }
        }
        let results = filter.result.map_or(GameResult::ALL.to_vec(), |result| vec![result]);
        let rated = filter.rated.map_or(vec![false, true], |rated| vec![rated]);
        let condition =
            |result, rated| format!("g.result = '{}' AND g.rated = {}{more}", word(result), i64::from(rated));
        results.into_iter().flat_map(|result| rated.iter().map(move |&rated| condition(result, rated))).collect()
    }

    /// The condition of games that are not over, of which there are few. Aborted games are never listed, and have an end.
    fn open(&mut self, filter: &GameFilter, backend: &Backend) -> String {
        let mut all = "g.ended IS NULL".to_owned();
        if let Some(status) = filter.status {
            all += &format!(" AND g.status = {}", self.text(&word(status)));
        }
        for (column, value) in [("g.board", filter.board.clone()), ("g.result", filter.result.map(word))] {
            if let Some(value) = value {
                all += &format!(" AND {} = {}", backend.without_index(column), self.text(&value));
            }
        }
        if let Some(rated) = filter.rated {
            all += &format!(" AND {} = {}", backend.without_index("g.rated"), i64::from(rated));
        }
        if let Some(opening) = &filter.opening {
            all += &self.begins(opening, backend);
        }
        all
    }

    /// The condition that the first turn begins with a text.
    fn begins(&mut self, opening: &str, backend: &Backend) -> String {
        format!(" AND {}", backend.begins_with("g.opening", &self.text(opening), opening.chars().count()))
    }

    /// The conditions for the seats of the player: one branch each.
    fn seats(&mut self, filter: &GameFilter) -> Vec<String> {
        let Some(player) = &filter.player else { return vec![String::new()] };
        let player = self.text(player.as_str());
        let second = format!(" AND g.two = {player} AND (g.one IS NULL OR g.one <> {player})");
        vec![format!(" AND g.one = {player}"), second]
    }

    /// The condition for where the page begins.
    fn before(&mut self, filter: &GameFilter) -> String {
        match &filter.before {
            None => String::new(),
            Some((moment, None)) => format!(" AND g.created < {}", self.value(Value::Number(*moment))),
            Some((moment, Some(game))) => {
                let (moment, game) = (self.value(Value::Number(*moment)), self.text(game.as_str()));
                format!(" AND g.created <= {moment} AND (g.created < {moment} OR g.id > {game})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::random_text;

    /// Every filter for finished games.
    fn filters() -> Vec<GameFilter> {
        let mut all = Vec::new();
        for player in [None, Some("ann")] {
            for board in [None, Some("37")] {
                for opening in [None, Some("W"), Some("Wd"), Some("Wd4"), Some("Wd4,"), Some("Wd4,d1"), Some("Wd10,d1")]
                {
                    for result in [None, Some(GameResult::Draw)] {
                        for (rated, before) in [(None, None), (Some(true), Some((9, Some("game".parse().unwrap()))))] {
                            all.push(GameFilter {
                                status: Some(Status::Over),
                                player: player.map(|player| player.parse().unwrap()),
                                board: board.map(str::to_owned),
                                opening: opening.map(str::to_owned),
                                result,
                                rated,
                                before,
                                limit: 50,
                            });
                        }
                    }
                }
            }
        }
        all
    }

    #[tokio::test]
    async fn every_list_of_finished_games_is_read_in_the_order_of_an_index() {
        let file = std::env::temp_dir().join(format!("zertz-{}.db", random_text(12)));
        let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
        for filter in filters() {
            let Query { sql, values } = Query::new(&filter, &store.backend);
            let sql = format!("EXPLAIN QUERY PLAN {sql}");
            let query = values.into_iter().fold(sqlx::query(&sql), |query, value| match value {
                Value::Text(text) => query.bind(text),
                Value::Number(number) => query.bind(number),
            });
            let rows = query.fetch_all(&store.lists).await.unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            let branches: Vec<&String> = plan.iter().filter(|line| line.contains(" games_list")).collect();
            let kinds = [
                filter.result.map_or(4, |_| 1),
                filter.rated.map_or(2, |_| 1),
                filter.player.as_ref().map_or(1, |_| 2),
            ];
            assert_eq!(branches.len(), kinds.iter().product::<usize>(), "{filter:?}: {plan:#?}");
            // An index that has the opening, even only its beginning, leaves fewer games than one that has the board.
            let opening = filter.opening.as_ref().is_some_and(|opening| opening.len() > 1);
            let board = filter.board.is_some() && !(opening && filter.player.is_some());
            for line in branches {
                assert!(line.contains("result=? AND rated=?"), "{filter:?}: {line}");
                assert_eq!(
                    (line.contains("<expr>=?"), line.contains("board=?")),
                    (opening, board),
                    "{filter:?}: {line}"
                );
            }
            // Only the merged rows and the page are sorted.
            assert!(plan.iter().filter(|line| line.contains("ORDER BY")).count() <= 2, "{filter:?}: {plan:#?}");
        }
        store.close().await;
        std::fs::remove_file(file).unwrap();
    }
}
