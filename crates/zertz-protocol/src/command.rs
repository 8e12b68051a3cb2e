//! [`Command`]: a player's command in a game.

use crate::{ConditionalTurns, DeclineReason};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The maximum length of a request id, in characters.
pub const MAX_ID_LENGTH: usize = 40;

/// A player's command in a game.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Command {
    /// Play a turn.
    Turn {
        /// The turn in canonical notation.
        turn: String,
        /// The number of the last event that the sender has seen.
        after: i64,
    },
    /// Take over the first player's side.
    Swap {
        /// The number of the last event that the sender has seen.
        after: i64,
    },
    /// Demand that the opponent's last turn be undone, because it missed a capture.
    Demand {
        /// The number of the last event that the sender has seen.
        after: i64,
    },
    /// Accept the opponent's win although a capture was missed.
    Accept,
    /// Resign.
    Resign,
    /// Abort the game before both players have played a turn.
    Abort,
    /// Decline the challenge. Only for a bot that was challenged and has not played a turn yet. The game is aborted.
    Decline {
        /// The reason.
        reason: DeclineReason,
    },
    /// Offer a draw, or accept the opponent's offer.
    OfferDraw,
    /// Decline a draw.
    DeclineDraw,
    /// Ask to undo the last turn, or allow it when the opponent has asked.
    OfferUndo,
    /// Decline to undo a turn.
    DeclineUndo,
    /// Give the opponent more time.
    GiveTime,
    /// Set conditional turns. An empty list clears them.
    ConditionalTurns {
        /// The conditional turns.
        turns: ConditionalTurns,
    },
    /// Send a chat message to the opponent.
    Chat {
        /// The text of the message.
        text: String,
    },
    /// Offer a rematch, or accept the opponent's offer.
    OfferRematch,
    /// Decline a rematch.
    DeclineRematch,
}

/// A command with an id.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Request {
    /// An id that the sender chooses, 1 to 40 characters: a request that is sent twice is carried out once.
    pub id: String,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

/// The text is not a request.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct InvalidRequest {
    /// The id, if that could be read.
    pub id: Option<String>,
    why: serde_json::Error,
}

impl Command {
    /// The last event that the sender has seen, if the command depends on the position.
    pub fn after(&self) -> Option<i64> {
        match self {
            Command::Turn { after, .. } | Command::Swap { after } | Command::Demand { after } => Some(*after),
            _ => None,
        }
    }
}

impl Request {
    /// Reads a request from a socket.
    pub fn read(text: &str) -> Result<Request, InvalidRequest> {
        serde_json::from_str(text).map_err(|why| {
            let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
            let id = value.and_then(|value| Some(value.get("id")?.as_str()?.chars().take(MAX_ID_LENGTH).collect()));
            InvalidRequest { id, why }
        })
    }

    /// Whether the id has a valid length.
    pub fn has_valid_id(&self) -> bool {
        (1..=MAX_ID_LENGTH).contains(&self.id.chars().count())
    }
}
