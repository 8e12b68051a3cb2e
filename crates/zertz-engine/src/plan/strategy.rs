//! The winning turn and the main variation of a proven position.

use super::{Planner, moves::attack_turns, state::State};
use zertz::{Player, Position, Turn};

impl Planner<'_> {
    /// A turn that wins by force, if [`Planner::prove`] has shown that the player to move wins.
    pub fn winning_turn(&self, position: &Position) -> Option<Turn> {
        let mut shortest: Option<(u8, Turn)> = None;
        attack_turns(self.rules, position, |turn| {
            let after = position.play_unchecked(self.rules, &turn);
            if let Some((turns, _)) = self.longest_defence(&after, position.mover())
                && shortest.is_none_or(|(fewest, _)| turns < fewest)
            {
                shortest = Some((turns, turn));
            }
        });
        shortest.map(|(_, turn)| turn)
    }

    /// The shortest win that [`Planner::prove`] has found, against the longest defence. `None` if nothing is proven.
    pub(crate) fn variation(&self, attacker: Player, position: &Position) -> Option<Vec<Turn>> {
        let (mut position, mut variation) = (*position, Vec::new());
        while position.outcome(self.rules).is_none() {
            let turn = if position.mover() == attacker {
                self.winning_turn(&position)?
            } else {
                self.longest_defence(&position, attacker)?.1?
            };
            position = position.play_unchecked(self.rules, &turn);
            variation.push(turn);
        }
        Some(variation)
    }

    /// The reply after which a win takes longest, and how many turns it takes with the reply. `None` unless every reply leads to a position
    /// that is proven. If the attacker has won, there is no reply.
    fn longest_defence(&self, position: &Position, attacker: Player) -> Option<(u8, Option<Turn>)> {
        if let Some(outcome) = position.outcome(self.rules) {
            return (outcome.winner() == Some(attacker)).then_some((0, None));
        }
        let shape = position.shape();
        if !shape.has_jump(&self.rules.board) && !shape.occupied().is_empty() {
            return None;
        }
        let mut longest = Some((0, None));
        position.turns(self.rules).for_each(|reply| {
            let Some((turns, _)) = longest else { return };
            let next = position.play_unchecked(self.rules, &reply);
            let count = self.space.only(next.captured(attacker.other()));
            let known = self.memory.attacks.get(&State::of(&next, attacker)).and_then(|known| known.wins_in(count));
            longest = known.map(|known| (known.saturating_add(1), Some(reply))).map(|found| match found.0 > turns {
                true => found,
                false => longest.unwrap_or_default(),
            });
        });
        longest
    }
}
