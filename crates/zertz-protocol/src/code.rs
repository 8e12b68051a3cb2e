//! [`Code`]: every kind of error, with its message in English.

use crate::{LIMITS, MAX_ID_LENGTH};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;
use zertz::{CannotSwap, NothingMissed};

/// The kind of an error: a word for programs, and for clients that translate the message. `Display` writes the message, unless it depends
/// on the input.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum Code {
    // Turns and other acts. The rules have the messages.
    Over,
    MustJump,
    UnknownRing,
    ForeignRing,
    NoRing,
    Occupied,
    NoMarble,
    OtherColour,
    NotInPool,
    NotCaptured,
    WrongSupply,
    OpponentsTurn,
    Held,
    MustRemove,
    NothingToJump,
    NoLanding,
    NotInLine,
    MustGoOn,
    TooLong,
    WrongClaim,
    MustDecide,
    NothingPlaced,
    CannotPass,
    CannotSwap,
    NothingMissed,

    // Data. Whoever reads it has the message.
    NotATurn,
    NotAStep,
    Unreadable,
    Rules,
    Board,
    Pool,
    Goals,
    Claims,
    Captures,
    Stuck,
    Position,
    Format,
    Data,

    // What the server, or the engine, does not do.
    Level,
    Engine,
    Time,
    CannotRate,
    RatedEngine,
    RatedSelf,
    RatedShared,
    RatedOften,
    RatedShort,
    RatedGone,

    // Requests in a game.
    NotSeated,
    NotBegun,
    NotOver,
    NotYourTurn,
    YourTurn,
    Stale,
    TooLate,
    Underway,
    AlreadyOffered,
    NothingOffered,
    NothingToUndo,
    Rated,
    NoClock,
    EnoughTime,
    BadConditionalTurns,
    BadMessage,
    BadId,
    Full,
    ChatDisabled,
    NoMessage,

    // The lobby.
    SeekGone,
    OwnSeek,
    TooManySeeks,
    TooManyGames,
    TooOften,

    // Accounts.
    SignIn,
    SignedIn,
    BadToken,
    WrongPassword,
    NameTaken,
    BadName,
    BadPassword,
    BadEmail,
    TooManyBots,

    // Things that do not exist.
    NotFound,
    NoGame,
    NoPlayer,
    NoBot,
    NoSession,

    // Any request.
    Malformed,
    MethodNotAllowed,
    NotJson,
    TooLarge,
    ForeignOrigin,
    RateLimited,
    Conflict,
    Unavailable,
    Internal,
    /// A code of a newer server.
    #[default]
    #[serde(other)]
    Unknown,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Code::Over => f.write_str("the game is over"),
            Code::CannotSwap => CannotSwap.fmt(f),
            Code::NothingMissed => NothingMissed.fmt(f),
            Code::Pool => write!(f, "a pool has {} to {} marbles of each colour", LIMITS.pool.min, LIMITS.pool.max),
            Code::Goals => write!(f, "a goal has {} to {} marbles", LIMITS.goal.min, LIMITS.goal.max),
            Code::Level => write!(f, "the engine has levels {} to {}", LIMITS.engine_level.min, LIMITS.engine_level.max),
            Code::Engine => f.write_str("the engine failed"),
            Code::Time => f.write_str("the server does not offer this time control"),
            Code::CannotRate => f.write_str("a rated game needs a time control, the standard, blitz or tournament rules, a board of the rulebook, and players with an account"),
            Code::RatedEngine => f.write_str("games against the server's engine are not rated"),
            Code::RatedSelf => f.write_str("games against yourself and between your own bots are not rated"),
            Code::RatedShared => f.write_str("players who share an address or a device play rated games only if a moderator allows it"),
            Code::RatedOften => write!(f, "only {} games of the same two players are rated within 24 hours", LIMITS.rated_games_per_day),
            Code::RatedShort => f.write_str("a game is rated only if both players have played two turns"),
            Code::RatedGone => f.write_str("a player has deleted the account"),
            Code::NotSeated => f.write_str("only the players can do this"),
            Code::NotBegun => f.write_str("the game has not begun: the other seat is still open"),
            Code::NotOver => f.write_str("the game is not over yet"),
            Code::NotYourTurn => f.write_str("it is not your turn"),
            Code::YourTurn => f.write_str("it is your turn; conditional turns can be set while the opponent is to move"),
            Code::Stale => f.write_str("the game has changed: check the position and try again"),
            Code::TooLate => f.write_str("your time is up"),
            Code::Underway => f.write_str("both players have played a turn: you can resign the game but not abort it"),
            Code::AlreadyOffered => f.write_str("you have already offered this"),
            Code::NothingOffered => f.write_str("there is no such offer"),
            Code::NothingToUndo => f.write_str("you have no turn to undo"),
            Code::Rated => f.write_str("turns cannot be undone in a rated game"),
            Code::NoClock => f.write_str("this game has no clock"),
            Code::EnoughTime => f.write_str("your opponent has enough time"),
            Code::BadConditionalTurns => write!(f, "conditional turns have at most {} lines of up to {} turns, each ending with your reply", LIMITS.conditional_lines, LIMITS.conditional_line_length),
            Code::BadMessage => write!(f, "a message must have {} to {} characters", LIMITS.chat_length.min, LIMITS.chat_length.max),
            Code::BadId => write!(f, "a request needs an id of 1 to {MAX_ID_LENGTH} characters"),
            Code::Full => f.write_str("both seats are taken"),
            Code::ChatDisabled => f.write_str("please sign in to use the chat"),
            Code::NoMessage => f.write_str("your opponent has not sent this message"),
            Code::SeekGone => f.write_str("this challenge is no longer open"),
            Code::OwnSeek => f.write_str("this is your own challenge"),
            Code::TooManySeeks => write!(f, "you may have at most {} open challenges", LIMITS.open_seeks),
            Code::TooManyGames => f.write_str("you have too many open games: finish or abort one first"),
            Code::TooOften => f.write_str("you have done this too often in this game"),
            Code::SignIn => f.write_str("please sign in first"),
            Code::SignedIn => f.write_str("you are already signed in: sign out first"),
            Code::BadToken => f.write_str("this token is not valid"),
            Code::WrongPassword => f.write_str("the name or the password is wrong"),
            Code::NameTaken => f.write_str("this name is taken"),
            Code::BadName => write!(f, "a name has {} to {} letters, digits, - or _, and begins with a letter", LIMITS.name_length.min, LIMITS.name_length.max),
            Code::BadPassword => write!(f, "a password has {} to {} characters", LIMITS.password_length.min, LIMITS.password_length.max),
            Code::BadEmail => f.write_str("this is not an email address"),
            Code::TooManyBots => f.write_str("you have too many bots"),
            Code::NotFound => f.write_str("there is nothing at this address"),
            Code::NoGame => f.write_str("there is no such game"),
            Code::NoPlayer => f.write_str("there is no player with this name"),
            Code::NoBot => f.write_str("there is no bot with this name"),
            Code::NoSession => f.write_str("there is no such session"),
            Code::Malformed => f.write_str("the request cannot be read"),
            Code::MethodNotAllowed => f.write_str("this address does not support the method"),
            Code::NotJson => f.write_str("send JSON, with the content type application/json"),
            Code::TooLarge => f.write_str("the request is too large"),
            Code::ForeignOrigin => f.write_str("requests from pages of other sites are not allowed"),
            Code::RateLimited => f.write_str("too many requests; please wait"),
            Code::Conflict => f.write_str("the data has changed in the meantime; please try again"),
            Code::Unavailable => f.write_str("the server cannot save anything at the moment; please try again later"),
            Code::Internal => f.write_str("the server failed; please try again later"),
            _ => f.write_str("this is not possible"),
        }
    }
}
