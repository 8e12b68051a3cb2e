//! The laboratory: for authors of an engine who want to know whether it got stronger.
//!
//! | module | what |
//! |---|---|
//! | [`player`] | who can play: random, greedy, the engine, any program that speaks UGI |
//! | [`play`], [`opening`] | one game, with clocks and a referee; how it begins |
//! | [`stats`] | what results say about strength |
//!
//! Everything random comes from one seed and the numbers of pair, game and seat. So players who always play the same give the same
//! result in any number of threads, interrupted or not.

pub mod opening;
pub mod play;
pub mod player;
pub mod random;
pub mod stats;
