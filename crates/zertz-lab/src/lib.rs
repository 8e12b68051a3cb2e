//! The laboratory: for authors of an engine who want to know whether it got stronger.
//!
//! | module | what |
//! |---|---|
//! | [`stats`] | what results say about strength |
//!
//! Everything random comes from one seed and the numbers of pair, game and seat. So players who always play the same give the same
//! result in any number of threads, interrupted or not.

pub mod random;
pub mod stats;
