//! What bounds a search: [`Limits`], and the [`Stop`] flag for those who change their mind.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use zertz::Turn;

/// When a search ends. Whatever comes first; without any limit it goes on until stopped or proven.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// So many turns deep.
    pub depth: Option<u32>,
    /// So many steps looked at.
    pub nodes: Option<u64>,
    /// So much time for this turn.
    pub move_time: Option<Duration>,
    /// A clock to share out over the game.
    pub clock: Option<Clock>,
    /// Stop at a proven win in at most so many turns of both players.
    pub mate: Option<u32>,
    /// How many lines to report; 0 counts as 1.
    pub multi_pv: usize,
    /// Turns not to consider, nor their mirror images.
    pub exclude: Vec<Turn>,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each turn adds.
    pub increment: Duration,
}

/// A flag that ends a search from outside. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends every search that has this flag.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is set.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
