//! Accounts: registration, passwords, sessions, bots and the export of a player's data.

use crate::{
    Event, GameSummary, Moment, NewReport, Player, PlayerRating, PlayerRef, RatingPoint, Restriction, SessionId,
    Warning,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A new account.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Registration {
    /// 2 to 20 letters, digits, `-` or `_`, beginning with a letter.
    pub name: String,
    /// 8 to 200 characters.
    pub password: String,
    /// An email address that only the server's operators see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// A name and a password.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Credentials {
    /// The name of the account.
    pub name: String,
    /// The password.
    pub password: String,
}

/// An account update.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AccountChange {
    /// The current password.
    pub password: String,
    /// The new password; absent to keep the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_password: Option<String>,
    /// The new email address; empty to remove it, absent to keep the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// The password of the account, to confirm a deletion.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PasswordConfirmation {
    /// The password.
    pub password: String,
}

/// A device or token that acts for a player.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Session {
    /// The id.
    pub id: SessionId,
    /// The device: its `User-Agent`, or `token`.
    pub label: String,
    /// When the session began.
    pub created: Moment,
    /// When it was last used, to within an hour.
    pub seen: Moment,
    /// Whether this request came from it.
    pub current: bool,
}

/// Everything that the server stores about a player, except what moderators and other players wrote about the player in confidence.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AccountExport {
    /// The player.
    pub player: Player,
    /// The email address.
    pub email: Option<String>,
    /// The ratings.
    pub ratings: Vec<PlayerRating>,
    /// The history of the ratings.
    pub rated_games: Vec<RatingPoint>,
    /// The sessions.
    pub sessions: Vec<Session>,
    /// The addresses and devices that the account was used from within 90 days.
    pub places: Vec<String>,
    /// The player's bots.
    pub bots: Vec<Player>,
    /// The players whom the player has blocked.
    pub blocked: Vec<PlayerRef>,
    /// The player's restrictions, in force or ended in the last 90 days.
    pub restrictions: Vec<Restriction>,
    /// The warnings that the player got, whether confirmed or not.
    pub warnings: Vec<Warning>,
    /// The reports that the player sent.
    pub reports: Vec<SentReport>,
    /// The games. They are the last field: the server sends them one after the other.
    pub games: Vec<ExportedGame>,
}

/// A report that a player sent.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SentReport {
    /// When it was sent.
    pub at: Moment,
    /// The report.
    #[serde(flatten)]
    pub report: NewReport,
}

/// A game with all events that its player may see.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ExportedGame {
    /// The summary of the game.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The events.
    pub events: Vec<Event>,
}

/// A new bot.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NewBot {
    /// The name, as for an account.
    pub name: String,
}

/// A bot and its token.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BotToken {
    /// The bot.
    pub bot: Player,
    /// The token, which is shown only once.
    pub token: String,
}
