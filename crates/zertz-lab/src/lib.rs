//! The lab: tools that measure and improve the strength of an engine.
//!
//! | module | contents |
//! |---|---|
//! | [`mod@matches`] | `zertz-lab match`: paired games between two players, Elo, SPRT |
//! | [`ladder`] | `zertz-lab ladder`: a round robin of many players |
//! | [`selfplay`], [`data`] | `zertz-lab selfplay`: training data, and its file format |
//! | [`stray`] | `zertz-lab stray`: positions a few random turns away from games |
//! | [`tune`], `fit`, `features`, `weights` | `zertz-lab tune` and `calibrate`: weights fitted to training data |
//! | [`tactics`], `shortest`, [`proofs`] | `zertz-lab tactics`: positions with proven wins, the shortest wins, and their file format |
//! | [`solve`] | `zertz-lab solve`: whether the engine finds these wins |
//! | [`player`] | the players: random, greedy, the engine, any program that speaks UGI |
//! | [`play`], [`opening`] | one game with clocks and a referee, and its opening |
//! | [`contest`], `workers`, [`records`] | many games in several threads, and a file of games that can be continued |
//! | `stats` | Elo, SPRT and ratings |
//!
//! All random numbers come from one seed and the numbers of pair, game and seat. So deterministic players give the same result in any number
//! of threads, interrupted or not.

mod args;
pub mod contest;
pub mod data;
mod features;
mod fit;
pub mod ladder;
pub mod matches;
pub mod opening;
pub mod play;
pub mod player;
mod progress;
pub mod proofs;
pub mod records;
pub mod selfplay;
mod shortest;
pub mod solve;
mod stats;
pub mod stray;
pub mod tactics;
pub mod tune;
mod weights;
mod workers;

/// The first number below the seed for each use of random numbers, so that they are independent.
mod stream {
    pub const OPENING: u64 = 1;
    pub const PLAYER: u64 = 2;
    pub const SELF_PLAY: u64 = 3;
    pub const STRAY: u64 = 5;
}
