//! [`Verdict`]: how good a turn was, and [`PlayerReview`]: how well a player played. All thresholds are here.

use serde::Serialize;

/// How good a turn was.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It was the only turn.
    Forced,
    /// No better turn is known.
    Best,
    /// It lost some win chance, but less than an inaccuracy.
    Good,
    /// The mildest mark.
    Inaccuracy,
    /// A worse mark.
    Mistake,
    /// The worst mark.
    Blunder,
}

impl Verdict {
    /// The verdicts that are marks, mildest first.
    pub const MARKS: [Verdict; 3] = [Verdict::Inaccuracy, Verdict::Mistake, Verdict::Blunder];

    /// The verdict on a turn that was not forced and lost this much win chance.
    pub fn of_loss(loss: f64) -> Verdict {
        let marked = Verdict::MARKS.into_iter().rev().find(|mark| mark.least_loss().is_some_and(|least| loss >= least));
        marked.unwrap_or(if loss > 0.0 { Verdict::Good } else { Verdict::Best })
    }

    /// The minimum loss of an annotated turn; `None` for other verdicts.
    pub const fn least_loss(self) -> Option<f64> {
        self.facts().2
    }

    /// Whether the turn is marked as an error.
    pub const fn is_mark(self) -> bool {
        self.least_loss().is_some()
    }

    /// The annotation that records write after the turn; empty for other turns.
    pub const fn sign(self) -> &'static str {
        self.facts().1
    }

    /// The name in text and JSON.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    const fn facts(self) -> (&'static str, &'static str, Option<f64>) {
        match self {
            Verdict::Forced => ("forced", "", None),
            Verdict::Best => ("best", "", None),
            Verdict::Good => ("good", "", None),
            Verdict::Inaccuracy => ("inaccuracy", "?!", Some(0.05)),
            Verdict::Mistake => ("mistake", "?", Some(0.10)),
            Verdict::Blunder => ("blunder", "??", Some(0.20)),
        }
    }
}

/// How well a player played. Forced turns do not count.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlayerReview {
    /// Reviewed turns that were not forced.
    pub choices: usize,
    /// How many of them were best.
    pub best: usize,
    /// The average loss of win chance.
    pub average_loss: Option<f64>,
    /// The average accuracy of the turns, from 0 to 1. A turn that loses nothing has 1; each 15% of win chance that it loses halves that.
    pub accuracy: Option<f64>,
    /// How many turns were inaccuracies.
    pub inaccuracies: usize,
    /// How many turns were mistakes.
    pub mistakes: usize,
    /// How many turns were blunders.
    pub blunders: usize,
}

/// The loss of win chance that halves the accuracy of a turn.
const HALVING_LOSS: f64 = 0.15;

impl PlayerReview {
    /// The review of a player from the verdict and the loss of each of their turns.
    pub fn new(turns: impl Iterator<Item = (Verdict, f64)>) -> PlayerReview {
        let choices: Vec<(Verdict, f64)> = turns.filter(|(verdict, _)| *verdict != Verdict::Forced).collect();
        let count = |verdict| choices.iter().filter(|(other, _)| *other == verdict).count();
        let average = |of: fn(f64) -> f64| {
            let sum: f64 = choices.iter().map(|(_, loss)| of(*loss)).sum();
            (!choices.is_empty()).then(|| rounded(sum / choices.len() as f64))
        };
        PlayerReview {
            choices: choices.len(),
            best: count(Verdict::Best),
            average_loss: average(|loss| loss),
            accuracy: average(|loss| 0.5f64.powf(loss / HALVING_LOSS)),
            inaccuracies: count(Verdict::Inaccuracy),
            mistakes: count(Verdict::Mistake),
            blunders: count(Verdict::Blunder),
        }
    }
}

/// Rounds a share to hundredths of a percent.
pub(super) fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_thresholds() {
        use Verdict::{Best, Blunder, Good, Inaccuracy, Mistake};
        let verdicts = [0.0, 0.0001, 0.0499, 0.05, 0.0999, 0.10, 0.1999, 0.20, 1.0].map(Verdict::of_loss);
        assert_eq!(verdicts, [Best, Good, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder, Blunder]);
    }

    #[test]
    fn the_documentation_has_the_thresholds() {
        for mark in Verdict::MARKS {
            let percent = mark.least_loss().unwrap() * 100.0;
            let row = format!("| `{}` | {} | lost at least {percent} percentage points |\n", mark.sign(), mark.name());
            assert!(include_str!("../../../../docs/analyse.md").contains(&row), "{row}");
        }
    }

    #[test]
    fn a_rounded_difference_of_chances_reaches_its_threshold() {
        assert_eq!(Verdict::of_loss(rounded(0.55 - 0.5)), Verdict::Inaccuracy);
        assert_eq!(Verdict::of_loss(rounded(0.3 - 0.2)), Verdict::Mistake);
        assert_eq!(Verdict::of_loss(rounded(0.7 - 0.5)), Verdict::Blunder);
    }

    #[test]
    fn accuracy_ignores_forced_turns() {
        let turns = [(Verdict::Forced, 0.0), (Verdict::Best, 0.0), (Verdict::Mistake, HALVING_LOSS)];
        let player = PlayerReview::new(turns.into_iter());
        assert_eq!((player.choices, player.best, player.mistakes), (2, 1, 1));
        assert_eq!((player.accuracy, player.average_loss), (Some(0.75), Some(0.075)));
        assert_eq!(PlayerReview::new(turns[..1].iter().copied()).accuracy, None);
    }
}
