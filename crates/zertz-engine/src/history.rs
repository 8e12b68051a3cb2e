//! The history heuristic, separate for placements and removals, and killer placements.

use crate::order::Choice;
use zertz::{Colour, Ring, Step};

const MAX_SCORE: i32 = 16_384;

pub(crate) const MAX_PLY: usize = 128;

pub(crate) struct History {
    placements: [[i32; 64]; 3],
    /// By the ring of the placement before.
    removals: Box<[[i32; 64]; 64]>,
    /// For each ply, the last two placements that caused a cut-off.
    killers: [[Option<Step>; 2]; MAX_PLY],
}

impl History {
    pub fn new() -> History {
        History { placements: [[0; 64]; 3], removals: Box::new([[0; 64]; 64]), killers: [[None; 2]; MAX_PLY] }
    }

    /// Reduces the scores, so that those of the next search soon outweigh them.
    pub fn age(&mut self) {
        let scores = self.placements.as_flattened_mut().iter_mut().chain(self.removals.as_flattened_mut());
        scores.for_each(|score| *score /= 4);
        self.killers = [[None; 2]; MAX_PLY];
    }

    #[inline]
    pub fn placement(&self, colour: Colour, ring: Ring) -> i32 {
        self.placements[colour.index()][ring.index()]
    }

    #[inline]
    pub fn removal(&self, placed: Ring, ring: Ring) -> i32 {
        self.removals[placed.index()][ring.index()]
    }

    #[inline]
    pub fn is_killer(&self, ply: usize, step: Step) -> bool {
        self.killers[ply.min(MAX_PLY - 1)].contains(&Some(step))
    }

    /// Rewards a step that caused a cut-off, and penalises those tried before it.
    pub fn reward(&mut self, choice: Choice, ply: usize, step: Step, tried: impl Iterator<Item = Step>, depth: i32) {
        if choice == Choice::Jump {
            return;
        }
        let killers = &mut self.killers[ply.min(MAX_PLY - 1)];
        if choice == Choice::Placement && killers[0] != Some(step) {
            *killers = [Some(step), killers[0]];
        }
        let bonus = (8 * depth * depth + 16).min(1500);
        self.update(choice, step, bonus);
        tried.for_each(|step| self.update(choice, step, -bonus));
    }

    /// Moves a score towards the bonus, more slowly the nearer it is to the limit.
    fn update(&mut self, choice: Choice, step: Step, bonus: i32) {
        let score = match (choice, step) {
            (Choice::Placement, Step::Place(colour, ring)) => &mut self.placements[colour.index()][ring.index()],
            (Choice::Removal(placed), Step::Remove(ring)) => &mut self.removals[placed.index()][ring.index()],
            _ => return,
        };
        *score += bonus - *score * bonus.abs() / MAX_SCORE;
    }
}
