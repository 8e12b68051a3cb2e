//! Move ordering: which step of a node to search first.

use crate::{
    history::History,
    prior::{Distances, Prior, Priors},
};
use zertz::{Board, Colour, Direction, HalfTurn, Phase, Position, Ring, RingSet, Rules, Step};

/// The kind of step that a player has to choose at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    Jump,
    Placement,
    /// After a placement on this ring.
    Removal(Ring),
}

impl Choice {
    /// How many steps are searched without late move reductions.
    #[inline]
    pub fn unreduced_steps(self) -> usize {
        match self {
            Choice::Jump => usize::MAX,
            Choice::Placement => 3,
            Choice::Removal(_) => 2,
        }
    }
}

/// The steps of all nodes from the root to the current one, with their priorities. The nodes share one list, so none has to allocate.
pub(crate) type Stack = Vec<(i32, Step)>;

/// Picks the steps of one node, best first. The step from the table comes first, before the others are generated: often it is enough.
pub(crate) struct Picker {
    /// The part of the stack that belongs to this node, and the next step in it.
    begin: usize,
    end: usize,
    next: usize,
    first: Option<Step>,
    filled: bool,
}

impl Picker {
    /// Creates a picker that picks `first`, which must be legal, before the others.
    pub fn new(stack: &mut Stack, first: Option<Step>) -> Picker {
        let begin = stack.len();
        if let Some(step) = first {
            stack.push((FROM_TABLE, step));
        }
        Picker { begin, end: stack.len(), next: begin, first, filled: false }
    }

    /// Picks the best remaining step. `fill` generates all steps with their priorities.
    ///
    /// The steps are not sorted, because most nodes need only a few of them.
    #[inline]
    pub fn next(&mut self, stack: &mut Stack, fill: impl FnOnce(&mut Stack)) -> Option<(i32, Step)> {
        if self.next == self.end && !self.filled {
            self.filled = true;
            fill(stack);
            if let Some(again) = self.first.and_then(|first| stack[self.end..].iter().position(|&(_, s)| s == first)) {
                stack.remove(self.end + again);
            }
            self.end = stack.len();
        }
        let rest = &mut stack[self.next..self.end];
        let (mut best, mut priority) = (0, rest.first()?.0);
        for (i, &(other, _)) in rest.iter().enumerate() {
            if other > priority {
                (best, priority) = (i, other);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    /// The steps picked so far, without the last one.
    pub fn tried<'s>(&self, stack: &'s Stack) -> impl Iterator<Item = Step> + 's {
        stack[self.begin..self.next.saturating_sub(1).max(self.begin)].iter().map(|&(_, step)| step)
    }

    /// Takes the steps of this node off the stack.
    pub fn finish(self, stack: &mut Stack) {
        stack.truncate(self.begin);
    }
}

/// The priorities, highest first. They are added to the history and the prior of a step.
const FROM_TABLE: i32 = 1 << 28;
const CLAIM: i32 = 1 << 24;
/// Steps from this priority are not quiet. History and prior are small beside it.
pub(crate) const NOT_QUIET: i32 = CLAIM / 2;
const LANDING: i32 = 1 << 15;
const KILLER: i32 = 1 << 15;

/// What the order of steps depends on besides the position.
pub(crate) struct Guide<'a> {
    pub history: &'a History,
    pub prior: &'a Prior,
    pub priors: &'a Priors,
    pub distances: &'a Distances,
    pub ply: usize,
}

/// How much a prior counts beside the history.
const PRIOR: i32 = 32;

/// Generates the steps of a node with their priorities.
pub(crate) fn list(rules: &Rules, half: &HalfTurn, choice: Choice, guide: &Guide<'_>, stack: &mut Stack) {
    match choice {
        Choice::Jump => jumps(rules, half, stack),
        Choice::Placement => placements(half.position(), guide, stack),
        Choice::Removal(placed) => removals(rules, half.position(), placed, guide, stack),
    }
}

fn placements(position: &Position, guide: &Guide<'_>, stack: &mut Stack) {
    for colour in position.supply().colours() {
        for ring in position.vacant() {
            let step = Step::Place(colour, ring);
            let killer = if guide.history.is_killer(guide.ply, step) { KILLER } else { 0 };
            let prior = PRIOR * guide.priors.placement(colour, ring);
            stack.push((guide.history.placement(colour, ring) + killer + prior, step));
        }
    }
}

/// Removals that may isolate marbles come first, then those that keep the opponent from landing.
fn removals(rules: &Rules, position: &Position, placed: Ring, guide: &Guide<'_>, stack: &mut Stack) {
    let board = &rules.board;
    let landings = landings(rules, position);
    for ring in position.removable(board) {
        let landing = if landings.contains(ring) { LANDING } else { 0 };
        let claim = if may_isolate(board, position, placed, ring) { CLAIM } else { 0 };
        let prior = PRIOR * guide.priors.removal(guide.prior, guide.distances, placed, ring);
        stack.push((guide.history.removal(placed, ring) + landing + claim + prior, Step::Remove(ring)));
    }
}

/// Whether a removal may isolate marbles: the one just placed, or one next to the removed ring, has no other vacant ring beside it.
#[inline]
fn may_isolate(board: &Board, position: &Position, placed: Ring, removed: Ring) -> bool {
    let others = position.vacant().without(removed.only());
    let suspects = (board.neighbours(removed) | placed.only()) & position.occupied();
    suspects.into_iter().any(|marble| !board.neighbours(marble).meets(others))
}

/// Jumps over white marbles come first, then those over grey ones.
fn jumps(rules: &Rules, half: &HalfTurn, stack: &mut Stack) {
    let (board, position) = (&rules.board, half.position());
    let mut push = |from: Ring, direction: Direction| {
        let captured = board.next(from, direction).and_then(|over| position.marble(over));
        let priority = match captured {
            Some(Colour::White) => 3,
            Some(Colour::Grey) => 2,
            _ => 1,
        };
        stack.push((priority, Step::Jump(from, direction)));
    };
    for (direction, set) in Direction::ALL.into_iter().zip(position.jumpers(board)) {
        match half.phase() {
            Phase::Jump(at) if set.contains(at) => push(at, direction),
            Phase::Jump(_) => {}
            _ => set.into_iter().for_each(|from| push(from, direction)),
        }
    }
}

fn landings(rules: &Rules, position: &Position) -> RingSet {
    let board = &rules.board;
    let mut landings = RingSet::EMPTY;
    for (direction, set) in Direction::ALL.into_iter().zip(position.jumpers(board)) {
        if !set.is_empty() {
            landings |= board.step(board.step(set, direction), direction);
        }
    }
    landings
}
