//! [`GameRow`]: the row of a game, for lists and searches.

use super::{Result, StoreError, columns::Columns};
use crate::table::Table;
use sqlx::{AnyConnection, any::AnyRow};
use zertz_protocol::{
    GameId, GameResult, Moment, OutcomeKind, Pace, Pair, PlayerId, PlayerKind, Seat, Status, TimeControl,
};

/// The row of a game. The events of the game determine it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// The id.
    pub id: GameId,
    /// The number of the last event.
    pub seq: i64,
    /// The stage of the game.
    pub status: Status,
    /// The players.
    pub players: Pair<Option<PlayerId>>,
    /// The name of the board.
    pub board: String,
    /// The name of the rules, or `custom`.
    pub preset: String,
    /// The time control.
    pub time: TimeControl,
    /// The pace.
    pub pace: Option<Pace>,
    /// Whether the game changes ratings.
    pub rated: bool,
    /// The result of a finished game.
    pub result: Option<GameResult>,
    /// How a finished game ended.
    pub how: Option<OutcomeKind>,
    /// The first turn.
    pub opening: Option<String>,
    /// The number of turns.
    pub turns: i64,
    /// The seat to move.
    pub mover: Seat,
    /// When the game was created.
    pub created: Moment,
    /// When the game ended.
    pub ended: Option<Moment>,
    /// When the server has to look at it.
    pub wake: Option<Moment>,
}

/// A game in a list, with what is known about its players.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedGame {
    /// The row of the game.
    pub row: GameRow,
    /// The players.
    pub seats: Pair<Option<SeatRow>>,
}

/// What is known about a player of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatRow {
    /// The id.
    pub id: PlayerId,
    /// The name; guests have none.
    pub name: Option<String>,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The rating at the game's pace: before the game, once it is over.
    pub rating: Option<f64>,
    /// How the game changed the rating.
    pub change: Option<f64>,
}

impl GameRow {
    /// The row of a table.
    pub fn of(id: &GameId, table: &Table) -> GameRow {
        let (settings, game) = (table.settings(), table.game());
        let outcome = table.outcome();
        GameRow {
            id: id.clone(),
            seq: table.seq(),
            status: table.status(),
            players: table.seats().clone(),
            board: game.rules().board.to_string(),
            preset: game.rules().preset().map_or_else(|| "custom".to_owned(), |preset| preset.to_string()),
            time: settings.time,
            pace: settings.time.pace(),
            rated: settings.rated,
            result: outcome.map(|outcome| GameResult::of(outcome, game.is_swapped())),
            how: outcome.map(OutcomeKind::of),
            opening: table.acts().next().map(str::to_owned),
            turns: game.turns().len() as i64,
            mover: table.mover(),
            created: table.created(),
            ended: table.ended(),
            wake: table.wake(),
        }
    }

    /// Writes the row.
    pub(super) async fn store(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let sql = "INSERT INTO games (id, seq, status, one, two, board, preset, time, pace, rated, result, how, opening, turns, mover, \
                   created, ended, wake) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
                   ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, status = excluded.status, one = excluded.one, \
                   two = excluded.two, result = excluded.result, how = excluded.how, opening = excluded.opening, \
                   turns = excluded.turns, mover = excluded.mover, ended = excluded.ended, wake = excluded.wake";
        let player = |seat| self.players[seat].as_ref().map(PlayerId::to_string);
        let time = serde_json::to_string(&self.time).map_err(|error| sqlx::Error::Encode(error.into()))?;
        let query = sqlx::query(sql)
            .bind(self.id.as_str())
            .bind(self.seq)
            .bind(self.status.name())
            .bind(player(Seat::One))
            .bind(player(Seat::Two))
            .bind(&self.board)
            .bind(&self.preset)
            .bind(time)
            .bind(self.pace.map(Pace::name))
            .bind(i64::from(self.rated))
            .bind(self.result.map(GameResult::name))
            .bind(self.how.map(OutcomeKind::name))
            .bind(self.opening.as_deref())
            .bind(self.turns)
            .bind(i64::from(u8::from(self.mover)))
            .bind(self.created)
            .bind(self.ended)
            .bind(self.wake);
        query.execute(connection).await.map(drop)
    }

    fn read(row: &AnyRow) -> Result<GameRow> {
        let player = |column: &str| -> Result<Option<PlayerId>> {
            if row.maybe::<String>(column)?.is_none() { Ok(None) } else { row.id(column).map(Some) }
        };
        let mover = u8::try_from(row.number("mover")?).ok().and_then(|number| Seat::try_from(number).ok());
        Ok(GameRow {
            id: row.id("id")?,
            seq: row.number("seq")?,
            status: row.word("status", Status::named)?,
            players: Pair([player("one")?, player("two")?]),
            board: row.text("board")?,
            preset: row.text("preset")?,
            time: row.json("time")?,
            pace: row.maybe_word("pace", Pace::named)?,
            rated: row.number("rated")? != 0,
            result: row.maybe_word("result", GameResult::named)?,
            how: row.maybe_word("how", OutcomeKind::named)?,
            opening: row.maybe("opening")?,
            turns: row.number("turns")?,
            mover: mover.ok_or_else(|| StoreError::Unreadable("mover".to_owned()))?,
            created: row.number("created")?,
            ended: row.maybe("ended")?,
            wake: row.maybe("wake")?,
        })
    }
}

impl ListedGame {
    /// The columns that [`ListedGame::read`] needs, to be followed by conditions.
    pub(super) const SELECT: &str = "SELECT g.*, p1.name AS name1, p1.kind AS kind1, p2.name AS name2, p2.kind AS kind2, \
         COALESCE(h1.before, r1.rating) AS rating1, COALESCE(h2.before, r2.rating) AS rating2, \
         h1.rating - h1.before AS change1, h2.rating - h2.before AS change2 FROM games g \
         LEFT JOIN players p1 ON p1.id = g.one LEFT JOIN players p2 ON p2.id = g.two \
         LEFT JOIN ratings r1 ON r1.player = g.one AND r1.pace = g.pace \
         LEFT JOIN ratings r2 ON r2.player = g.two AND r2.pace = g.pace \
         LEFT JOIN rated_games h1 ON h1.game = g.id AND h1.player = g.one \
         LEFT JOIN rated_games h2 ON h2.game = g.id AND h2.player = g.two";

    /// Reads a row of [`ListedGame::SELECT`].
    pub(super) fn read(row: &AnyRow) -> Result<ListedGame> {
        let game = GameRow::read(row)?;
        let seat = |seat: Seat| -> Result<Option<SeatRow>> {
            let Some(id) = game.players[seat].clone() else { return Ok(None) };
            let column = |name: &str| format!("{name}{}", u8::from(seat));
            Ok(Some(SeatRow {
                id,
                name: row.maybe(&column("name"))?,
                kind: row.word(&column("kind"), PlayerKind::named)?,
                rating: row.maybe(&column("rating"))?,
                change: row.maybe(&column("change"))?,
            }))
        };
        Ok(ListedGame { seats: Pair([seat(Seat::One)?, seat(Seat::Two)?]), row: game })
    }
}
