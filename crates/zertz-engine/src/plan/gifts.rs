//! Sets of captures: with which captures of the defender does an attack still win?
//!
//! An attack that works for one count of captured marbles often works for others. The planner therefore finds results for whole sets of
//! counts at once: a gift shifts a set, the choices of the defender intersect sets, and the choices of the attacker unite them.

use std::ops::{BitAnd, BitOr};
use zertz::{Colour, Marbles, Rules};

/// A set of counts of captured marbles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct GiftSet(u128);

impl GiftSet {
    pub const EMPTY: GiftSet = GiftSet(0);

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn without(self, other: GiftSet) -> GiftSet {
        GiftSet(self.0 & !other.0)
    }
}

impl BitAnd for GiftSet {
    type Output = GiftSet;

    fn bitand(self, other: GiftSet) -> GiftSet {
        GiftSet(self.0 & other.0)
    }
}

impl BitOr for GiftSet {
    type Output = GiftSet;

    fn bitor(self, other: GiftSet) -> GiftSet {
        GiftSet(self.0 | other.0)
    }
}

/// The counts that a [`GiftSet`] can contain, for one set of rules.
pub(super) struct GiftSpace {
    /// How many different counts of each colour there are.
    sizes: [u8; 3],
    /// The counts with which the defender has not won.
    alive: GiftSet,
    /// By total: the counts in `alive` with at most that total.
    up_to_total: Vec<GiftSet>,
    /// By colour and number: the counts in `alive` with at most that many marbles of the colour.
    up_to: [Vec<GiftSet>; 3],
    /// By number: the counts to which so many marbles can be added before the defender has won for certain.
    with_room: Vec<GiftSet>,
}

/// The largest goals that fit into a word. With larger ones, the planner sees only positions in which the defender has fewer marbles.
const MOST: [u8; 3] = [4, 5, 6];

impl GiftSpace {
    pub fn new(rules: &Rules) -> GiftSpace {
        let sizes = Colour::ALL.map(|colour| rules.goals.of(colour).min(MOST[colour.index()]));
        let [white, grey, black] = sizes;
        let all = (0..black).flat_map(|b| (0..grey).flat_map(move |g| (0..white).map(move |w| Marbles::new(w, g, b))));
        let alive: Vec<Marbles> = all.filter(|&marbles| !rules.goals.is_reached(marbles)).collect();
        let most = alive.iter().map(|marbles| marbles.total()).max().unwrap_or(0) as usize;
        let mut space = GiftSpace {
            sizes,
            alive: GiftSet::EMPTY,
            up_to_total: vec![GiftSet::EMPTY; most + 1],
            up_to: sizes.map(|size| vec![GiftSet::EMPTY; size as usize]),
            with_room: vec![GiftSet::EMPTY; most + 1],
        };
        for &marbles in &alive {
            let one = space.only(marbles);
            let add = |set: &mut GiftSet| *set = *set | one;
            add(&mut space.alive);
            let total = marbles.total() as usize;
            space.up_to_total[total..].iter_mut().for_each(add);
            for colour in Colour::ALL {
                space.up_to[colour.index()][marbles[colour] as usize..].iter_mut().for_each(add);
            }
            let contains = |more: &&Marbles| Colour::ALL.iter().all(|&colour| more[colour] >= marbles[colour]);
            let room = alive.iter().filter(contains).map(|more| more.total() as usize - total).max().unwrap_or(0);
            space.with_room[..=room].iter_mut().for_each(add);
        }
        space
    }

    fn shift(&self, marbles: Marbles) -> u32 {
        let ([white, grey, black], [whites, greys, _]) = (marbles.counts().map(u32::from), self.sizes.map(u32::from));
        white + whites * (grey + greys * black)
    }

    /// The set of one count. It is empty if the count is too large.
    pub fn only(&self, marbles: Marbles) -> GiftSet {
        let fits = Colour::ALL.iter().all(|&colour| marbles[colour] < self.sizes[colour.index()]);
        if fits { GiftSet(1 << self.shift(marbles)) } else { GiftSet::EMPTY }
    }

    /// The set after a gift. Counts with which the defender wins are dropped.
    pub fn give(&self, set: GiftSet, gift: Marbles) -> GiftSet {
        GiftSet((set & self.giving(gift)).0 << self.shift(gift)) & self.alive
    }

    /// The inverse of [`GiftSpace::give`].
    pub fn take_back(&self, set: GiftSet, gift: Marbles) -> GiftSet {
        GiftSet(set.0 >> self.shift(gift)) & self.giving(gift)
    }

    /// The counts to which the gift can be added without carrying into the next colour.
    fn giving(&self, gift: Marbles) -> GiftSet {
        Colour::ALL.into_iter().fold(self.alive, |set, colour| {
            set & self.up_to(colour, i32::from(self.sizes[colour.index()]) - 1 - i32::from(gift[colour]))
        })
    }

    /// The counts with at most so many marbles of a colour.
    pub fn up_to(&self, colour: Colour, most: i32) -> GiftSet {
        let sets = &self.up_to[colour.index()];
        usize::try_from(most).map_or(GiftSet::EMPTY, |most| sets[most.min(sets.len() - 1)])
    }

    /// The counts with at most this total.
    pub fn up_to_total(&self, most: u8) -> GiftSet {
        self.up_to_total[usize::from(most).min(self.up_to_total.len() - 1)]
    }

    /// The largest total in the space.
    pub fn most(&self) -> u8 {
        self.up_to_total.len() as u8 - 1
    }

    /// The counts of `set` to which `room` marbles can be added.
    pub fn with_room(&self, set: GiftSet, room: u8) -> GiftSet {
        self.with_room.get(usize::from(room)).map_or(GiftSet::EMPTY, |&with_room| set & with_room)
    }

    /// The most marbles that can be added to a count of `set` so that the total is at most `most`.
    pub fn room(&self, set: GiftSet, most: u8) -> u8 {
        let fits = |&room: &u8| {
            let below = most.checked_sub(room).map_or(GiftSet::EMPTY, |total| self.up_to_total(total));
            !(self.with_room(set, room) & below).is_empty()
        };
        (0..=self.most()).rev().find(fits).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Board;

    #[test]
    fn gifts_add_up() {
        for rules in [Rules::standard(Board::rings37()), Rules::blitz(Board::rings37())] {
            let space = GiftSpace::new(&rules);
            let goals = rules.goals;
            let lost = |marbles: Marbles| goals.is_reached(marbles);
            let counts = || (0..4).flat_map(|w| (0..5).flat_map(move |g| (0..6).map(move |b| Marbles::new(w, g, b))));
            for before in counts().filter(|&count| !lost(count)) {
                let one = space.only(before);
                assert!(!one.is_empty());
                for gift in counts() {
                    let after = before + gift;
                    let expected = if lost(after) { GiftSet::EMPTY } else { space.only(after) };
                    assert_eq!(space.give(one, gift), expected, "{before} + {gift}");
                    let back = if expected.is_empty() { GiftSet::EMPTY } else { one };
                    assert_eq!(space.take_back(expected, gift), back, "{after} - {gift}");
                }
                let total = before.total() as u8;
                let more = counts().filter(|&gift| !lost(before + gift)).map(|gift| gift.total() as u8).max().unwrap();
                assert_eq!(space.room(one, space.most()), more, "{before}");
                assert_eq!(space.room(one, total), 0, "{before}");
            }
        }
    }
}
