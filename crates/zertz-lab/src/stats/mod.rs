//! Statistics of match results.
//!
//! The two games of a pair start from the same opening with sides swapped. They are not independent, so the pair is the unit. [`Pairs`] counts
//! the five possible results of a pair, [`elo()`] estimates a rating difference from them, [`Sprt`] decides when to stop, and
//! [`bradley_terry`] rates many players at once.

pub mod bradley_terry;
mod elo;
mod pairs;
mod sprt;

pub use elo::{elo, expected_score};
pub use pairs::Pairs;
pub use sprt::{Decision, Sprt};

#[cfg(test)]
fn assert_near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} is not {b}");
}
