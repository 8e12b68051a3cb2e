//! The [`Limits`] of a search, and the [`Stop`] flag.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use zertz::Turn;

/// When a search ends: at the first limit reached. Without limits it ends when it is stopped or the result is proven.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The maximum depth, in turns.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for this turn.
    pub move_time: Option<Duration>,
    /// The player's clock, from which the engine takes a share for this turn.
    pub clock: Option<Clock>,
    /// Ends the search at a proven win in at most this many turns of both players.
    pub mate: Option<u32>,
    /// The number of variations to report; 0 means 1.
    pub multi_pv: usize,
    /// Turns to leave out, with their mirror images.
    pub exclude: Vec<Turn>,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The time that each turn adds.
    pub increment: Duration,
}

/// A flag that stops a search from outside. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Creates a flag that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops every search that has this flag.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
