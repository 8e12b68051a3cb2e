//! [`Shape`]: a position without colours.
//!
//! Which marbles can jump, which rings can be removed and which groups are claimed depends on where rings and marbles are, not on
//! colours or captures. Those rules are stated here and in `jump.rs`.

use crate::{Board, Direction, Position, Ring, RingSet, Symmetry, jump};
use std::ops::ControlFlow;

/// The rings of a position and which of them hold a marble, without colours, pool, captures or player to move.
///
/// ```
/// use zertz::{Board, Rules};
/// let rules = Rules::standard(Board::rings37());
/// let position = rules.start().play(&rules, &rules.start().read_turn(&rules, "Wd4,d1")?)?;
/// let shape = position.shape();
/// assert_eq!(shape.rings().len(), 36);
/// assert_eq!(shape.occupied().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    rings: RingSet,
    occupied: RingSet,
}

impl Position {
    /// The position without colours.
    #[inline]
    pub fn shape(&self) -> Shape {
        Shape { rings: self.rings(), occupied: self.occupied() }
    }
}

impl Shape {
    /// The rings on the board.
    #[inline]
    pub fn rings(&self) -> RingSet {
        self.rings
    }

    /// The rings with a marble.
    #[inline]
    pub fn occupied(&self) -> RingSet {
        self.occupied
    }

    /// The rings without a marble.
    #[inline]
    pub fn vacant(&self) -> RingSet {
        self.rings.without(self.occupied)
    }

    /// The marbles that can jump, by direction.
    #[inline]
    pub fn jumpers(&self, board: &Board) -> [RingSet; 6] {
        jump::jumpers(board, self.occupied, self.vacant())
    }

    /// Whether any marble can jump.
    #[inline]
    pub fn has_jump(&self, board: &Board) -> bool {
        self.jumpers(board).into_iter().any(|set| !set.is_empty())
    }

    /// The rings that can be removed: vacant, with two adjacent sides open. Three separate gaps are not enough.
    #[inline]
    pub fn removable(&self, board: &Board) -> RingSet {
        // closed[d]: the rings that have a neighbour in direction d.
        let closed = Direction::ALL.map(|direction| board.step(self.rings, direction.opposite()));
        let mut held = RingSet::from_bits(!0);
        for i in 0..6 {
            held &= closed[i] | closed[(i + 1) % 6];
        }
        self.vacant().without(held)
    }

    /// The connected group of rings that `ring` belongs to.
    pub fn group(&self, board: &Board, ring: Ring) -> RingSet {
        let mut group = ring.only();
        loop {
            let grown = group | board.around(group) & self.rings;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// The groups without a vacant ring that the last placement and removal created.
    #[inline]
    pub(crate) fn newly_full(&self, board: &Board, placed: Ring, removed: Option<Ring>) -> RingSet {
        let vacant = self.vacant();
        // Such a group contains the new marble or was next to the removed ring, and none of its marbles is next to a vacant ring.
        let suspects = placed.only() | removed.map_or(RingSet::EMPTY, |ring| board.neighbours(ring) & self.occupied);
        let mut full = RingSet::EMPTY;
        for suspect in suspects {
            if !board.neighbours(suspect).meets(vacant) {
                let group = self.group(board, suspect);
                if !group.meets(vacant) {
                    full |= group;
                }
            }
        }
        full
    }

    /// The shape with a marble on `ring`, before a ring is removed.
    #[inline]
    pub fn with_marble(&self, ring: Ring) -> Shape {
        Shape { rings: self.rings, occupied: self.occupied | ring.only() }
    }

    /// The shape without a vacant ring.
    #[inline]
    pub fn without_ring(&self, ring: Ring) -> Shape {
        Shape { rings: self.rings.without(ring.only()), occupied: self.occupied }
    }

    /// Completes a turn that placed a marble on `placed`: removes a ring and claims every group that is now full. Returns the
    /// claimed rings too.
    #[inline]
    pub fn remove_and_claim(&self, board: &Board, placed: Ring, removed: Option<Ring>) -> (Shape, RingSet) {
        let rings = self.rings.without(removed.map_or(RingSet::EMPTY, Ring::only));
        let shape = Shape { rings, occupied: self.occupied };
        let claimed = shape.newly_full(board, placed, removed);
        (Shape { rings: rings.without(claimed), occupied: self.occupied.without(claimed) }, claimed)
    }

    /// Calls `visit` with the result of every chain of jumps: the jumping marble's first and last ring, and the captured marbles. The
    /// same result is reported once for each route.
    pub fn each_capture(&self, board: &Board, mut visit: impl FnMut(Capture) -> ControlFlow<()>) -> ControlFlow<()> {
        for (direction, jumpers) in Direction::ALL.into_iter().zip(self.jumpers(board)) {
            for from in jumpers {
                let start = Capture { from, to: from, captured: RingSet::EMPTY };
                self.hop(board, start, direction, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn hop(
        &self,
        board: &Board,
        before: Capture,
        direction: Direction,
        visit: &mut impl FnMut(Capture) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (over, to) = board.jump_path(before.to, direction).expect("a legal jump stays on the board");
        let capture = Capture { to, captured: before.captured | over.only(), ..before };
        let after = self.after(&capture);
        let mut last = true;
        for onward in jump::directions(board, to, after.occupied, after.vacant()) {
            last = false;
            self.hop(board, capture, onward, visit)?;
        }
        if last { visit(capture) } else { ControlFlow::Continue(()) }
    }

    /// The shape after a chain of jumps.
    #[inline]
    pub fn after(&self, capture: &Capture) -> Shape {
        let occupied = self.occupied.without(capture.captured | capture.from.only()) | capture.to.only();
        Shape { rings: self.rings, occupied }
    }

    /// The shape rotated or reflected.
    pub fn transformed(&self, symmetry: &Symmetry) -> Shape {
        Shape { rings: symmetry.set(self.rings), occupied: symmetry.set(self.occupied) }
    }
}

/// The result of a chain of jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// Where the jumping marble starts.
    pub from: Ring,
    /// Where it lands.
    pub to: Ring,
    /// The rings of the captured marbles.
    pub captured: RingSet,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Rules, Turn};
    use std::collections::HashSet;

    /// Plays random games and checks every turn of every position.
    #[test]
    fn a_shape_changes_as_its_position_does() {
        for (seed, board) in (0..).zip(Board::presets()) {
            let rules = Rules::standard(board);
            let board = &rules.board;
            let mut rng = Rng::with_path(seed, &[]);
            let mut position = rules.start();
            while position.outcome(&rules).is_none() {
                let shape = position.shape();
                let mut captures = HashSet::new();
                let _ = shape.each_capture(board, |capture| {
                    captures.insert(shape.after(&capture));
                    ControlFlow::Continue(())
                });
                let turns = position.turns(&rules);
                turns.for_each(|turn| {
                    let after = position.play_unchecked(&rules, &turn).shape();
                    match turn {
                        Turn::Place { ring, removed, claimed, .. } => {
                            let result = shape.with_marble(ring).remove_and_claim(board, ring, removed);
                            assert_eq!(result, (after, claimed));
                        }
                        Turn::Jump(_) => assert!(captures.contains(&after)),
                        Turn::Pass => assert_eq!(shape, after),
                    }
                });
                position = position.play_unchecked(&rules, &turns.choose(|count| rng.below(count)).unwrap());
            }
        }
    }

    #[test]
    fn the_image_of_a_turn_leads_to_the_image_of_the_position() {
        let rules = Rules::standard(Board::rings48());
        let mut rng = Rng::with_path(1, &[]);
        let mut position = rules.start();
        while position.outcome(&rules).is_none() {
            let turn = position.turns(&rules).choose(|count| rng.below(count)).unwrap();
            let next = position.play_unchecked(&rules, &turn);
            for symmetry in rules.board.symmetries() {
                let image = turn.transformed(&rules.board, symmetry);
                assert_eq!(position.transformed(symmetry).play(&rules, &image), Ok(next.transformed(symmetry)));
                assert_eq!(next.shape().transformed(symmetry), next.transformed(symmetry).shape());
            }
            position = next;
        }
    }
}
