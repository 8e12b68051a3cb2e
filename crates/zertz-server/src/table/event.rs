//! [`Event`]: what happened at a table. A game is the list of them, and nothing but them is stored.

use super::{Millis, Moment, Pair, Plan, Seat, TimeControl};
use crate::id::{GameId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zertz_data::RulesData;

/// What the players agreed on.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// What is played.
    pub rules: RulesData,
    /// How much time there is.
    pub time: TimeControl,
    /// Whether ratings change.
    pub rated: bool,
}

/// One thing that happened.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Its number in the game, from 1.
    pub seq: i64,
    /// When, by the server's clock.
    pub at: Moment,
    /// Whose doing it was; nobody's when the server did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// What the sender called it, so that it happens once however often it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
}

/// What can happen.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum What {
    /// The table was set.
    Created {
        /// What was agreed on.
        settings: Settings,
        /// Who sits there from the start.
        seats: Pair<Option<PlayerId>>,
    },
    /// Somebody took the vacant seat, and the game began.
    Joined {
        /// Who.
        player: PlayerId,
    },
    /// A turn.
    Turn {
        /// In canonical notation.
        turn: String,
        /// What of the time is not counted.
        #[serde(default)]
        lag: Millis,
    },
    /// The second player took over the first one's side.
    Swapped,
    /// The opponent's last turn was taken back for a missed capture.
    Demanded,
    /// A draw was offered.
    DrawOffered,
    /// And not wanted.
    DrawDeclined,
    /// The players agreed on a draw.
    Drawn,
    /// Somebody would like to have the last turn back.
    TakeBackOffered,
    /// And may not.
    TakeBackDeclined,
    /// Turns were taken back.
    TakenBack {
        /// How many acts stand.
        keep: usize,
    },
    /// The opponent was given more time.
    TimeGiven {
        /// How much.
        millis: Millis,
    },
    /// Somebody gave up.
    Resigned,
    /// Somebody's time ran out.
    TimeOut,
    /// The game ended before it began.
    Aborted,
    /// A won game in which a missed capture could have been demanded stands as it is.
    Accepted,
    /// Turns thought out beforehand; for nobody else to see.
    Planned {
        /// What to answer to what.
        plan: Plan,
    },
    /// Words between the players.
    Said {
        /// What was said.
        text: String,
    },
    /// Somebody would like to play again.
    RematchOffered,
    /// And the other would not.
    RematchDeclined,
    /// They play again, there.
    Rematch {
        /// The new game.
        game: GameId,
    },
}

/// Who may see an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody.
    All,
    /// The two who play.
    Players,
    /// One of them.
    Only(Seat),
}

impl Audience {
    /// Whether somebody on this seat, or on none, belongs to it.
    pub fn includes(self, seat: Option<Seat>) -> bool {
        match self {
            Audience::All => true,
            Audience::Players => seat.is_some(),
            Audience::Only(one) => seat == Some(one),
        }
    }
}

impl Event {
    /// Who may see it.
    pub fn audience(&self) -> Audience {
        match (&self.what, self.by) {
            (What::Planned { .. }, Some(seat)) => Audience::Only(seat),
            (What::Said { .. }, _) => Audience::Players,
            _ => Audience::All,
        }
    }
}
