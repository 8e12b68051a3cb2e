//! What people ask of a table, and why they may be refused.

use super::{Plan, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zertz_data::Trouble;

/// The most letters that can be said at once.
pub const MOST_SAID: usize = 300;

/// What somebody at a table wants to do.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Command {
    /// Make a turn.
    Turn {
        /// In canonical notation.
        turn: String,
        /// The number of the last event that the sender has seen.
        after: i64,
    },
    /// Take over the first player's side.
    Swap {
        /// The number of the last event that the sender has seen.
        after: i64,
    },
    /// Demand that the opponent take back the last turn, for it missed a capture.
    Demand {
        /// The number of the last event that the sender has seen.
        after: i64,
    },
    /// Let a win stand in which a capture was missed.
    Accept,
    /// Give up.
    Resign,
    /// End the game before both players have made a turn.
    Abort,
    /// Offer a draw, or take the one that is offered.
    OfferDraw,
    /// Decline a draw.
    DeclineDraw,
    /// Ask for the last turn back, or allow it when the opponent has asked.
    OfferTakeBack,
    /// Do not allow it.
    DeclineTakeBack,
    /// Give the opponent more time.
    GiveTime,
    /// Think turns out beforehand. An empty plan forgets the last one.
    Plan {
        /// What to answer to what.
        plan: Plan,
    },
    /// Say something to the opponent.
    Say {
        /// What.
        text: String,
    },
    /// Offer to play again, or accept that.
    OfferRematch,
    /// Do not play again.
    DeclineRematch,
}

/// A command as it is sent.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// A name for it by the sender, up to 40 characters: sent twice, it happens once.
    pub id: String,
    /// What is wanted.
    #[serde(flatten)]
    pub command: Command,
}

/// The most characters in the name of a request.
const MOST_NAMED: usize = 40;

/// What was sent is not a request.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct Unread {
    /// Its name, which may be readable even if the rest is not.
    pub id: Option<String>,
    /// What is wrong with it.
    why: serde_json::Error,
}

impl Request {
    /// Reads a request as it comes over a socket.
    pub fn read(text: &str) -> Result<Request, Unread> {
        serde_json::from_str(text).map_err(|why| {
            let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
            let id = value.and_then(|value| Some(value.get("id")?.as_str()?.chars().take(MOST_NAMED).collect()));
            Unread { id, why }
        })
    }

    /// Whether its name is one that can be kept.
    pub(super) fn is_named(&self) -> bool {
        (1..=MOST_NAMED).contains(&self.id.chars().count())
    }
}

/// Why a table does not do what it is asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Not one of the players.
    #[error("only the players can do this")]
    NotSeated,
    /// Nobody sits across yet.
    #[error("the game has not begun: the other seat is vacant")]
    NotBegun,
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The game goes on.
    #[error("the game is not over yet")]
    NotOver,
    /// It is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The sender has not seen what happened last.
    #[error("the game has moved on: look at it again")]
    Stale,
    /// The rules do not allow it.
    #[error("{}", .0.sentence)]
    Illegal(Trouble),
    /// The time was up when it came.
    #[error("your time is up")]
    TooLate,
    /// Both have made a turn.
    #[error("a game in which both have made a turn can be resigned but not called off")]
    Underway,
    /// The same offer stands already.
    #[error("you have already offered this")]
    AlreadyOffered,
    /// Nothing of the kind was offered.
    #[error("there is no such offer")]
    NothingOffered,
    /// There is no turn to take back.
    #[error("there is no turn of yours to take back")]
    NothingToTakeBack,
    /// Not in a rated game.
    #[error("in a rated game turns are not taken back")]
    Rated,
    /// There is no clock.
    #[error("there is no clock to put time on")]
    NoClock,
    /// No more of it.
    #[error("that is enough time")]
    EnoughTime,
    /// Too much planned, or a line without an answer.
    #[error("a plan has at most 20 lines of at most 20 turns, each an answer to a turn")]
    BadPlan,
    /// Nothing said, or too much.
    #[error("a message has 1 to {MOST_SAID} letters")]
    BadMessage,
    /// The name of a request is too long.
    #[error("a request needs an id of 1 to {MOST_NAMED} characters")]
    BadId,
    /// The seat is taken.
    #[error("both seats are taken")]
    Full,
}

impl Refusal {
    /// One word for it, for programs.
    pub fn code(&self) -> &str {
        match self {
            Refusal::NotSeated => "not-seated",
            Refusal::NotBegun => "not-begun",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Stale => "stale",
            Refusal::Illegal(trouble) => &trouble.code,
            Refusal::TooLate => "too-late",
            Refusal::Underway => "underway",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::NothingOffered => "nothing-offered",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::Rated => "rated",
            Refusal::NoClock => "no-clock",
            Refusal::EnoughTime => "enough-time",
            Refusal::BadPlan => "bad-plan",
            Refusal::BadMessage => "bad-message",
            Refusal::BadId => "bad-id",
            Refusal::Full => "full",
        }
    }
}

/// Who asks: a seat, when, and how far away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asker {
    /// Where they sit.
    pub seat: Seat,
    /// When it arrived.
    pub at: super::Moment,
    /// How long it was on its way, as far as the server knows.
    pub lag: super::Millis,
}
