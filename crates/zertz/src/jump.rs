//! When a jump is legal.
//!
//! A marble jumps over an adjacent marble onto the vacant ring directly behind it. This module is the only place that states the
//! rule: steps, turns and the engine all ask here.

use crate::{Board, Direction, Position, Ring, RingSet};

/// The marbles that can jump, by direction. `occupied` holds the rings with a marble, `vacant` those without.
#[inline]
pub(crate) fn jumpers(board: &Board, occupied: RingSet, vacant: RingSet) -> [RingSet; 6] {
    let mut jumpers = [RingSet::EMPTY; 6];
    for ahead in [Direction::North, Direction::NorthEast, Direction::SouthEast] {
        let back = ahead.opposite();
        // Marbles with another one ahead: they can jump over it, or it can jump over them.
        let rear = occupied & board.step(occupied, back);
        if !rear.is_empty() {
            jumpers[ahead.index()] = rear & board.step(board.step(vacant, back), back);
            jumpers[back.index()] = board.step(rear & board.step(vacant, ahead), ahead);
        }
    }
    jumpers
}

/// The directions in which the marble on `ring` can jump. `occupied` includes `ring`.
#[inline]
pub(crate) fn directions(
    board: &Board,
    ring: Ring,
    occupied: RingSet,
    vacant: RingSet,
) -> impl Iterator<Item = Direction> + use<> {
    // Most marbles have no neighbour after a jump, so this check saves most of the work.
    let jumpers = match board.neighbours(ring).meets(occupied) {
        true => jumpers(board, occupied, vacant),
        false => [RingSet::EMPTY; 6],
    };
    Direction::ALL.into_iter().filter(move |direction| jumpers[direction.index()].contains(ring))
}

impl Position {
    /// The marbles that can jump, by direction.
    #[inline]
    pub fn jumpers(&self, board: &Board) -> [RingSet; 6] {
        self.shape().jumpers(board)
    }

    /// Whether any marble can jump.
    #[inline]
    pub fn has_jump(&self, board: &Board) -> bool {
        self.shape().has_jump(board)
    }

    /// The directions in which the marble on `ring` can jump.
    #[inline]
    pub(crate) fn jumps_from(&self, board: &Board, ring: Ring) -> impl Iterator<Item = Direction> + use<> {
        directions(board, ring, self.occupied(), self.vacant())
    }
}
