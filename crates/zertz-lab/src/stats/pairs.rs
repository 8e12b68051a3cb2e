//! [`Pairs`]: how often each of the five possible results of a pair occurred.

use std::fmt;

/// The number of pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The points of the five results, as a share of two points.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair with 0 to 4 half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points that the first player scored; ½ without pairs.
    pub fn score(&self) -> f64 {
        match self.count() {
            0 => 0.5,
            count => self.sum(|score| score) / count as f64,
        }
    }

    /// The variance of the score of a pair.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        match self.count() {
            0 => 0.0,
            count => self.sum(|score| (score - mean).powi(2)) / count as f64,
        }
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().zip(Self::SCORES).map(|(&count, score)| count as f64 * of(score)).sum()
    }
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [none, half, one, more, two] = self.0;
        write!(f, "0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {two}")
    }
}
