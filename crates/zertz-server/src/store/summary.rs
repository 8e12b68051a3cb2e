//! [`GameSummary`]: what the events of a game amount to, as lists show it.

use super::{Answer, Kind, StoreError, rows::Get};
use crate::{
    id::{GameId, PlayerId},
    table::{Moment, Pace, Pair, Seat, Status, Table, TimeControl},
};
use serde::Serialize;
use sqlx::{AnyConnection, any::AnyRow};
use utoipa::ToSchema;
use zertz::{Colour, Draw, Goal, Outcome, Win};

/// Who sits at a table.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Seated {
    /// Who.
    pub id: PlayerId,
    /// The name; guests have none.
    pub name: Option<String>,
    /// What kind of player.
    pub kind: Kind,
    /// The rating at the game's pace, before the game if it is over.
    pub rating: Option<i64>,
    /// What the game did to it.
    pub change: Option<i64>,
}

/// A game in a list.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its name.
    pub id: GameId,
    /// The number of its last event.
    pub seq: i64,
    /// Where it is.
    pub status: Status,
    /// Who plays.
    #[schema(value_type = Vec<Option<Seated>>)]
    pub seats: Pair<Option<Seated>>,
    /// The board's name.
    pub board: String,
    /// The set of rules, or `custom`.
    pub preset: String,
    /// The time the players have.
    pub time: TimeControl,
    /// How fast it is.
    pub pace: Option<Pace>,
    /// Whether ratings change.
    pub rated: bool,
    /// `1` or `2` for the seat that won, `draw` or `bothLose`.
    pub result: Option<String>,
    /// How it was won or drawn.
    pub how: Option<String>,
    /// The first turn.
    pub opening: Option<String>,
    /// How many turns stand.
    pub turns: i64,
    /// Whose turn it is.
    pub mover: Seat,
    /// When the table was set.
    pub created: Moment,
    /// When the game ended.
    pub ended: Option<Moment>,
    /// When the server has to look at it.
    #[serde(skip)]
    pub wake: Option<Moment>,
}

/// One word for how a game ended.
fn how(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won { how: Win::Goal(Goal::Colour(Colour::White)), .. } => "white",
        Outcome::Won { how: Win::Goal(Goal::Colour(Colour::Grey)), .. } => "grey",
        Outcome::Won { how: Win::Goal(Goal::Colour(Colour::Black)), .. } => "black",
        Outcome::Won { how: Win::Goal(Goal::Each), .. } => "each",
        Outcome::Won { how: Win::FullBoard, .. } => "full-board",
        Outcome::Won { how: Win::Resignation, .. } => "resignation",
        Outcome::Won { how: Win::Time, .. } => "time",
        Outcome::Drawn(Draw::Repetition) => "repetition",
        Outcome::Drawn(Draw::Stuck) => "stuck",
        Outcome::Drawn(Draw::Agreement) => "agreement",
        Outcome::BothLose => "both-lose",
    }
}

impl GameSummary {
    /// The summary of a table. It knows the players by their ids only.
    pub fn of(id: &GameId, table: &Table) -> GameSummary {
        let settings = table.settings();
        let rules = table.game().rules();
        let outcome = table.outcome();
        let result = outcome.map(|outcome| match (table.winner(), outcome) {
            (Some(seat), _) => u8::from(seat).to_string(),
            (None, Outcome::BothLose) => "bothLose".to_owned(),
            (None, _) => "draw".to_owned(),
        });
        let seated =
            |id: &PlayerId| Seated { id: id.clone(), name: None, kind: Kind::Guest, rating: None, change: None };
        GameSummary {
            id: id.clone(),
            seq: table.seq(),
            status: table.status(),
            seats: Pair(Seat::BOTH.map(|seat| table.seats()[seat].as_ref().map(seated))),
            board: rules.board.to_string(),
            preset: rules.preset().map_or_else(|| "custom".to_owned(), |preset| preset.to_string()),
            time: settings.time,
            pace: settings.time.pace(),
            rated: settings.rated,
            result,
            how: outcome.map(|outcome| how(outcome).to_owned()),
            opening: table.acts().next().map(str::to_owned),
            turns: table.game().turns().len() as i64,
            mover: table.mover(),
            created: table.created(),
            ended: table.ended(),
            wake: table.wake(),
        }
    }

    /// Writes the row of the game.
    pub(super) async fn store(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let sql = "INSERT INTO games (id, seq, status, one, two, board, preset, time, pace, rated, result, how, opening, turns, mover, \
                   created, ended, wake) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
                   ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, status = excluded.status, one = excluded.one, \
                   two = excluded.two, result = excluded.result, how = excluded.how, opening = excluded.opening, \
                   turns = excluded.turns, mover = excluded.mover, ended = excluded.ended, wake = excluded.wake";
        let seat = |seat| self.seats[seat].as_ref().map(|seated: &Seated| seated.id.to_string());
        let time = serde_json::to_string(&self.time).map_err(|error| sqlx::Error::Encode(error.into()))?;
        let query = sqlx::query(sql)
            .bind(self.id.as_str())
            .bind(self.seq)
            .bind(self.status.name())
            .bind(seat(Seat::One))
            .bind(seat(Seat::Two))
            .bind(&self.board)
            .bind(&self.preset)
            .bind(time)
            .bind(self.pace.map(Pace::name))
            .bind(i64::from(self.rated))
            .bind(self.result.as_deref())
            .bind(self.how.as_deref())
            .bind(self.opening.as_deref())
            .bind(self.turns)
            .bind(i64::from(u8::from(self.mover)))
            .bind(self.created)
            .bind(self.ended)
            .bind(self.wake);
        query.execute(connection).await.map(drop)
    }

    /// What [`GameSummary::read`] needs, to be followed by conditions.
    pub(super) const SELECT: &str = "SELECT g.*, p1.name AS name1, p1.kind AS kind1, p2.name AS name2, p2.kind AS kind2, \
         COALESCE(h1.before, r1.rating) AS rating1, COALESCE(h2.before, r2.rating) AS rating2, \
         h1.rating - h1.before AS change1, h2.rating - h2.before AS change2 FROM games g \
         LEFT JOIN players p1 ON p1.id = g.one LEFT JOIN players p2 ON p2.id = g.two \
         LEFT JOIN ratings r1 ON r1.player = g.one AND r1.pace = g.pace \
         LEFT JOIN ratings r2 ON r2.player = g.two AND r2.pace = g.pace \
         LEFT JOIN rated_games h1 ON h1.game = g.id AND h1.player = g.one \
         LEFT JOIN rated_games h2 ON h2.game = g.id AND h2.player = g.two";

    /// The summary in a row.
    pub(super) fn read(row: &AnyRow) -> Answer<GameSummary> {
        let seat = |id: &str, name: &str, kind: &str, rating: &str, change: &str| -> Answer<Option<Seated>> {
            let Some(id) = row.maybe::<String>(id)? else { return Ok(None) };
            let whole = |column: &str| row.maybe::<f64>(column).map(|value| value.map(|value| value.round() as i64));
            Ok(Some(Seated {
                id: id.try_into().map_err(|_| StoreError::Unreadable("a player's id".to_owned()))?,
                name: row.maybe(name)?,
                kind: row.maybe::<String>(kind)?.and_then(|kind| Kind::named(&kind)).unwrap_or(Kind::Guest),
                rating: whole(rating)?,
                change: whole(change)?,
            }))
        };
        let status = row.text("status")?;
        let known = [Status::Waiting, Status::Playing, Status::Over, Status::Aborted];
        Ok(GameSummary {
            id: row.id("id")?,
            seq: row.number("seq")?,
            status: known
                .into_iter()
                .find(|known| known.name() == status)
                .ok_or_else(|| StoreError::Unreadable(format!("the status {status}")))?,
            seats: Pair([
                seat("one", "name1", "kind1", "rating1", "change1")?,
                seat("two", "name2", "kind2", "rating2", "change2")?,
            ]),
            board: row.text("board")?,
            preset: row.text("preset")?,
            time: row.json("time")?,
            pace: row.maybe::<String>("pace")?.and_then(|name| Pace::named(&name)),
            rated: row.number("rated")? != 0,
            result: row.maybe("result")?,
            how: row.maybe("how")?,
            opening: row.maybe("opening")?,
            turns: row.number("turns")?,
            mover: if row.number("mover")? == 2 { Seat::Two } else { Seat::One },
            created: row.number("created")?,
            ended: row.maybe("ended")?,
            wake: row.maybe("wake")?,
        })
    }
}
