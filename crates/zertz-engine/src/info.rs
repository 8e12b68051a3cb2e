//! [`Info`]: what a search reports.

use crate::Score;
use std::time::Duration;
use zertz::{Position, Rules, Turn};

/// A variation that a search has found.
#[derive(Clone, Debug)]
pub struct Info {
    /// The depth of the iteration, in turns.
    pub depth: u32,
    /// The length of the longest variation searched, in turns.
    pub seldepth: u32,
    /// The rank of the variation; 1 is the best.
    pub rank: usize,
    /// The score for the player to move.
    pub score: Score,
    /// The nodes searched.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The principal variation: the best turns of both players.
    pub pv: Vec<Turn>,
}

impl Info {
    /// The search speed.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

/// Turns in canonical notation, from the position in which they begin.
pub fn texts(rules: &Rules, mut position: Position, turns: &[Turn]) -> Vec<String> {
    let mut texts = Vec::new();
    for turn in turns {
        let Ok(next) = position.play(rules, turn) else { break };
        texts.push(position.write_turn(rules, turn).to_string());
        position = next;
    }
    texts
}
