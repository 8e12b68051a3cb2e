//! New games, seeks (open challenges) and the messages of the lobby.

use crate::{GameId, GameSummary, Maintenance, Millis, Moment, PlayerId, PlayerKind, SeekId, Settings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who begins.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum First {
    /// The player who creates the game or the seek.
    Me,
    /// The opponent.
    Opponent,
    /// Either player, at random. The first release called it `lot`.
    #[serde(alias = "lot")]
    Random,
}

/// The opponent of a new game.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Opponent {
    /// The first player to join through the game's link.
    Friend,
    /// The server's engine.
    Engine {
        /// The level, 1 to 10.
        level: u8,
    },
    /// A bot.
    Bot {
        /// Its name.
        name: String,
    },
}

/// A game to create.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NewGame {
    /// The settings of the game.
    pub settings: Settings,
    /// Who begins.
    pub first: First,
    /// The opponent.
    pub opponent: Opponent,
}

/// A created game.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct CreatedGame {
    /// The id; the page of the game is `/online/ID`.
    pub id: GameId,
}

/// A seek (open challenge) to create.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct NewSeek {
    /// The settings of the game.
    pub settings: Settings,
    /// Who begins.
    pub first: First,
}

/// A created seek (open challenge).
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct CreatedSeek {
    /// The id.
    pub id: SeekId,
}

/// The result of quick pairing.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Paired {
    /// Another player was waiting: the game begins.
    Game {
        /// The game.
        game: GameId,
    },
    /// Nobody was waiting: the player waits with a seek (open challenge), and the lobby socket announces the game when it begins.
    Seek {
        /// The seek.
        seek: SeekId,
    },
}

/// A seek: an open challenge in the lobby.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Seek {
    /// The id.
    pub id: SeekId,
    /// The player who made it.
    pub player: PlayerId,
    /// The player's name; guests have none.
    pub name: Option<String>,
    /// The kind of player.
    pub kind: PlayerKind,
    /// The player's rating at the pace of the game.
    pub rating: Option<i64>,
    /// The settings of the game.
    pub settings: Settings,
    /// Who begins, from the point of view of the player who made it.
    pub first: First,
    /// When it was made.
    pub created: Moment,
}

/// A message from the server on the lobby socket.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum LobbyMessage {
    /// All seeks (open challenges).
    Seeks {
        /// The latest seeks, newest first.
        seeks: Vec<Seek>,
    },
    /// The player's own games; sent once, at the beginning.
    Games {
        /// The games in progress, then the games with an open seat; each newest first.
        games: Vec<GameSummary>,
    },
    /// The connection is alive. Sent every few seconds.
    Heartbeat {
        /// The average time from the client to the server and back, as the server has measured it; absent at first.
        #[serde(skip_serializing_if = "Option::is_none")]
        lag: Option<Millis>,
    },
    /// Server maintenance is planned, or no longer planned. Sent at the beginning of a connection, and when it changes.
    Maintenance {
        /// The maintenance; absent if none is planned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        planned: Option<Maintenance>,
    },
    /// One of the player's games has begun.
    Started {
        /// The game.
        game: GameId,
    },
}
