//! [`Turn`]: a complete turn.

use crate::{
    Board, Colour, Direction, HalfTurn, IllegalTurn, Position, Progress, Ring, RingSet, Rules, Step, Symmetry,
};

/// A complete turn, from [`Position::turns`], from notation or from steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Place a marble and remove a ring.
    Place {
        /// The marble's colour.
        colour: Colour,
        /// The ring it is placed on.
        ring: Ring,
        /// The removed ring, or `None` if no ring can be removed.
        removed: Option<Ring>,
        /// The rings of all groups that the turn claims.
        claimed: RingSet,
    },
    /// Jump with one marble, once or more.
    Jump(Chain),
    /// Pass, when no other turn is possible.
    Pass,
}

/// The jumps of one marble in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    from: Ring,
    len: u8,
    /// Two directions per byte. Every jump captures a marble, and no board holds 64.
    directions: [u8; 32],
}

impl Chain {
    /// A chain without jumps.
    pub(crate) fn new(from: Ring) -> Chain {
        Chain { from, len: 0, directions: [0; 32] }
    }

    pub(crate) fn push(&mut self, direction: Direction) {
        let shift = 4 * (self.len % 2);
        self.directions[self.len as usize / 2] |= (direction.index() as u8) << shift;
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) {
        self.len -= 1;
        self.directions[self.len as usize / 2] &= if self.len.is_multiple_of(2) { 0 } else { 0x0f };
    }

    /// Where the marble starts.
    pub fn from(&self) -> Ring {
        self.from
    }

    /// The number of jumps, which is the number of captured marbles.
    #[expect(clippy::len_without_is_empty, reason = "a chain has at least one jump")]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The direction of each jump.
    pub fn directions(&self) -> impl ExactSizeIterator<Item = Direction> + '_ {
        (0..self.len()).map(|i| {
            let pair = self.directions[i / 2];
            Direction::ALL[if i % 2 == 0 { pair & 0x0f } else { pair >> 4 } as usize]
        })
    }

    /// The ring jumped over and the ring landed on, for each jump.
    pub fn hops<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (Ring, Ring)> + 'a {
        let mut at = Some(self.from);
        self.directions().map_while(move |direction| {
            let path = board.jump_path(at?, direction);
            at = path.map(|(_, to)| to);
            path
        })
    }
}

impl Turn {
    /// The turn rotated or reflected, for the position that is rotated or reflected in the same way.
    pub fn transformed(&self, board: &Board, symmetry: &Symmetry) -> Turn {
        match self {
            Turn::Pass => Turn::Pass,
            Turn::Place { colour, ring, removed, claimed } => Turn::Place {
                colour: *colour,
                ring: symmetry.ring(*ring),
                removed: removed.map(|ring| symmetry.ring(ring)),
                claimed: symmetry.set(*claimed),
            },
            Turn::Jump(chain) => {
                let mut image = Chain::new(symmetry.ring(chain.from));
                let mut at = image.from;
                for (_, to) in chain.hops(board) {
                    let to = symmetry.ring(to);
                    let (direction, _) = board.jump_line(at, to).expect("a symmetry keeps straight lines");
                    image.push(direction);
                    at = to;
                }
                Turn::Jump(image)
            }
        }
    }
}

impl Position {
    /// Checks and plays a turn. The error says which part is illegal and why.
    pub fn play(&self, rules: &Rules, turn: &Turn) -> Result<Position, IllegalTurn> {
        self.play_steps(rules, turn, |_, _| {})
    }

    /// Checks and plays a turn step by step. `visit` receives each step and its result.
    #[inline]
    pub(crate) fn play_steps(
        &self,
        rules: &Rules,
        turn: &Turn,
        mut visit: impl FnMut(Step, Progress),
    ) -> Result<Position, IllegalTurn> {
        let mut progress = Progress::Open(HalfTurn::begin(*self));
        let mut take = |progress: &mut Progress, step| {
            *progress = progress.step(rules, step)?;
            visit(step, *progress);
            Ok(())
        };
        match turn {
            Turn::Pass => take(&mut progress, Step::Pass)?,
            Turn::Place { colour, ring, removed, claimed } => {
                take(&mut progress, Step::Place(*colour, *ring))?;
                if let Some(removed) = removed {
                    take(&mut progress, Step::Remove(*removed))?;
                }
                while let Progress::Open(half) = progress
                    && let Some(group) = half.pending_group(rules)
                {
                    take(&mut progress, if claimed.meets(group) { Step::Claim } else { Step::Decline })?;
                }
            }
            Turn::Jump(chain) => {
                let mut from = chain.from;
                for direction in chain.directions() {
                    take(&mut progress, Step::Jump(from, direction))?;
                    (_, from) = rules.board.jump_path(from, direction).expect("the step was legal");
                }
            }
        }
        let position = match progress {
            Progress::Open(half) => return Err(half.unfinished(rules)),
            Progress::Done(position) => position,
        };
        if let Turn::Place { removed, claimed, .. } = turn {
            let gone = self.rings.without(position.rings);
            if *claimed != gone.without(removed.map_or(RingSet::EMPTY, Ring::only)) {
                return Err(IllegalTurn::WrongClaim);
            }
        }
        Ok(position)
    }

    /// Plays a turn that is known to be legal in this position, such as one from [`Position::turns`].
    ///
    /// # Panics
    /// May panic, or return an impossible position, if the turn is illegal.
    #[inline]
    pub fn play_unchecked(&self, rules: &Rules, turn: &Turn) -> Position {
        let mut next = *self;
        match turn {
            Turn::Place { colour, ring, removed, claimed } => {
                next.put(*colour, *ring);
                if let Some(removed) = removed {
                    next.remove(*removed);
                }
                if !claimed.is_empty() {
                    next.claim(*claimed);
                }
                next.end_turn();
            }
            Turn::Jump(chain) => {
                let mut at = chain.from;
                for direction in chain.directions() {
                    at = next.jump(&rules.board, at, direction).expect("a legal jump stays on the board");
                }
                next.end_turn();
            }
            Turn::Pass => next.pass(),
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_remembers_its_directions() {
        let mut chain = Chain::new(Ring::new(5));
        let mut expected = Vec::new();
        for i in 0..63 {
            let direction = Direction::ALL[i * 5 % 6];
            chain.push(direction);
            expected.push(direction);
        }
        assert_eq!(chain.directions().collect::<Vec<_>>(), expected);
        while expected.pop().is_some() {
            chain.pop();
            assert_eq!(chain.directions().collect::<Vec<_>>(), expected);
        }
        assert_eq!(chain, Chain::new(Ring::new(5)));
    }
}
