//! [`Turns`]: the legal turns of a position, which can be counted or picked without listing them.
//!
//! Placements and removals are nearly independent, so the number of placement turns has a closed form and turn number `n` can be
//! found directly. A uniformly random turn is therefore cheap, and perft need not play the last turn.

use crate::{Claims, Colour, Direction, Position, Ring, RingSet, Rules, Turn, jump, turn::Chain};
use std::ops::ControlFlow;

/// The legal turns of one position, in a fixed order: jumps, then placements, or a pass.
///
/// Listing chains of jumps takes time in proportion to their number, which is small in real games but can be astronomical in
/// constructed positions with dozens of marbles. To check a single turn, use [`Position::play`].
#[derive(Clone, Copy, Debug)]
pub struct Turns<'r> {
    rules: &'r Rules,
    position: Position,
    jumpers: [RingSet; 6],
    jump: bool,
    supply: [Option<Colour>; 3],
    colours: usize,
    vacant: RingSet,
    removable: RingSet,
    /// How many removable rings there are, and how many ways to place a marble of a given colour and remove a ring.
    removables: usize,
    pairs: usize,
    pass: bool,
}

impl Position {
    /// The legal turns. There are none if the game is over.
    #[inline]
    pub fn turns<'r>(&self, rules: &'r Rules) -> Turns<'r> {
        Turns::new(*self, rules)
    }
}

impl<'r> Turns<'r> {
    #[inline]
    fn new(position: Position, rules: &'r Rules) -> Turns<'r> {
        let mut turns = Turns {
            rules,
            position,
            jumpers: [RingSet::EMPTY; 6],
            jump: false,
            supply: [None; 3],
            colours: 0,
            vacant: RingSet::EMPTY,
            removable: RingSet::EMPTY,
            removables: 0,
            pairs: 0,
            pass: false,
        };
        if position.outcome(rules).is_some() {
            return turns;
        }
        turns.jumpers = position.jumpers(&rules.board);
        turns.jump = turns.jumpers.into_iter().any(|set| !set.is_empty());
        if turns.jump && position.captures_bind(rules) {
            return turns;
        }
        let supply = position.supply();
        for colour in Colour::ALL {
            if supply[colour] > 0 {
                turns.supply[turns.colours] = Some(colour);
                turns.colours += 1;
            }
        }
        turns.pass = turns.colours == 0 && !turns.jump;
        turns.vacant = position.vacant();
        turns.removable = position.removable(&rules.board);
        turns.removables = turns.removable.len();
        turns.pairs = match turns.removables {
            // If the marble is placed on the only removable ring, none is removed.
            0 | 1 => turns.vacant.len(),
            removables => (turns.vacant.len() - 1) * removables,
        };
        turns
    }

    /// Whether there is no legal turn, that is, the game is over.
    pub fn is_empty(&self) -> bool {
        !self.jump && self.colours == 0 && !self.pass
    }

    /// The number of legal turns. Chains that capture the same marbles by different routes count separately.
    #[inline]
    pub fn len(&self) -> usize {
        self.jumps() + self.placements() + usize::from(self.pass)
    }

    /// The number of legal turns, or `None` if it exceeds `limit`. Takes at most time in proportion to the limit.
    pub fn len_up_to(&self, limit: usize) -> Option<usize> {
        let mut jumps = 0;
        let counted = self.each_chain(&mut |_| {
            jumps += 1;
            if jumps > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let all = jumps + self.placements() + usize::from(self.pass);
        (counted.is_continue() && all <= limit).then_some(all)
    }

    fn jumps(&self) -> usize {
        let mut count = 0;
        let _ = self.each_chain(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    #[inline]
    fn placements(&self) -> usize {
        if self.colours == 0 {
            return 0;
        }
        if self.rules.claims == Claims::Automatic {
            return self.colours * self.pairs;
        }
        let each = |pair| self.claims(pair).count();
        (0..self.pairs).map(|n| each(self.pair(n))).sum::<usize>() * self.colours
    }

    /// Pair number `n`: the ring to place on and the ring to remove. Placements on rings that are not removable come first.
    #[inline]
    fn pair(&self, n: usize) -> (Ring, Option<Ring>) {
        let found = match self.removables {
            0 => self.vacant.nth(n).map(|ring| (ring, None)),
            1 => self.vacant.nth(n).map(|ring| (ring, self.removable.without(ring.only()).first())),
            removables => {
                // A marble on a removable ring leaves the others to remove.
                let on_removable = removables * (removables - 1);
                match n.checked_sub(self.pairs - on_removable) {
                    None => {
                        let place = self.vacant.without(self.removable).nth(n / removables);
                        place.map(|ring| (ring, self.removable.nth(n % removables)))
                    }
                    Some(n) => {
                        let place = self.removable.nth(n / (removables - 1));
                        place.map(|ring| (ring, self.removable.without(ring.only()).nth(n % (removables - 1))))
                    }
                }
            }
        };
        found.expect("the number is below the count")
    }

    /// The sets of rings that can be claimed after this placement and removal: one set for each choice.
    fn claims(&self, (placed, removed): (Ring, Option<Ring>)) -> impl Iterator<Item = RingSet> + use<> {
        let position = self.placed(placed, removed);
        let full = position.newly_full(&self.rules.board, placed, removed);
        let choice = self.rules.claims == Claims::Optional && !position.vacant().is_empty();
        let mut groups = Vec::new();
        let mut rest = full;
        while let Some(ring) = rest.first().filter(|_| choice) {
            let group = position.group(&self.rules.board, ring);
            groups.push(group);
            rest = rest.without(group);
        }
        // The bits of each number say which groups are declined. The first number claims all.
        (0..1u64 << groups.len()).map(move |declined| {
            let kept = groups.iter().enumerate().filter(|(i, _)| declined >> i & 1 == 1);
            kept.fold(full, |claimed, (_, &group)| claimed.without(group))
        })
    }

    /// The rings and marbles after a placement and removal. The colour does not matter here.
    #[inline]
    fn placed(&self, placed: Ring, removed: Option<Ring>) -> Position {
        let mut position = self.position;
        position.marbles[0] |= placed.only();
        position.rings = position.rings.without(removed.map_or(RingSet::EMPTY, Ring::only));
        position
    }

    /// The turn that `pick` chooses from the number of turns: the same as `nth(pick(len()))`, but chains of jumps are listed only
    /// once.
    #[inline]
    pub fn choose(&self, pick: impl FnOnce(usize) -> usize) -> Option<Turn> {
        if !self.jump {
            return match self.placements() {
                0 => self.pass.then(|| pick(1)).and_then(|n| self.nth(n)),
                count => self.nth_placement(pick(count)),
            };
        }
        if self.colours > 0 {
            return self.nth(pick(self.len()));
        }
        // Few positions have more chains than this. The others are listed again.
        let mut kept = [None; 8];
        let mut count = 0;
        let _ = self.each_chain(&mut |chain| {
            if let Some(slot) = kept.get_mut(count) {
                *slot = Some(*chain);
            }
            count += 1;
            ControlFlow::Continue(())
        });
        let chosen = pick(count);
        kept.get(chosen).copied().flatten().map(Turn::Jump).or_else(|| self.nth(chosen))
    }

    /// Turn number `n`, counted from 0.
    #[inline]
    pub fn nth(&self, n: usize) -> Option<Turn> {
        if self.jump {
            let mut left = n;
            let mut found = None;
            let _ = self.each_chain(&mut |chain| {
                if left == 0 {
                    found = Some(Turn::Jump(*chain));
                    return ControlFlow::Break(());
                }
                left -= 1;
                ControlFlow::Continue(())
            });
            return found.or_else(|| self.nth_placement(left));
        }
        if self.pass {
            return (n == 0).then_some(Turn::Pass);
        }
        self.nth_placement(n)
    }

    #[inline]
    fn nth_placement(&self, n: usize) -> Option<Turn> {
        if n >= self.placements() {
            return None;
        }
        if self.rules.claims == Claims::Automatic {
            let colour = self.supply[n / self.pairs]?;
            let (ring, removed) = self.pair(n % self.pairs);
            let claimed = self.placed(ring, removed).newly_full(&self.rules.board, ring, removed);
            return Some(Turn::Place { colour, ring, removed, claimed });
        }
        let mut left = n;
        let mut found = None;
        self.each_placement(&mut |turn| {
            if left == 0 {
                found = Some(turn);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    fn each_placement(&self, visit: &mut impl FnMut(Turn) -> ControlFlow<()>) {
        for colour in self.supply.into_iter().flatten() {
            for pair @ (ring, removed) in (0..self.pairs).map(|n| self.pair(n)) {
                for claimed in self.claims(pair) {
                    if visit(Turn::Place { colour, ring, removed, claimed }).is_break() {
                        return;
                    }
                }
            }
        }
    }

    /// Calls `visit` with every legal turn.
    pub fn for_each(&self, mut visit: impl FnMut(Turn)) {
        let _ = self.each_chain(&mut |chain| {
            visit(Turn::Jump(*chain));
            ControlFlow::Continue(())
        });
        self.each_placement(&mut |turn| {
            visit(turn);
            ControlFlow::Continue(())
        });
        if self.pass {
            visit(Turn::Pass);
        }
    }

    /// All legal turns in a list.
    pub fn to_vec(&self) -> Vec<Turn> {
        let mut list = Vec::new();
        self.for_each(|turn| list.push(turn));
        list
    }

    fn each_chain(&self, visit: &mut impl FnMut(&Chain) -> ControlFlow<()>) -> ControlFlow<()> {
        if !self.jump {
            return ControlFlow::Continue(());
        }
        for (direction, jumpers) in Direction::ALL.into_iter().zip(self.jumpers) {
            for from in jumpers {
                let mut chain = Chain::new(from);
                let others = self.position.occupied().without(from.only());
                self.hop(&mut chain, from, direction, others, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes one legal jump and all its continuations. `others` holds all marbles except the jumping one.
    fn hop(
        &self,
        chain: &mut Chain,
        from: Ring,
        direction: Direction,
        others: RingSet,
        visit: &mut impl FnMut(&Chain) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let board = &self.rules.board;
        let (over, at) = board.jump_path(from, direction).expect("a legal jump stays on the board");
        let others = others.without(over.only());
        let occupied = others | at.only();
        chain.push(direction);
        let mut last = true;
        for onward in jump::directions(board, at, occupied, self.position.rings.without(occupied)) {
            last = false;
            self.hop(chain, at, onward, others, visit)?;
        }
        if last {
            visit(chain)?;
        }
        chain.pop();
        ControlFlow::Continue(())
    }
}
