//! Players and their ratings.

use crate::{BotRules, GameId, GameSummary, Maintenance, Moment, Pace, PlayerId, Restriction, Warning};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The kind of player.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PlayerKind {
    /// A player without an account, identified by a cookie.
    Guest,
    /// A person with an account.
    Person,
    /// A program that plays through the API.
    Bot,
    /// The server's own engine.
    Engine,
    /// A player whose account was deleted.
    Gone,
}

/// A player.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Player {
    /// The id.
    pub id: PlayerId,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The name; guests have none.
    pub name: Option<String>,
    /// The level of the server's engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// When the player was created.
    pub created: Moment,
}

/// A player in a game.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct SeatedPlayer {
    /// The id.
    pub id: PlayerId,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The name; guests have none.
    pub name: Option<String>,
    /// The level of the server's engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rating at the game's pace; once the game is over, the rating before it.
    pub rating: Option<i64>,
    /// How the game changed the rating.
    pub change: Option<i64>,
}

/// A player's rating at a pace.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PlayerRating {
    /// The pace.
    pub pace: Pace,
    /// The rating.
    pub rating: f64,
    /// The uncertainty of the rating.
    pub deviation: f64,
    /// Whether the uncertainty is still too large for the leaderboard.
    pub provisional: bool,
    /// The number of rated games.
    pub games: i64,
}

/// A point in the history of a rating.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct RatingPoint {
    /// The game.
    pub game: GameId,
    /// The pace.
    pub pace: Pace,
    /// When the game ended.
    pub at: Moment,
    /// The rating after the game.
    pub rating: f64,
    /// The uncertainty of the rating.
    pub deviation: f64,
}

/// An entry in the leaderboard.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Leader {
    /// The name.
    pub name: String,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The level of the server's engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rating.
    pub rating: f64,
    /// The uncertainty of the rating.
    pub deviation: f64,
    /// The number of rated games.
    pub games: i64,
}

/// The query of the leaderboard.
#[derive(Serialize, Deserialize, IntoParams, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct LeaderboardQuery {
    /// The pace.
    pub pace: Pace,
}

/// A player's public profile.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Profile {
    /// The player.
    pub player: Player,
    /// The ratings.
    pub ratings: Vec<PlayerRating>,
    /// The history of the ratings, oldest game first.
    pub history: Vec<RatingPoint>,
    /// The games in progress.
    pub playing: Vec<GameSummary>,
    /// The latest finished games.
    pub games: Vec<GameSummary>,
    /// Which challenges a bot accepts; absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepts: Option<BotRules>,
}

/// The caller.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The player; absent until the caller plays or signs in.
    pub player: Option<Player>,
    /// The ratings.
    pub ratings: Vec<PlayerRating>,
    /// The email address, if the caller gave one.
    pub email: Option<String>,
    /// Whether the caller may use the chat.
    pub may_chat: bool,
    /// Whether the caller is a moderator.
    #[serde(default)]
    pub moderator: bool,
    /// The caller's restrictions in force.
    #[serde(default)]
    pub restrictions: Vec<Restriction>,
    /// Warnings that the caller has to confirm, oldest first.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// Maintenance of the server, if it is planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maintenance: Option<Maintenance>,
}
