//! The protocol between a ZÈRTZ server and its clients, and games as plain data.
//!
//! Every message, request body, query, response and event is a type here, and so is every HTTP endpoint. The server, the Rust client and
//! the web app share them. Rules of the game are not here: [`GameData::game`] asks the rules crate what the data means and reports
//! invalid data as a [`Problem`].
//!
//! | module | contents |
//! |---|---|
//! | `game` | rules and games as plain data |
//! | `problem` | errors with a code that clients can translate |
//! | `id` | ids of games, players, seeks and sessions |
//! | `seat`, `time`, `outcome` | seats, time controls and paces, results |
//! | `event` | what happens at a table |
//! | `conditional` | premoves and conditional turns |
//! | `command` | what players ask of a table |
//! | `table` | snapshots of a table, updates, and how an update changes a snapshot |
//! | `player`, `account`, `lobby`, `list` | the other bodies, queries and responses of the API |
//! | `limits` | the limits of rules and clocks |
//! | `endpoint` | the list of HTTP endpoints |
//!
//! The feature `ts` describes the types in TypeScript, `schema` in OpenAPI.

mod account;
mod command;
mod conditional;
pub mod endpoint;
mod event;
mod game;
mod id;
pub mod limits;
mod list;
mod lobby;
#[cfg(feature = "schema")]
mod openapi;
mod outcome;
mod player;
mod problem;
mod seat;
mod table;
mod time;

pub use account::{
    AccountChange, AccountExport, BotToken, Credentials, ExportedGame, NewBot, PasswordConfirmation, Registration,
    Session,
};
pub use command::{Command, InvalidRequest, MAX_CHAT_LENGTH, MAX_ID_LENGTH, Request};
pub use conditional::{ANY_TURN, ConditionalTurns};
pub use event::{Event, EventKind, Settings};
pub use game::{Act, GameData, RulesData, act, rules};
pub use id::{GameId, IdError, PlayerId, SeekId, SessionId};
pub use limits::Limits;
pub use list::{EventsQuery, GameSummary, GamesQuery, RecordFormat, RecordQuery, RecordsQuery, Report};
pub use lobby::{CreatedGame, CreatedSeek, First, LobbyMessage, NewGame, NewSeek, Opponent, Seek};
#[cfg(feature = "schema")]
pub use openapi::openapi;
pub use outcome::{GameResult, OutcomeKind};
pub use player::{Leader, LeaderboardQuery, Me, Player, PlayerKind, PlayerRating, Profile, RatingPoint, SeatedPlayer};
pub use problem::Problem;
pub use seat::{Pair, Seat};
pub use table::{
    Acted, Applied, ChatMessage, JoinedSeat, Message, Offers, Snapshot, SocketQuery, State, Status, Update,
};
pub use time::{Millis, Moment, Pace, TimeControl};
