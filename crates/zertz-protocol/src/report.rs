//! Reports of players, chat messages and games.

use crate::{GameId, Moment, Pair, PlayerId, PlayerRef, Seat};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The reason for a report.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ReportReason {
    /// Insults, threats or harassment.
    Abuse,
    /// Advertising or other unwanted messages.
    Spam,
    /// Help from an engine or from another person.
    Cheating,
    /// Losing games on purpose, or using several accounts, to change ratings.
    Ratings,
    /// Stalling or leaving games.
    Stalling,
    /// An offensive name.
    Name,
    /// Something else.
    Other,
}

impl ReportReason {
    /// Every reason.
    pub const ALL: [ReportReason; 7] = [
        ReportReason::Abuse,
        ReportReason::Spam,
        ReportReason::Cheating,
        ReportReason::Ratings,
        ReportReason::Stalling,
        ReportReason::Name,
        ReportReason::Other,
    ];
}

/// What is reported.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ReportSubject {
    /// A player.
    Player {
        /// The player.
        player: PlayerId,
    },
    /// A chat message from the opponent.
    Chat {
        /// The game.
        game: GameId,
        /// The number of the event with the message.
        seq: i64,
    },
    /// A player's conduct in a game.
    Game {
        /// The game.
        game: GameId,
        /// The seat of the player.
        seat: Seat,
    },
}

/// A report to send.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NewReport {
    /// What is reported.
    pub subject: ReportSubject,
    /// The reason for the report.
    pub reason: ReportReason,
    /// Details, up to 500 characters.
    #[serde(default)]
    pub text: String,
}

/// A report of a chat message.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ChatReport {
    /// The number of the event with the message.
    pub seq: i64,
    /// The reason for the report.
    #[serde(default)]
    pub reason: String,
}

/// Whether a report was handled.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ReportState {
    /// Not yet.
    Open,
    /// A moderator has acted on it.
    Done,
    /// A moderator has found nothing wrong.
    Dismissed,
}

/// A report as moderators see it.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The id.
    pub id: String,
    /// When it was sent.
    pub at: Moment,
    /// The player who sent it.
    pub by: PlayerRef,
    /// The player it is about.
    pub about: PlayerRef,
    /// What is reported.
    pub subject: ReportSubject,
    /// The players of the game that it is about, by seat; absent for a report about a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Pair<Option<PlayerRef>>>,
    /// The text of the chat message, unless it was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why it was sent.
    pub reason: ReportReason,
    /// What the player who sent it wrote.
    pub text: String,
    /// Whether it was handled.
    pub state: ReportState,
    /// The moderator who handled it; absent for an operator, and for an open report.
    pub handled_by: Option<PlayerRef>,
    /// When it was handled.
    pub handled_at: Option<Moment>,
    /// The moderator's note.
    pub note: String,
}

/// Which reports to list, newest first.
#[derive(Serialize, Deserialize, IntoParams, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReportsQuery {
    /// Only reports in this state.
    #[serde(default, deserialize_with = "crate::list::word", skip_serializing_if = "Option::is_none")]
    pub state: Option<ReportState>,
    /// Only reports about this player.
    #[serde(default, deserialize_with = "crate::list::word", skip_serializing_if = "Option::is_none")]
    pub about: Option<PlayerId>,
    /// The time of the last report on the previous page.
    #[serde(default, deserialize_with = "crate::list::parsed", skip_serializing_if = "Option::is_none")]
    pub before: Option<Moment>,
    /// The id of the last report on the previous page.
    #[serde(default, deserialize_with = "crate::list::word", skip_serializing_if = "Option::is_none")]
    pub before_id: Option<String>,
}

/// What a moderator decides about a report.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ReportDecision {
    /// The new state.
    pub state: ReportState,
    /// A note for other moderators.
    #[serde(default)]
    pub note: String,
}
