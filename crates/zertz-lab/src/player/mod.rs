//! Players: anything that chooses turns. What they are is written as a text, a [`Spec`]; what they do is a [`Player`].

mod engine;
mod limit;
mod simple;
mod spec;
mod ugi;

pub use limit::Limit;
pub use spec::{Kind, Spec};

use std::{fmt, sync::Arc, time::Duration};
use zertz::{Game, Rules, Turn};
use zertz_engine::{Clock, Score, Stop};

/// Someone who chooses turns. One player plays one game at a time, many games one after the other.
pub trait Player {
    /// A new game begins. The seed is for players who throw dice.
    fn new_game(&mut self, rules: &Arc<Rules>, seed: u64) -> Result<(), Forfeit>;

    /// The turn to play, in a game that is not over.
    fn choose(&mut self, game: &Game, clocks: &Clocks, stop: &Stop) -> Result<Choice, Forfeit>;
}

/// The clocks of both players; `None` for one who plays without.
pub type Clocks = [Option<Clock>; 2];

/// A turn that a player chose.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The turn, which may be illegal: players from outside are not trusted.
    pub turn: Turn,
    /// What the player thinks of the position.
    pub value: Option<Score>,
}

/// What a player did wrong. It costs the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// What kind of forfeit.
    pub kind: ForfeitKind,
    /// What happened, as a clause.
    pub why: String,
}

impl Forfeit {
    pub(crate) fn new(kind: ForfeitKind, why: impl fmt::Display) -> Forfeit {
        Forfeit { kind, why: why.to_string() }
    }
}

/// Kinds of forfeits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForfeitKind {
    /// The turn came too late.
    Time,
    /// The turn was not legal, or no turn at all.
    Illegal,
    /// The program ended, or did not speak the protocol.
    Crash,
    /// The program said nothing any more.
    Hang,
}

impl ForfeitKind {
    /// All kinds.
    pub const ALL: [ForfeitKind; 4] = [ForfeitKind::Time, ForfeitKind::Illegal, ForfeitKind::Crash, ForfeitKind::Hang];

    /// As records write it.
    pub const fn word(self) -> &'static str {
        match self {
            ForfeitKind::Time => "time",
            ForfeitKind::Illegal => "illegal turn",
            ForfeitKind::Crash => "crash",
            ForfeitKind::Hang => "hang",
        }
    }
}

/// How patient one is with players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// How late a turn may come that has a fixed time. A clock forgives nothing.
    pub margin: Duration,
    /// How long a program may be silent where no time is given.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { margin: Duration::from_millis(100), silence: Duration::from_secs(60) }
    }
}
