//! [`Position`]: the state of a game between two turns.

use crate::{
    Board, Captures, Colour, Direction, Draw, Marbles, Outcome, Player, Ring, RingSet, Rules, Stuck, Symmetry, Win,
    rng::mix, zobrist,
};
use std::hash::{Hash, Hasher};

/// A position between two turns. It is small and cheap to copy; playing a turn returns a new one.
///
/// A position stores its rings by number only. Methods that need the board or the rules take them as an argument, because one
/// [`Rules`] value serves millions of positions.
///
/// `==` compares everything, including the number of preceding passes and whether a capture was demanded. The repetition rule and
/// [`Position::hash`] ignore those two.
///
/// ```
/// use zertz::{Board, Rules};
/// let rules = Rules::standard(Board::rings37());
/// let position = rules.start();
/// let turn = position.read_turn(&rules, "Wd4,d1")?;
/// let next = position.play(&rules, &turn)?;
/// assert_eq!(next.vacant().len(), 35);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) rings: RingSet,
    pub(crate) marbles: [RingSet; 3],
    /// The part of the hash for the rings and the marbles on them.
    pub(crate) key: u64,
    pub(crate) pool: Marbles,
    pub(crate) captured: [Marbles; 2],
    pub(crate) mover: Player,
    /// How many passes directly preceded this position.
    pub(crate) passes: u8,
    /// Whether the mover must jump because the opponent demanded it; see [`Captures::OnDemand`].
    pub(crate) obliged: bool,
}

/// Two positions with the same identity are the same for the repetition rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// The first field, because it is compared first.
    hash: u64,
    board: (RingSet, [RingSet; 3]),
    marbles: (Marbles, [Marbles; 2]),
    mover: Player,
}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Position {
    pub(crate) fn start(rules: &Rules) -> Position {
        let mut position = Position {
            rings: rules.board.all(),
            marbles: [RingSet::EMPTY; 3],
            key: 0,
            pool: rules.pool,
            captured: [Marbles::NONE; 2],
            mover: Player::One,
            passes: 0,
            obliged: false,
        };
        position.rehash();
        position
    }

    /// The rings still on the board.
    #[inline]
    pub fn rings(&self) -> RingSet {
        self.rings
    }

    /// The rings with a marble of that colour.
    #[inline]
    pub fn marbles(&self, colour: Colour) -> RingSet {
        self.marbles[colour.index()]
    }

    /// The rings with a marble.
    #[inline]
    pub fn occupied(&self) -> RingSet {
        self.marbles[0] | self.marbles[1] | self.marbles[2]
    }

    /// The rings without a marble.
    #[inline]
    pub fn vacant(&self) -> RingSet {
        self.rings.without(self.occupied())
    }

    /// The marble on a ring.
    #[inline]
    pub fn marble(&self, ring: Ring) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.marbles(colour).contains(ring))
    }

    /// The marbles in the pool.
    #[inline]
    pub fn pool(&self) -> Marbles {
        self.pool
    }

    /// The marbles a player has captured.
    #[inline]
    pub fn captured(&self, player: Player) -> Marbles {
        self.captured[player.index()]
    }

    /// Whose turn it is.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Whether the opponent has demanded that a missed capture be made now.
    pub fn is_obliged(&self) -> bool {
        self.obliged
    }

    /// Where the mover takes marbles to place: the pool, or the mover's own captures once the pool is empty.
    #[inline]
    pub fn supply(&self) -> Marbles {
        if self.pool.is_empty() { self.captured(self.mover) } else { self.pool }
    }

    /// A hash, equal for positions that are the same for the repetition rule.
    pub fn hash(&self) -> u64 {
        let [w, g, b] = self.pool.counts();
        let [[w1, g1, b1], [w2, g2, b2]] = self.captured.map(Marbles::counts);
        let player = self.mover.index() as u8 + 1;
        let counts = u64::from_le_bytes([w, g, b, w1, g1, b1, w2, g2]);
        self.key ^ mix(counts ^ mix(u64::from_le_bytes([b2, player, 0, 0, 0, 0, 0, 0])))
    }

    pub(crate) fn identity(&self) -> Identity {
        Identity {
            hash: self.hash(),
            board: (self.rings, self.marbles),
            marbles: (self.pool, self.captured),
            mover: self.mover,
        }
    }

    /// The rings that can be removed: vacant, with two adjacent sides open. Three separate gaps are not enough.
    #[inline]
    pub fn removable(&self, board: &Board) -> RingSet {
        self.shape().removable(board)
    }

    /// The ways in which a ring can slide out, whether or not a marble lies on it. Each is named by a direction: the ring leaves between
    /// that open side and the next one clockwise.
    pub fn ways_out(&self, board: &Board, ring: Ring) -> impl Iterator<Item = Direction> {
        let open = Direction::ALL.map(|side| board.next(ring, side).is_none_or(|next| !self.rings.contains(next)));
        Direction::ALL.into_iter().filter(move |side| open[side.index()] && open[(side.index() + 1) % 6])
    }

    /// This position with the opponent to move, as a premove sees it.
    pub fn with_opponent_to_move(&self) -> Position {
        let mut position = *self;
        position.end_turn();
        position
    }

    /// Whether a player who can jump must jump: always, unless captures are on demand and nobody demanded this one.
    #[inline]
    pub(crate) fn captures_bind(&self, rules: &Rules) -> bool {
        rules.captures == Captures::Enforced || self.obliged
    }

    /// Whether the mover must jump.
    pub fn must_jump(&self, rules: &Rules) -> bool {
        self.captures_bind(rules) && self.has_jump(&rules.board)
    }

    /// Whether the mover has neither a jump nor a marble to place, and so must pass.
    pub fn must_pass(&self, rules: &Rules) -> bool {
        self.supply().is_empty() && !self.has_jump(&rules.board) && self.outcome(rules).is_none()
    }

    /// How the game ended, or `None` if it goes on. Only a [`Game`](crate::Game) knows about repetition and resignation.
    #[inline]
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let last = self.mover.other();
        if rules.goals.is_reached(self.captured(last)) {
            return rules.goals.reached(self.captured(last)).map(|g| Outcome::Won { by: last, how: Win::Goal(g) });
        }
        if self.vacant().is_empty() {
            return Some(Outcome::Won { by: last, how: Win::FullBoard });
        }
        (self.passes >= 2).then_some(match rules.stuck {
            Stuck::Draw => Outcome::Drawn(Draw::Stuck),
            Stuck::BothLose => Outcome::BothLose,
        })
    }

    /// The connected group of rings that `ring` belongs to.
    pub fn group(&self, board: &Board, ring: Ring) -> RingSet {
        self.shape().group(board, ring)
    }

    /// The groups without a vacant ring that the last placement and removal created.
    #[inline]
    pub(crate) fn newly_full(&self, board: &Board, placed: Ring, removed: Option<Ring>) -> RingSet {
        self.shape().newly_full(board, placed, removed)
    }

    /// Takes a marble from the supply and puts it on a ring.
    #[inline]
    pub(crate) fn put(&mut self, colour: Colour, ring: Ring) {
        let from_pool = !self.pool.is_empty();
        let supply = if from_pool { &mut self.pool } else { &mut self.captured[self.mover.index()] };
        supply[colour] -= 1;
        self.marbles[colour.index()] |= ring.only();
        self.key ^= zobrist::marble(ring, colour);
    }

    /// Takes a vacant ring off the board.
    #[inline]
    pub(crate) fn remove(&mut self, ring: Ring) {
        self.rings = self.rings.without(ring.only());
        self.key ^= zobrist::ring(ring);
    }

    /// Makes a jump with the marble on `from`. Returns the ring it lands on, or `None` if that is off the board.
    #[inline]
    pub(crate) fn jump(&mut self, board: &Board, from: Ring, direction: Direction) -> Option<Ring> {
        let (over, to) = board.jump_path(from, direction)?;
        for colour in Colour::ALL {
            let set = &mut self.marbles[colour.index()];
            if set.contains(from) {
                *set ^= from.only() | to.only();
                self.key ^= zobrist::marble(from, colour) ^ zobrist::marble(to, colour);
            }
            if set.contains(over) {
                *set ^= over.only();
                self.captured[self.mover.index()][colour] += 1;
                self.key ^= zobrist::marble(over, colour);
            }
        }
        Some(to)
    }

    /// Gives the marbles on these rings to the mover and removes the rings.
    #[inline]
    pub(crate) fn claim(&mut self, group: RingSet) {
        for ring in group {
            self.remove(ring);
        }
        for colour in Colour::ALL {
            let claimed = self.marbles(colour) & group;
            for ring in claimed {
                self.key ^= zobrist::marble(ring, colour);
            }
            self.marbles[colour.index()] ^= claimed;
            self.captured[self.mover.index()][colour] += claimed.len() as u8;
        }
    }

    #[inline]
    pub(crate) fn end_turn(&mut self) {
        self.mover = self.mover.other();
        self.passes = 0;
        self.obliged = false;
    }

    #[inline]
    pub(crate) fn pass(&mut self) {
        let passes = self.passes + 1;
        self.end_turn();
        self.passes = passes;
    }

    /// Computes the key from scratch.
    pub(crate) fn rehash(&mut self) {
        self.key = self.rings.into_iter().map(zobrist::ring).fold(0, |key, k| key ^ k);
        for colour in Colour::ALL {
            for ring in self.marbles(colour) {
                self.key ^= zobrist::marble(ring, colour);
            }
        }
    }

    /// This position rotated or reflected.
    pub fn transformed(&self, symmetry: &Symmetry) -> Position {
        let mut image = *self;
        image.rings = symmetry.set(self.rings);
        image.marbles = self.marbles.map(|set| symmetry.set(set));
        image.rehash();
        image
    }

    /// The representative of all positions that differ only by a symmetry of the board, and the symmetry that maps this position to it.
    pub fn canonical<'b>(&self, board: &'b Board) -> (Position, &'b Symmetry) {
        let images = board.symmetries().iter().map(|symmetry| (self.transformed(symmetry), symmetry));
        images.min_by_key(|(image, _)| (image.rings, image.marbles)).expect("the identity is a symmetry")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 56);
    }

    #[test]
    fn a_vacant_ring_is_removable_when_it_has_a_way_out() {
        for board in Board::presets() {
            let rules = Rules::standard(board);
            let (board, mut position) = (&rules.board, rules.start());
            // Take rings from everywhere, the middle too, to make gaps of all shapes.
            for ring in board.in_label_order(board.all()).step_by(3).collect::<Vec<_>>() {
                let ways = |ring| position.ways_out(board, ring).next().is_some();
                assert_eq!(
                    position.removable(board),
                    position.rings().into_iter().filter(|&ring| ways(ring)).collect()
                );
                position.remove(ring);
            }
        }
    }

    #[test]
    fn the_rim_of_a_full_board_slides_out() {
        for board in Board::presets() {
            let rules = Rules::standard(board);
            let removable = rules.start().removable(&rules.board);
            for ring in rules.board.all() {
                let on_rim = rules.board.neighbours(ring).len() < 6;
                assert_eq!(removable.contains(ring), on_rim, "{}", rules.board.label(ring));
            }
        }
    }
}
