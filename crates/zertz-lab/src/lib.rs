//! The laboratory: for authors of an engine who want to know whether it got stronger.
//!
//! | module | what |
//! |---|---|
//! | [`mod@matches`] | `zertz-lab match`: two players, paired games, Elo, SPRT |
//! | [`ladder`] | `zertz-lab ladder`: many players, one table |
//! | [`selfplay`], [`data`] | `zertz-lab selfplay`: positions to learn from, and their file |
//! | [`stray`] | `zertz-lab stray`: positions off those of games, judged by a player |
//! | [`tune`], [`fit`], [`features`] | `zertz-lab tune` and `calibrate`: the weights that fit such positions |
//! | [`tactics`], [`shortest`], [`proofs`] | `zertz-lab tactics`: positions with proven wins, how short these are, and their file |
//! | [`solve`] | `zertz-lab solve`: whether the engine finds them |
//! | [`player`] | who can play: random, greedy, the engine, any program that speaks UGI |
//! | [`play`], [`opening`] | one game, with clocks and a referee; how it begins |
//! | [`contest`], [`workers`], [`records`] | many games in many threads, in a file that can be gone on with |
//! | [`stats`] | what results say about strength |
//!
//! Everything random comes from one seed and the numbers of pair, game and seat. So players who always play the same give the same
//! result in any number of threads, interrupted or not.

pub mod args;
pub mod contest;
pub mod data;
pub mod features;
pub mod fit;
pub mod ladder;
pub mod matches;
pub mod opening;
pub mod play;
pub mod player;
pub mod progress;
pub mod proofs;
pub mod records;
pub mod selfplay;
pub mod shortest;
pub mod solve;
pub mod stats;
pub mod stray;
pub mod tactics;
pub mod tune;
pub mod weights;
pub mod workers;
