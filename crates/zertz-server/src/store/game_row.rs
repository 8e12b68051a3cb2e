//! The rows of games, for lists and searches. The events of a game determine its row.

use super::{
    Result, StoreError,
    columns::{Columns, json},
};
use crate::{id::engine_level, table::Table};
use sqlx::{AnyConnection, Row, any::AnyRow};
use zertz_protocol::{GameId, GameResult, GameSummary, OutcomeKind, Pair, PlayerId, Seat, SeatedPlayer, word};

/// Writes the row of a table.
pub(super) async fn write(connection: &mut AnyConnection, id: &GameId, table: &Table) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO games (id, seq, status, one, two, board, preset, time, pace, rated, result, how, opening, turns, mover, \
               created, ended, wake) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
               ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, status = excluded.status, one = excluded.one, \
               two = excluded.two, result = excluded.result, how = excluded.how, opening = excluded.opening, \
               turns = excluded.turns, mover = excluded.mover, ended = excluded.ended, wake = excluded.wake";
    let (settings, game, outcome) = (table.settings(), table.game(), table.outcome());
    let player = |seat| table.seats()[seat].as_ref().map(PlayerId::to_string);
    let query = sqlx::query(sql)
        .bind(id.as_str())
        .bind(table.seq())
        .bind(word(table.status()))
        .bind(player(Seat::One))
        .bind(player(Seat::Two))
        .bind(game.rules().board.to_string())
        .bind(game.rules().preset().map_or_else(|| "custom".to_owned(), |preset| preset.to_string()))
        .bind(json(&settings.time)?)
        .bind(settings.time.pace().map(word))
        .bind(i64::from(settings.rated))
        .bind(outcome.map(|outcome| word(GameResult::of(outcome, game.is_swapped()))))
        .bind(outcome.map(|outcome| word(OutcomeKind::of(outcome))))
        .bind(table.opening().map(str::to_owned))
        .bind(game.turns().len() as i64)
        .bind(i64::from(u8::from(table.mover())))
        .bind(table.created())
        .bind(table.ended())
        .bind(table.wake());
    query.execute(connection).await.map(drop)
}

/// The query for the rows that [`read`] needs, from a source that has the games as `g`; to be followed by conditions.
pub(super) fn select(source: &str) -> String {
    format!(
        "SELECT g.*, p1.name AS name1, p1.kind AS kind1, p2.name AS name2, p2.kind AS kind2, \
         COALESCE(h1.before, r1.rating) AS rating1, COALESCE(h2.before, r2.rating) AS rating2, \
         h1.rating - h1.before AS change1, h2.rating - h2.before AS change2 FROM {source} \
         LEFT JOIN players p1 ON p1.id = g.one LEFT JOIN players p2 ON p2.id = g.two \
         LEFT JOIN ratings r1 ON r1.player = g.one AND r1.pace = g.pace \
         LEFT JOIN ratings r2 ON r2.player = g.two AND r2.pace = g.pace \
         LEFT JOIN rated_games h1 ON h1.game = g.id AND h1.player = g.one \
         LEFT JOIN rated_games h2 ON h2.game = g.id AND h2.player = g.two"
    )
}

/// Reads a row of [`select`].
pub(super) fn read(row: &AnyRow) -> Result<GameSummary> {
    let mover = u8::try_from(row.try_get::<i64, _>("mover")?).ok().and_then(|number| Seat::try_from(number).ok());
    Ok(GameSummary {
        id: row.word("id")?,
        seq: row.try_get("seq")?,
        status: row.word("status")?,
        seats: Pair([seated(row, "one", 1)?, seated(row, "two", 2)?]),
        board: row.try_get("board")?,
        preset: row.try_get("preset")?,
        time: row.json("time")?,
        pace: row.maybe_word("pace")?,
        rated: row.try_get::<i64, _>("rated")? != 0,
        unrated: row.maybe_word("unrated")?,
        result: row.maybe_word("result")?,
        how: row.maybe_word("how")?,
        opening: row.try_get("opening")?,
        turns: row.try_get("turns")?,
        mover: mover.ok_or_else(|| StoreError::Unreadable("mover".to_owned()))?,
        created: row.try_get("created")?,
        ended: row.try_get("ended")?,
    })
}

fn seated(row: &AnyRow, player: &str, number: u8) -> Result<Option<SeatedPlayer>> {
    let Some(id) = row.maybe_word::<PlayerId>(player)? else { return Ok(None) };
    let column = |name: &str| format!("{name}{number}");
    let whole =
        |name| Ok::<_, StoreError>(row.try_get::<Option<f64>, _>(column(name).as_str())?.map(|n| n.round() as i64));
    Ok(Some(SeatedPlayer {
        level: engine_level(&id).map(|level| level.number()),
        id,
        kind: row.word(&column("kind"))?,
        name: row.try_get(column("name").as_str())?,
        rating: whole("rating")?,
        change: whole("change")?,
    }))
}
