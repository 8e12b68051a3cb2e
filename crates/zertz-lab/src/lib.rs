//! The lab: tools that measure and improve the strength of an engine.
//!
//! All random numbers come from one seed and the numbers of pair, game and seat. So deterministic players give the same result in any number
//! of threads, interrupted or not.

mod args;
pub mod book;
pub mod calibrate;
pub mod contest;
pub mod data;
mod fit;
pub mod ladder;
pub mod matches;
pub mod opening;
pub mod plans;
pub mod play;
pub mod player;
pub mod prior;
mod progress;
pub mod proofs;
pub mod proven;
pub mod records;
pub mod selfplay;
mod shortest;
pub mod solve;
mod stats;
pub mod stray;
pub mod tactics;
pub mod theory;
pub mod train;
mod workers;

/// The first number below the seed for each use of random numbers, so that they are independent.
mod stream {
    pub const OPENING: u64 = 1;
    pub const PLAYER: u64 = 2;
    pub const SELF_PLAY: u64 = 3;
    pub const STRAY: u64 = 5;
    pub const PROVEN: u64 = 6;
    pub const SECOND_TURN: u64 = 7;
}
