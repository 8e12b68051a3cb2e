//! The limits of games, chat, accounts and lists on a server.

use serde::{Deserialize, Serialize};

/// The minimum and the maximum value.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Bounds {
    /// The minimum value.
    pub min: u32,
    /// The maximum value.
    pub max: u32,
}

impl Bounds {
    /// Whether a value is allowed.
    pub fn contains(self, value: u32) -> bool {
        (self.min..=self.max).contains(&value)
    }
}

/// Every limit, for clients that let people choose values.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Seconds on a Fischer clock at the start.
    pub initial_seconds: Bounds,
    /// Seconds that a Fischer clock adds after each turn.
    pub increment_seconds: Bounds,
    /// Seconds for each turn.
    pub seconds_per_turn: Bounds,
    /// Days for each turn.
    pub days_per_turn: Bounds,
    /// Seconds for the first turn of a live game, before the clock starts.
    pub first_turn_seconds: u32,
    /// Seconds between two heartbeats on a socket. A client that receives nothing for twice as long has lost the connection.
    pub heartbeat_seconds: u32,
    /// Seconds that a player gives the opponent at once.
    pub given_seconds: u32,
    /// Marbles of a colour in the pool.
    pub pool: Bounds,
    /// Marbles needed for a goal.
    pub goal: Bounds,
    /// Levels of the server's engine.
    pub engine_level: Bounds,
    /// Lines of conditional turns.
    pub conditional_lines: u32,
    /// Turns in a line of conditional turns.
    pub conditional_line_length: u32,
    /// Characters of a chat message.
    pub chat_length: Bounds,
    /// Characters that the operators may write about maintenance.
    pub maintenance_length: u32,
    /// Characters of a player's name.
    pub name_length: Bounds,
    /// Characters of a password.
    pub password_length: Bounds,
    /// Open challenges of a player.
    pub open_seeks: u32,
    /// Days for which a challenge to a game without a live clock stays open.
    pub seek_days: u32,
    /// Games between the same two players within 24 hours that change ratings.
    pub rated_games_per_day: u32,
    /// Games on one page of a list.
    pub games_per_page: u32,
    /// Characters of the text of a report.
    pub report_length: u32,
    /// Characters of a moderator's note.
    pub note_length: u32,
    /// Characters of a warning.
    pub warning_length: Bounds,
    /// Players that one player may block.
    pub blocked_players: u32,
    /// Games in progress that a bot may set as its maximum.
    pub bot_games: Bounds,
    /// Entries on one page of the lists for moderators.
    pub entries_per_page: u32,
}

/// The limits of a server.
pub const LIMITS: Limits = Limits {
    initial_seconds: Bounds { min: 10, max: 3 * 3600 },
    increment_seconds: Bounds { min: 0, max: 180 },
    seconds_per_turn: Bounds { min: 5, max: 3600 },
    days_per_turn: Bounds { min: 1, max: 14 },
    first_turn_seconds: 60,
    heartbeat_seconds: 4,
    given_seconds: 15,
    // Games must end.
    pool: Bounds { min: 0, max: 60 },
    goal: Bounds { min: 1, max: 60 },
    engine_level: Bounds { min: 1, max: 10 },
    conditional_lines: 20,
    conditional_line_length: 20,
    chat_length: Bounds { min: 1, max: 300 },
    maintenance_length: 300,
    name_length: Bounds { min: 2, max: 20 },
    password_length: Bounds { min: 8, max: 200 },
    open_seeks: 5,
    seek_days: 3,
    rated_games_per_day: 5,
    games_per_page: 30,
    report_length: 500,
    note_length: 500,
    warning_length: Bounds { min: 1, max: 500 },
    blocked_players: 200,
    bot_games: Bounds { min: 1, max: 50 },
    entries_per_page: 50,
};
