//! The features of a position: what the evaluation knows besides [patterns](crate::pattern).
//!
//! A feature is a number of marbles or rings. Each group of features has one number for every count; larger counts use the last one.

use zertz::{Board, Colour, Direction, Player, Position, RingSet, Rules};

/// The marbles missing for the goal of one colour, by colour. The index is one less than the number.
const LACKING: usize = 0;
/// The marbles missing for the goal of some marbles of each colour.
const LACKING_EACH: usize = LACKING + 3 * 6;
/// The captured marbles: white, grey and black.
const MATERIAL: usize = LACKING_EACH + 9;
/// The rings on which a placement offers no capture. This and the following groups count for the player to move.
const SAFE: usize = MATERIAL + MATERIALS;
const REMOVABLE: usize = SAFE + 16;
/// The vacant rings, in pairs.
const VACANT: usize = REMOVABLE + 16;
/// The marbles on the board, by colour.
const LYING: usize = VACANT + 16;
/// The marbles that one turn can claim, by colour.
const CLAIM: usize = LYING + 3 * 8;

/// The number of features.
pub const FEATURES: usize = CLAIM + 3 * 4;

/// No position has more features than this.
pub(crate) const MOST_FEATURES: usize = 2 * (3 + 1 + 1) + 3 + 2 * 3;

/// Calls `add` with each feature of a position, and whether it is one of the player to move or of the opponent.
///
/// Marbles on the board belong to nobody. What is on the board counts for the player to move, who can use it first.
#[inline(always)]
pub fn features(rules: &Rules, position: &Position, mut add: impl FnMut(usize, bool)) {
    let (board, mover) = (&rules.board, position.mover());
    progress(rules, position, mover, |weight| add(weight, true));
    progress(rules, position, mover.other(), |weight| add(weight, false));
    let removable = position.removable(board);
    add(SAFE + safe(board, position).len().min(15), true);
    add(REMOVABLE + removable.len().min(15), true);
    add(VACANT + (position.vacant().len() / 2).min(15), true);
    let claimable = claimable(board, position, removable);
    for colour in Colour::ALL {
        let marbles = position.marbles(colour);
        add(LYING + 8 * colour.index() + marbles.len().min(7), true);
        add(CLAIM + 4 * colour.index() + (claimable & marbles).len().min(3), true);
    }
}

/// Calls `add` with the features of a player: the captures, and the marbles missing for each goal.
#[inline(always)]
fn progress(rules: &Rules, position: &Position, player: Player, mut add: impl FnMut(usize)) {
    let (captured, goals) = (position.captured(player), rules.goals);
    let (mut lacking_each, mut each_possible) = (0, true);
    for colour in Colour::ALL {
        // Until the pool is empty, the opponent's captures are out of reach.
        let within_reach = usize::from(position.pool()[colour]) + position.marbles(colour).len();
        let lacking = usize::from(goals.of(colour).saturating_sub(captured[colour])).max(1);
        if lacking <= within_reach {
            add(LACKING + 6 * colour.index() + (lacking - 1).min(5));
        }
        let for_each = usize::from(goals.each().saturating_sub(captured[colour]));
        each_possible &= for_each <= within_reach;
        lacking_each += for_each;
    }
    if each_possible {
        add(LACKING_EACH + (lacking_each.max(1) - 1).min(8));
    }
    add(MATERIAL + material(rules, position, player));
}

/// The number of different results of [`material`].
pub const MATERIALS: usize = 4 * 5 * 6;

/// A player's captures as a number: how many marbles of each colour are missing for its goal.
#[inline]
pub fn material(rules: &Rules, position: &Position, player: Player) -> usize {
    Colour::ALL.into_iter().zip([4, 5, 6]).fold(0, |together, (colour, steps)| {
        // Counted from the goal, so that blitz uses the weights of the standard game.
        let lacking = rules.goals.of(colour).saturating_sub(position.captured(player)[colour]).max(1);
        together * steps + steps - usize::from(lacking).min(steps)
    })
}

/// The rings on which a placement offers no capture, whatever ring is removed.
#[inline]
fn safe(board: &Board, position: &Position) -> RingSet {
    let (occupied, vacant) = (position.occupied(), position.vacant());
    let mut offers = RingSet::EMPTY;
    for ahead in Direction::ALL {
        let back = ahead.opposite();
        let beside = board.step(occupied, back);
        // The new marble could jump over its neighbour, or its neighbour over it.
        offers |= board.step(occupied & board.step(vacant, back), back) | beside & board.step(vacant, ahead);
    }
    vacant.without(offers)
}

/// The marbles that one placement and one removal can isolate and claim.
#[inline]
fn claimable(board: &Board, position: &Position, removable: RingSet) -> RingSet {
    let (occupied, vacant) = (position.occupied(), position.vacant());
    let mut claimable = RingSet::EMPTY;
    // A group with a marble that has three vacant neighbours has too many exits. Usually that is every group.
    let open = occupied & with_three_neighbours(board, vacant);
    let mut rest = occupied.without(open);
    if !rest.is_empty() {
        rest = rest.without(spread(board, open, occupied));
    }
    while let Some(first) = rest.first() {
        let cluster = spread(board, first.only(), occupied);
        rest = rest.without(cluster);
        let exits = board.around(cluster) & vacant;
        match exits.len() {
            0 => {}
            1 if removable.meets(exits) => claimable |= cluster,
            1 | 2 => {
                for ring in exits {
                    let grown = spread(board, cluster | ring.only(), occupied);
                    let left = board.around(grown) & vacant.without(ring.only());
                    if left.len() <= 1 && left.without(removable).is_empty() {
                        claimable |= grown & occupied;
                    }
                }
            }
            _ => {}
        }
    }
    claimable
}

/// The rings with at least three neighbours in `set`.
#[inline]
fn with_three_neighbours(board: &Board, set: RingSet) -> RingSet {
    // For each ring, the number of its neighbours so far.
    let [mut one, mut two, mut three] = [RingSet::EMPTY; 3];
    for direction in Direction::ALL {
        let next = board.step(set, direction);
        three |= two & next;
        two |= one & next;
        one |= next;
    }
    three
}

/// `set` and the rings of `within` that are connected to it through `within`.
#[inline]
fn spread(board: &Board, mut set: RingSet, within: RingSet) -> RingSet {
    loop {
        let grown = set | board.around(set) & within;
        if grown == set {
            return set;
        }
        set = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Rng, notation::Zip};

    fn labels(rules: &Rules, set: RingSet) -> String {
        let labels = rules.board.in_label_order(set).map(|ring| rules.board.label(ring).to_string());
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn claimable_marbles_are_those_that_some_turn_claims() {
        let rules = Rules::standard(Board::rings37());
        let (mut rng, mut claims) = (Rng::new(1), 0);
        for _ in 0..60 {
            let mut position = rules.start();
            while position.outcome(&rules).is_none() {
                // With more than a few vacant rings, some placement does not touch the group.
                if !position.has_jump(&rules.board) && !position.supply().is_empty() && position.vacant().len() > 3 {
                    let mut claimed = RingSet::EMPTY;
                    position.turns(&rules).for_each(|turn| {
                        let after = position.play_unchecked(&rules, &turn);
                        claimed |= position.occupied().without(after.occupied());
                    });
                    let found = claimable(&rules.board, &position, position.removable(&rules.board));
                    assert_eq!(labels(&rules, found), labels(&rules, claimed), "{}", Zip::of(&rules, &position));
                    claims += usize::from(!claimed.is_empty());
                }
                let turn = position.turns(&rules).choose(|count| rng.below(count));
                position = position.play_unchecked(&rules, &turn.unwrap());
            }
        }
        assert!(claims > 10, "{claims}");
    }

    #[test]
    fn placing_next_to_a_marble_offers_a_capture() {
        let zip = "oooo/ooooo/oooooo/oooWooo/1oooooo/2ooooo/3oooo 5/8/10 0/0/0 0/0/0 1";
        let game = crate::bench::game(zip).unwrap();
        let (rules, position) = (game.rules(), game.position());
        let unsafe_rings = position.vacant().without(safe(&rules.board, position));
        assert_eq!(labels(rules, unsafe_rings), "c3 c4 d3 d5 e3 e4");
    }
}
