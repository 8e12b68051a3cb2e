//! [`Sprt`]: decides when to stop a match.
//!
//! The generalised sequential probability ratio test on pairs, as in chess frameworks. H0 is a difference of elo0, H1 one of elo1, both in
//! logistic Elo. With the frequencies p of the five results a (0, ¼, ½, ¾, 1), the most likely distribution
//! with mean s is q(a) = p(a) / (1 + λ (a - s)), where λ solves Σ p(a) (a - s) / (1 + λ (a - s)) = 0. Then
//!
//! LLR = N Σ p(a) ln( q1(a) / q0(a) )
//!
//! and the test ends when it leaves [ln(β/(1-α)), ln((1-β)/α)], which is ±2.94 with α = β = 0.05. A result that never occurred counts as a
//! thousandth of a pair; otherwise the hypotheses could be impossible.

use super::{Pairs, expected_score};
use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Elo0,
    Elo1,
}

/// The probability of a wrong decision, α and β.
const WRONG: f64 = 0.05;

impl Sprt {
    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(1e-3));
        llr(counts, expected_score(self.elo0), expected_score(self.elo1))
    }

    /// The LLR at which `elo1` is accepted. `elo0` is accepted at its negative.
    pub fn bound(&self) -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    pub fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        let llr = self.llr(pairs);
        if llr >= self.bound() {
            Some(Decision::Elo1)
        } else if llr <= -self.bound() {
            Some(Decision::Elo0)
        } else {
            None
        }
    }
}

/// The log-likelihood ratio of two mean scores. All counts must be positive.
fn llr(counts: [f64; 5], score0: f64, score1: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    let frequencies = counts.map(|count| count / total);
    let (tilt0, tilt1) = (tilt(frequencies, score0), tilt(frequencies, score1));
    // The frequencies cancel out of q1/q0.
    let ratio = |a: f64| (1.0 + tilt0 * (a - score0)).ln() - (1.0 + tilt1 * (a - score1)).ln();
    total * frequencies.iter().zip(Pairs::SCORES).map(|(p, a)| p * ratio(a)).sum::<f64>()
}

/// The λ of the most likely distribution with this mean, by bisection: the sum decreases between its poles.
fn tilt(frequencies: [f64; 5], score: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    let sum = |tilt: f64| -> f64 {
        frequencies.iter().zip(Pairs::SCORES).map(|(p, a)| p * (a - score) / (1.0 + tilt * (a - score))).sum()
    };
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let numbers = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        match numbers {
            Some((elo0, elo1)) if elo0 < elo1 && f64::abs(elo0).max(f64::abs(elo1)) <= 1000.0 => {
                Ok(Sprt { elo0, elo1 })
            }
            _ => Err("a test is two rating differences, the lower one first, such as 0,20".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::assert_near;
    use zertz::Rng;

    #[test]
    fn with_two_results_it_is_the_binomial_ratio() {
        // With only 0 and 2 points, the distribution with mean s gives 2 points the probability s.
        let (won, lost) = (60.0, 40.0);
        let (s0, s1) = (0.5f64, 0.6f64);
        let by_hand = won * (s1 / s0).ln() + lost * ((1.0 - s1) / (1.0 - s0)).ln();
        assert_near(llr([lost, 1e-9, 1e-9, 1e-9, won], s0, s1), by_hand, 1e-4);
        assert_near(by_hand, 2.0136, 1e-4);
    }

    #[test]
    fn with_three_results_the_quadratic_solved_by_hand_agrees() {
        // 20, 50 and 30 pairs of 0, 1 and 2 points, s0 = ½: Σ p(a)(a-½)/(1+λ(a-½)) = 0 gives λ0 = 2·(30-20)/(30+20) = 0.4.
        // s1 = 0.55 is the mean itself, so λ1 = 0 and LLR = 20 ln(0.8) + 50 ln(1) + 30 ln(1.2).
        let by_hand = 20.0 * 0.8f64.ln() + 30.0 * 1.2f64.ln();
        assert_near(llr([20.0, 1e-12, 50.0, 1e-12, 30.0], 0.5, 0.55), by_hand, 1e-6);
    }

    #[test]
    fn figures_agree_with_those_of_fastchess() {
        let llr = |counts, elo0, elo1| Sprt { elo0, elo1 }.llr(&Pairs(counts));
        assert_near(llr([223, 9863, 21279, 10037, 246], 0.5, 2.5), -3.07, 0.03);
        assert_near(llr([871, 26175, 55983, 26678, 821], 0.0, 2.0), -4.98, 0.05);
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        let sprt: Sprt = "0,20".parse().unwrap();
        assert_near(sprt.bound(), 2.944, 1e-3);
        assert_eq!(sprt.decision(&Pairs::default()), None);
        assert_eq!(sprt.decision(&Pairs([5, 0, 5, 0, 5])), None);
        assert_eq!(sprt.decision(&Pairs([50, 0, 200, 0, 150])), Some(Decision::Elo1));
        assert_eq!(sprt.decision(&Pairs([150, 0, 200, 0, 50])), Some(Decision::Elo0));
    }

    #[test]
    fn wrong_decisions_are_as_rare_as_promised() {
        // Independent games without draws: the pair has 2 points with chance s², none with (1-s)².
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        let wrong = |truth: f64, answer: Decision| {
            let s = expected_score(truth);
            let mut rng = Rng::with_path(11, &[truth.to_bits()]);
            let mut game = || usize::from((rng.number() >> 11) as f64 / (1u64 << 53) as f64 <= s) * 2;
            let mut wrong = 0;
            for _ in 0..300 {
                let mut pairs = Pairs::default();
                let decision = loop {
                    pairs.add(game() + game());
                    if let Some(decision) = sprt.decision(&pairs) {
                        break decision;
                    }
                };
                wrong += u32::from(decision != answer);
            }
            wrong
        };
        // 15 of 300 are expected, give or take 4.
        let (at0, at1) = (wrong(0.0, Decision::Elo0), wrong(50.0, Decision::Elo1));
        assert!((3..28).contains(&at0) && (3..28).contains(&at1), "{at0} and {at1} of 300");
    }

    #[test]
    fn a_wrong_test_is_explained() {
        for text in ["", "5", "20,0", "a,b", "0,nan", "0,1e9"] {
            assert!(text.parse::<Sprt>().unwrap_err().contains("such as 0,20"), "{text}");
        }
    }
}
