//! What a quiet position is worth.

use crate::{Params, Score};
use zertz::{Colour, Player, Position, Rules};

/// Anything that can judge a position without searching. The weights of [`Params`] are one way, a learned network would be another.
pub trait Evaluator {
    /// The score from the view of the player to move. There is no capture to be made.
    fn evaluate(&self, rules: &Rules, position: &Position) -> Score;
}

impl Evaluator for Params {
    #[inline]
    fn evaluate(&self, rules: &Rules, position: &Position) -> Score {
        let mover = position.mover();
        self.progress(rules, position, mover) - self.progress(rules, position, mover.other()) + self.tempo
    }
}

/// The score by the default weights.
pub fn evaluate(rules: &Rules, position: &Position) -> Score {
    Params::DEFAULT.evaluate(rules, position)
}

impl Params {
    /// How near a player is to each of the goals.
    #[inline]
    fn progress(&self, rules: &Rules, position: &Position, player: Player) -> Score {
        let captured = position.captured(player);
        let mut sum = 0;
        let (mut lacking_each, mut each_possible) = (0, true);
        for colour in Colour::ALL {
            // What is neither in the pool nor on the board is out of reach until the pool is empty.
            let within_reach = u32::from(position.pool()[colour]) + position.marbles(colour).len() as u32;
            let lacking = u32::from(rules.goals.of(colour)).saturating_sub(u32::from(captured[colour]));
            if lacking <= within_reach {
                let weights = &self.lacking[colour.index()];
                sum += weights[(lacking.max(1) as usize - 1).min(weights.len() - 1)];
            }
            let for_each = u32::from(rules.goals.each()).saturating_sub(u32::from(captured[colour]));
            each_possible &= for_each <= within_reach;
            lacking_each += for_each;
        }
        if each_possible {
            sum += self.lacking_each[(lacking_each.max(1) as usize - 1).min(self.lacking_each.len() - 1)];
        }
        sum
    }
}
