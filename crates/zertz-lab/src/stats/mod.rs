//! What the results of games say about strength.
//!
//! Games are played in pairs from one opening with sides exchanged, so the pair is the unit: its two games are not independent, and one
//! opening may favour a side. [`Pairs`] counts the five results a pair can have, [`elo()`] turns them into a rating difference, [`Sprt`]
//! decides when enough has been played, and [`bradley_terry`] rates many players at once.

pub mod bradley_terry;
mod elo;
mod pairs;
mod sprt;

pub use elo::{EloEstimate, elo, expected_score, rating_difference};
pub use pairs::Pairs;
pub use sprt::{Decision, Sprt};
