//! What the server tells those who look at a table.

use crate::{
    id::GameId,
    store::{GameSummary, Seated},
    table::{Audience, BadLog, Event, Millis, Moment, Offers, Pair, Plan, Said, Seat, Settings, Status, Table},
};
use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use utoipa::ToSchema;

/// A game as it stands.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Where the game is.
    pub status: Status,
    /// Whose turn it is.
    pub mover: Seat,
    /// What each had left when the running clock began to run. Nothing without a clock.
    #[schema(value_type = Option<Vec<i64>>)]
    pub left: Option<Pair<Millis>>,
    /// Whose clock runs.
    pub running: Option<Seat>,
    /// Since when.
    pub since: Option<Moment>,
    /// What is offered.
    pub offers: Offers,
    /// Who won, once it is over and somebody did.
    pub winner: Option<Seat>,
    /// Where the players play again.
    pub rematch: Option<GameId>,
}

impl State {
    /// The state of a table.
    pub fn of(table: &Table) -> State {
        let clock = table.clock();
        let left = clock.left(Seat::One).zip(clock.left(Seat::Two)).map(|(one, two)| Pair([one, two]));
        State {
            status: table.status(),
            mover: table.mover(),
            left,
            running: clock.running().map(|(seat, _)| seat),
            since: clock.running().map(|(_, since)| since),
            offers: table.offers(),
            winner: table.winner(),
            rematch: table.rematch().cloned(),
        }
    }
}

/// Everything about a game, for somebody who has just come.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The game's name.
    pub id: GameId,
    /// The number of the last event.
    pub seq: i64,
    /// The server's time now.
    pub now: Moment,
    /// What was agreed on.
    pub settings: Settings,
    /// Who sits where.
    #[schema(value_type = Vec<Option<Seated>>)]
    pub seats: Pair<Option<Seated>>,
    /// Where the one who asks sits.
    pub you: Option<Seat>,
    /// What was done, as in the records of the app.
    pub acts: Vec<String>,
    /// How it stands.
    pub state: State,
    /// What the one who asks has thought out beforehand.
    pub plan: Option<Plan>,
    /// What the players said; for them alone.
    pub said: Vec<Said>,
}

impl Snapshot {
    /// What somebody on this seat, or on none, sees.
    pub fn of(id: &GameId, table: &Table, seats: Pair<Option<Seated>>, you: Option<Seat>, now: Moment) -> Snapshot {
        Snapshot {
            id: id.clone(),
            seq: table.seq(),
            now,
            settings: table.settings().clone(),
            seats,
            you,
            acts: table.acts().map(str::to_owned).collect(),
            state: State::of(table),
            plan: table.plan_of(you).cloned(),
            said: if you.is_some() { table.said().to_vec() } else { Vec::new() },
        }
    }
}

/// What an event changes.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    /// What happened.
    pub event: Event,
    /// The server's time now.
    pub now: Moment,
    /// So many of the acts stand,
    pub keep: usize,
    /// and these come after them.
    pub add: Vec<String>,
    /// How the game stands then.
    pub state: State,
    /// Who sits where, when that or a rating has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Option<Seated>>>)]
    pub seats: Option<Pair<Option<Seated>>>,
}

impl Update {
    /// Lets an event happen at a table.
    pub fn of(event: &Event, table: &mut Table, now: Moment) -> Result<Update, BadLog> {
        let before = table.acts().len();
        table.apply(event)?;
        let keep = before.min(table.acts().len());
        let add = table.acts().skip(keep).map(str::to_owned).collect();
        Ok(Update { event: event.clone(), now, keep, add, state: State::of(table), seats: None })
    }
}

/// What comes over a game's socket.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Message {
    /// Everything, at the beginning.
    Table(Box<Snapshot>),
    /// One more event.
    Update(Box<Update>),
    /// A request was fulfilled, and will not be forgotten.
    Ack {
        /// The name that the sender gave it.
        id: String,
        /// The event it became.
        seq: i64,
    },
    /// A request was not.
    Refused {
        /// The name that the sender gave it, as far as it could be read.
        id: Option<String>,
        /// Why.
        #[serde(flatten)]
        why: crate::api::Trouble,
    },
}

impl Message {
    /// As it is sent.
    pub fn text(&self) -> Utf8Bytes {
        // Plain data always has a text.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// An event as all get it who may see it. The text is made once.
#[derive(Clone, Debug)]
pub struct News {
    /// The event's number.
    pub seq: i64,
    /// Who may see it.
    pub audience: Audience,
    /// The message.
    pub text: Utf8Bytes,
}

impl From<Update> for News {
    fn from(update: Update) -> News {
        let (seq, audience) = (update.event.seq, update.event.audience());
        News { seq, audience, text: Message::Update(Box::new(update)).text() }
    }
}

/// What comes over the lobby's socket.
#[derive(Serialize, ToSchema, Clone, PartialEq, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum LobbyMessage {
    /// All that is offered.
    Seeks {
        /// The oldest first.
        seeks: Vec<crate::store::Seek>,
    },
    /// Your games, at the beginning.
    Games {
        /// Those that are played, then those in which a seat is vacant; the newest of each first.
        games: Vec<GameSummary>,
    },
    /// A game of yours begins.
    Started {
        /// Where.
        game: GameId,
    },
}
