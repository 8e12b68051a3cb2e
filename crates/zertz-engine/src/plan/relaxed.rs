//! The attack without colours.
//!
//! If the attacker could choose the colour of every marble at any time, how many marbles would the attack have to give away? The answer
//! depends on the [`Shape`] alone, so it is found once for many positions. The real attack needs at least as many, and tries the
//! turns that need fewest first. Only claims of single rings beside a lone marble are left out, which are rare.

use super::{Planner, moves};
use zertz::{Board, RingSet, Shape};

/// More gifts than any attack can afford.
const NEVER: u8 = u8::MAX;

/// What is known about the gifts that a shape needs.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// With fewer gifts, the attack fails.
    least: u8,
    /// With this many gifts, the attack succeeds.
    enough: u8,
}

/// Two adjacent rings, and the rings around them.
pub(super) struct Pair {
    rings: RingSet,
    around: RingSet,
}

impl Pair {
    /// All pairs of a board.
    pub fn all(board: &Board) -> Vec<Pair> {
        let of = |a| board.neighbours(a).into_iter().filter(move |&b| a < b).map(move |b| a.only() | b.only());
        let pairs = board.all().into_iter().flat_map(of);
        pairs.map(|rings| Pair { rings, around: board.around(rings).without(rings) }).collect()
    }

    /// How many removals cut the pair off.
    fn distance(&self, rings: RingSet) -> u8 {
        if self.rings.without(rings).is_empty() { (self.around & rings).len() as u8 } else { NEVER }
    }
}

impl Planner<'_> {
    /// The fewest gifts with which the attacker, to move, gets `need` marbles or leaves the board without marbles, if at most `most`.
    pub(super) fn cost(&mut self, shape: &Shape, need: u8, most: u8) -> Option<u8> {
        (self.least_gifts(shape, need)..=most).find(|&gifts| self.relaxed_attack(shape, need, gifts))
    }

    /// A lower bound on the gifts.
    fn least_gifts(&self, shape: &Shape, need: u8) -> u8 {
        // A lone marble is claimed together with a neighbour, when all rings around the two are gone. Every turn removes one ring, and every
        // turn but the last is a gift.
        let lone = shape.occupied().len() == 1 && need > 1;
        if lone { self.separation(shape.rings()).saturating_sub(1) } else { 0 }
    }

    /// The fewest removals that cut off a pair of rings.
    fn separation(&self, rings: RingSet) -> u8 {
        self.pairs.iter().map(|pair| pair.distance(rings)).min().unwrap_or(NEVER)
    }

    /// The rings whose removal leaves a pair that at most `most` further removals cut off.
    fn useful_removals(&self, rings: RingSet, most: u8) -> RingSet {
        self.pairs.iter().fold(RingSet::EMPTY, |useful, pair| match pair.distance(rings) {
            distance if distance <= most => useful | !pair.rings,
            distance if distance == most + 1 => useful | pair.around,
            _ => useful,
        })
    }

    /// Whether the attacker, to move, succeeds with this many gifts.
    pub(super) fn relaxed_attack(&mut self, shape: &Shape, need: u8, gifts: u8) -> bool {
        self.least_gifts(shape, need) <= gifts && self.relaxed_attack_above_bound(shape, need, gifts)
    }

    /// The same if `gifts` is known to be at least the lower bound.
    fn relaxed_attack_above_bound(&mut self, shape: &Shape, need: u8, gifts: u8) -> bool {
        let key = (*shape, need);
        if let Some(known) = self.memory.relaxed.get(&key) {
            if gifts < known.least {
                return false;
            }
            if gifts >= known.enough {
                return true;
            }
        }
        self.meter.count(1);
        if self.is_out() {
            return false;
        }
        let lone = shape.occupied().len() == 1 && need > 1;
        let succeeds = if lone {
            self.relaxed_attack_with_lone_marble(shape, need, gifts)
        } else {
            self.relaxed_attack_with_marbles(shape, need, gifts)
        };
        // A failure may only mean that the budget was used up.
        if succeeds || !self.is_out() {
            let known = self.memory.relaxed.entry(key).or_insert(Bounds { least: 0, enough: NEVER });
            if succeeds {
                known.enough = known.enough.min(gifts);
            } else {
                known.least = known.least.max(gifts + 1);
            }
        }
        succeeds
    }

    fn relaxed_attack_with_marbles(&mut self, shape: &Shape, need: u8, gifts: u8) -> bool {
        let board = &self.rules.board;
        if shape.has_jump(board) {
            return moves::captures(board, shape).iter().any(|capture| {
                let gain = capture.captured.len() as u8;
                gain >= need || self.relaxed_defence_fails(&shape.after(capture), need - gain, gifts)
            });
        }
        self.meter.count(moves::nodes_for_placements(board, shape));
        moves::placements(board, shape).any(|placement| {
            let gain = placement.claimed.len() as u8;
            gain >= need
                || placement.after.vacant().is_empty()
                || self.relaxed_defence_fails(&placement.after, need - gain, gifts)
        })
    }

    /// With one marble on the board, a removal can cut off a pair or take away a landing ring, nothing else, if every ring has at least
    /// two neighbours. Using that is several times faster than [`Planner::relaxed_attack_with_marbles`].
    fn relaxed_attack_with_lone_marble(&mut self, shape: &Shape, need: u8, gifts: u8) -> bool {
        let board = &self.rules.board;
        let removable = shape.removable(board);
        let useful = removable & self.useful_removals(shape.rings(), gifts);
        for placed in shape.vacant() & board.around(shape.occupied()) {
            let with = shape.with_marble(placed);
            let around = board.around(with.occupied()) & with.vacant();
            if around.len() == 1 && removable.meets(around) {
                return true;
            }
            if gifts == 0 {
                continue;
            }
            let replies = moves::captures(board, &with);
            for removed in useful.without(placed.only()) {
                let mut possible = replies.iter().filter(|reply| reply.to != removed).peekable();
                let forced = possible.peek().is_some();
                let next = |reply| with.after(reply).without_ring(removed);
                if forced && possible.all(|reply| self.relaxed_attack_above_bound(&next(reply), need, gifts - 1)) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the attack succeeds whatever the defender, to move, does.
    pub(super) fn relaxed_defence_fails(&mut self, shape: &Shape, need: u8, gifts: u8) -> bool {
        let board = &self.rules.board;
        if !shape.has_jump(board) {
            return shape.occupied().is_empty();
        }
        gifts > 0
            && moves::captures(board, shape).iter().all(|reply| {
                let given = reply.captured.len() as u8;
                given <= gifts && self.relaxed_attack(&shape.after(reply), need, gifts - given)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;
    use zertz::{Rng, Rules};

    /// Shapes with one marble on boards with random rings removed, without rings that have fewer than two neighbours.
    fn lone_marbles(rules: &Rules, count: u64) -> impl Iterator<Item = Shape> {
        let shapes = (0..count).map(|seed| {
            let mut rng = Rng::with_path(seed, &[]);
            let mut pick = |set: RingSet| set.nth(rng.below(set.len())).expect("a ring");
            let mut shape = rules.start().shape();
            for _ in 0..12 + seed % 12 {
                shape = shape.without_ring(pick(shape.removable(&rules.board)));
            }
            shape.with_marble(pick(shape.vacant()))
        });
        let neighbours = |shape: &Shape, ring| (rules.board.neighbours(ring) & shape.rings()).len();
        shapes.filter(move |shape| shape.rings().into_iter().all(|ring| neighbours(shape, ring) > 1))
    }

    #[test]
    fn the_shortcut_for_a_lone_marble_changes_nothing() {
        let rules = Rules::standard(Board::rings37());
        let mut planner = Planner::new(&rules, Stop::new());
        planner.meter.allow(u64::MAX);
        let mut found = [0; 2];
        for shape in lone_marbles(&rules, 8000) {
            for gifts in 0..4 {
                let quick = planner.least_gifts(&shape, 2) <= gifts
                    && planner.relaxed_attack_with_lone_marble(&shape, 2, gifts);
                assert_eq!(quick, planner.relaxed_attack_with_marbles(&shape, 2, gifts), "{shape:?} {gifts}");
                found[usize::from(quick)] += 1;
            }
        }
        assert!(found.into_iter().all(|count| count > 20), "{found:?}");
    }
}
