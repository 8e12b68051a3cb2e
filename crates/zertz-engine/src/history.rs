//! Which steps have been good elsewhere: history for placements and removals apart, and killers.

use zertz::{Colour, Ring, Step};

/// Scores stay within this.
const MOST: i32 = 16_384;

pub(crate) struct History {
    place: [[i32; 64]; 3],
    /// By the ring placed upon just before.
    remove: Box<[[i32; 64]; 64]>,
    /// The two placements that last cut off, by ply.
    killers: [[Option<Step>; 2]; MAX_PLY],
}

pub(crate) const MAX_PLY: usize = 128;

impl History {
    pub fn new() -> History {
        History { place: [[0; 64]; 3], remove: Box::new([[0; 64]; 64]), killers: [[None; 2]; MAX_PLY] }
    }

    /// Fades what is known, so that the next search starts from it without being ruled by it.
    pub fn age(&mut self) {
        self.place.as_flattened_mut().iter_mut().for_each(|score| *score /= 4);
        self.remove.as_flattened_mut().iter_mut().for_each(|score| *score /= 4);
        self.killers = [[None; 2]; MAX_PLY];
    }

    #[inline]
    pub fn place(&self, colour: Colour, ring: Ring) -> i32 {
        self.place[colour.index()][ring.index()]
    }

    #[inline]
    pub fn remove(&self, placed: Ring, ring: Ring) -> i32 {
        self.remove[placed.index()][ring.index()]
    }

    #[inline]
    pub fn is_killer(&self, ply: usize, step: Step) -> bool {
        self.killers[ply.min(MAX_PLY - 1)].contains(&Some(step))
    }

    /// A placement was good enough to end the search of its node; those tried before it were not.
    pub fn reward_place(&mut self, ply: usize, step: Step, tried: impl Iterator<Item = Step>, depth: i32) {
        let killers = &mut self.killers[ply.min(MAX_PLY - 1)];
        if killers[0] != Some(step) {
            *killers = [Some(step), killers[0]];
        }
        let bonus = bonus(depth);
        if let Step::Place(colour, ring) = step {
            update(&mut self.place[colour.index()][ring.index()], bonus);
        }
        for other in tried {
            if let Step::Place(colour, ring) = other {
                update(&mut self.place[colour.index()][ring.index()], -bonus);
            }
        }
    }

    /// The same for removals after a placement on `placed`.
    pub fn reward_remove(&mut self, placed: Ring, ring: Ring, tried: impl Iterator<Item = Step>, depth: i32) {
        let bonus = bonus(depth);
        let row = &mut self.remove[placed.index()];
        update(&mut row[ring.index()], bonus);
        for other in tried {
            if let Step::Remove(ring) = other {
                update(&mut row[ring.index()], -bonus);
            }
        }
    }
}

fn bonus(depth: i32) -> i32 {
    (8 * depth * depth + 16).min(1500)
}

/// Moves a score toward the bonus, more slowly the nearer it is to the limit.
fn update(score: &mut i32, bonus: i32) {
    *score += bonus - *score * bonus.abs() / MOST;
}
