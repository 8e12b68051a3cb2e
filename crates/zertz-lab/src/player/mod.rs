//! Players: a [`Spec`] describes a player, a [`Player`] chooses turns.

mod engine;
mod limit;
mod simple;
mod spec;
mod ugi;

pub use engine::read_network;
pub use limit::Limit;
pub use spec::{Kind, Spec};

use std::{fmt, sync::Arc, time::Duration};
use zertz::{Game, Rules, Turn};
use zertz_engine::{Clock, Score, Stop};

/// Chooses turns, in one game at a time.
pub trait Player {
    /// Starts a new game. The seed is for players that use random numbers.
    fn new_game(&mut self, rules: &Arc<Rules>, seed: u64) -> Result<(), Forfeit>;

    /// Chooses a turn in a game that is not over.
    fn choose(&mut self, game: &Game, clocks: &Clocks, stop: &Stop) -> Result<Choice, Forfeit>;
}

/// The clocks of both players; `None` for a player without one.
pub type Clocks = [Option<Clock>; 2];

/// The turn that a player chose.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The turn. It may be illegal.
    pub turn: Turn,
    /// The player's evaluation of the position.
    pub value: Option<Score>,
}

/// Why a player lost a game by forfeit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The kind of forfeit.
    pub kind: ForfeitKind,
    /// The details, as a clause.
    pub why: String,
}

impl Forfeit {
    pub(crate) fn new(kind: ForfeitKind, why: impl fmt::Display) -> Forfeit {
        Forfeit { kind, why: why.to_string() }
    }
}

/// The kinds of forfeits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForfeitKind {
    /// The turn came too late.
    Time,
    /// The turn was illegal, or missing.
    Illegal,
    /// The program exited, or violated the protocol.
    Crash,
    /// The program did not answer.
    Hang,
}

impl ForfeitKind {
    /// All kinds.
    pub const ALL: [ForfeitKind; 4] = [ForfeitKind::Time, ForfeitKind::Illegal, ForfeitKind::Crash, ForfeitKind::Hang];

    /// The name of the kind in records.
    pub const fn word(self) -> &'static str {
        match self {
            ForfeitKind::Time => "time",
            ForfeitKind::Illegal => "illegal turn",
            ForfeitKind::Crash => "crash",
            ForfeitKind::Hang => "hang",
        }
    }
}

/// How long to wait for players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// By how much a turn may exceed a fixed time for each turn. A clock has no margin.
    pub margin: Duration,
    /// How long to wait for a program that has no time limit.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { margin: Duration::from_millis(100), silence: Duration::from_secs(60) }
    }
}
