//! [`Info`]: what a search reports as it goes.

use crate::Score;
use std::time::Duration;
use zertz::Turn;

/// One line that the search has found.
#[derive(Clone, Debug)]
pub struct Info {
    /// How many turns deep it has looked at everything it does not prune.
    pub depth: u32,
    /// How many turns deep it has looked somewhere.
    pub seldepth: u32,
    /// Which line this is, from 1.
    pub rank: usize,
    /// What the position is worth to the player to move, if this line is played.
    pub score: Score,
    /// Steps looked at.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best turns of both players, as far as known.
    pub pv: Vec<Turn>,
}

impl Info {
    /// Steps a second.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}
