//! Rating differences from scores, with error bars.
//!
//! A difference of d Elo means an expected score of s = 1 / (1 + 10^(-d/400)), so d = 400 log10(s / (1 - s)). The standard error of the mean
//! score of N pairs is sqrt(v/N), where v is the variance of a pair's score; the interval is s ± 1.96 sqrt(v/N), converted in the same
//! way. Normalised Elo, (s - ½) / sqrt(2v) · 800/ln 10, relates the difference to the noise of one game, and so to the number of games needed.

use super::Pairs;
use std::fmt;

/// 95% of a normal distribution are within this many standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The expected score of a rating difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The rating difference of an expected score; infinite for 0 and 1.
pub fn rating_difference(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    pub elo: f64,
    /// The ends of the 95% interval.
    pub interval: (f64, f64),
    /// The difference in units of the noise of one game.
    pub normalised: f64,
}

/// Estimates the rating difference from pairs; `None` without pairs.
pub fn elo(pairs: &Pairs) -> Option<EloEstimate> {
    let count = pairs.count();
    if count == 0 {
        return None;
    }
    let (score, variance) = (pairs.score(), pairs.variance());
    let margin = Z95 * (variance / count as f64).sqrt();
    // When all points were won, the variance is 0. With a lower expected score, 97.5% of such matches would lose a point.
    let certain = 0.025f64.powf(1.0 / count as f64);
    let (low, high) = match score {
        1.0 => (certain, 1.0),
        0.0 => (0.0, 1.0 - certain),
        _ => (score - margin, score + margin),
    };
    let noise = (2.0 * variance).sqrt();
    let normalised = if score == 0.5 { 0.0 } else { (score - 0.5) / noise * 800.0 / std::f64::consts::LN_10 };
    Some(EloEstimate {
        elo: rating_difference(score),
        interval: (rating_difference(low), rating_difference(high)),
        normalised,
    })
}

impl EloEstimate {
    pub fn error(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval;
        if self.elo == f64::INFINITY {
            write!(f, "above {low:+.0} (95%)")
        } else if self.elo == f64::NEG_INFINITY {
            write!(f, "below {high:+.0} (95%)")
        } else if self.error().is_finite() {
            write!(f, "{:+.1} ±{:.1}", self.elo, self.error())
        } else if low.is_finite() {
            write!(f, "{:+.1}, above {low:+.0} (95%)", self.elo)
        } else {
            write!(f, "{:+.1}, below {high:+.0} (95%)", self.elo)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::assert_near;

    #[test]
    fn three_quarters_of_the_points_are_190_elo() {
        assert_near(rating_difference(0.75), 400.0 * 3f64.log10(), 1e-9);
        assert_near(expected_score(rating_difference(0.6)), 0.6, 1e-12);
        assert_near(rating_difference(0.5), 0.0, 1e-12);
    }

    #[test]
    fn error_bars_come_from_the_variance_of_pairs() {
        // By hand: 10 pairs of 0, 30 of 1, 20 of 2 points: s = 35/60, v = (10·(7/12)² + 30·(1/12)² + 20·(5/12)²)/60 = 17/144.
        let pairs = Pairs([10, 0, 30, 0, 20]);
        assert_near(pairs.score(), 35.0 / 60.0, 1e-12);
        assert_near(pairs.variance(), 17.0 / 144.0, 1e-12);
        let margin = Z95 * (17.0f64 / 144.0 / 60.0).sqrt();
        let estimate = elo(&pairs).unwrap();
        assert_near(estimate.elo, 400.0 * 1.4f64.log10(), 1e-9);
        assert_near(estimate.interval.0, rating_difference(35.0 / 60.0 - margin), 1e-9);
        assert_near(estimate.interval.1, rating_difference(35.0 / 60.0 + margin), 1e-9);
        assert_eq!(estimate.to_string(), "+58.5 ±62.9");
    }

    #[test]
    fn figures_agree_with_those_of_fastchess() {
        let cases = [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01),
        ];
        for (counts, difference, error, normalised) in cases {
            let estimate = elo(&Pairs(counts)).unwrap();
            assert_near(estimate.elo, difference, 0.01 * difference.abs());
            assert_near(estimate.error(), error, 0.01 * error);
            assert_near(estimate.normalised, normalised, 0.01 * normalised.abs());
        }
    }

    #[test]
    fn a_clean_sweep_gives_a_bound_and_not_a_number() {
        let estimate = elo(&Pairs([0, 0, 0, 0, 50])).unwrap();
        assert_eq!(estimate.elo, f64::INFINITY);
        assert_near(expected_score(estimate.interval.0), 0.025f64.powf(0.02), 1e-9);
        assert_eq!(estimate.to_string(), "above +446 (95%)");
        assert_eq!(elo(&Pairs([50, 0, 0, 0, 0])).unwrap().to_string(), "below -446 (95%)");
    }

    #[test]
    fn there_is_no_estimate_without_games() {
        assert_eq!(elo(&Pairs::default()), None);
    }
}
