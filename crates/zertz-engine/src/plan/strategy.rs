//! The winning turn of a proven position.

use super::{Planner, moves, state::State};
use zertz::{Colour, Position, Turn};

impl Planner<'_> {
    /// A turn that wins by force, if [`Planner::prove`] has shown that the player to move wins.
    pub fn winning_turn(&self, position: &Position) -> Option<Turn> {
        let attacker = position.mover();
        self.candidates(position).into_iter().find(|turn| {
            let after = position.play_unchecked(self.rules, turn);
            self.is_proven_after(&after, attacker)
        })
    }

    /// The turns of an attack.
    fn candidates(&self, position: &Position) -> Vec<Turn> {
        let (board, shape) = (&self.rules.board, position.shape());
        if shape.has_jump(board) {
            return position.turns(self.rules).to_vec();
        }
        let supply = position.supply();
        let in_colours = |placement: moves::Placement| {
            let moves::Placement { ring, removed, claimed, .. } = placement;
            let colours = Colour::ALL.into_iter().filter(move |&colour| supply[colour] > 0);
            colours.map(move |colour| Turn::Place { colour, ring, removed, claimed })
        };
        moves::placements(board, &shape).flat_map(in_colours).collect()
    }

    /// Whether a position with the defender to move is won, or every reply leads to a position that is proven.
    fn is_proven_after(&self, position: &Position, attacker: zertz::Player) -> bool {
        if let Some(outcome) = position.outcome(self.rules) {
            return outcome.winner() == Some(attacker);
        }
        let shape = position.shape();
        if !shape.has_jump(&self.rules.board) && !shape.occupied().is_empty() {
            return false;
        }
        let mut proven = true;
        position.turns(self.rules).for_each(|reply| {
            proven = proven && {
                let next = position.play_unchecked(self.rules, &reply);
                let count = self.space.only(next.captured(attacker.other()));
                let known = self.attacks.get(&State::of(&next, attacker));
                known.is_some_and(|known| known.has_won(count))
            };
        });
        proven
    }
}
