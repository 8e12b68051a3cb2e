//! Which step to try first. The best step is often forced by what it does: claiming, or taking away where an opponent would land.

use crate::history::History;
use zertz::{Board, Colour, Direction, HalfTurn, Phase, Position, Ring, RingSet, Rules, Step};

/// The steps of all nodes on the way from the root, each node's after those of the node above. One list for all, so that no node has to
/// allocate or clear one of its own.
pub(crate) type Stack = Vec<(i32, Step)>;

/// The steps of one node, best first. The step of the table comes before any other is even looked for: often it is enough.
pub(crate) struct Picker {
    /// Where the steps of this node begin and end in the stack, and which comes next.
    begin: usize,
    end: usize,
    next: usize,
    first: Option<Step>,
    filled: bool,
}

impl Picker {
    /// A picker that takes `first` before the others. It must be legal.
    pub fn new(stack: &mut Stack, first: Option<Step>) -> Picker {
        let begin = stack.len();
        if let Some(step) = first {
            stack.push((FROM_TABLE, step));
        }
        Picker { begin, end: stack.len(), next: begin, first, filled: false }
    }

    /// The best of those that are left: one pass each, since most nodes end after a few. `fill` lists them all with their scores.
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
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(i)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(stack[self.next - 1])
    }

    /// The steps taken out so far, but the last one.
    pub fn tried<'s>(&self, stack: &'s Stack) -> impl Iterator<Item = Step> + 's {
        stack[self.begin..self.next.saturating_sub(1).max(self.begin)].iter().map(|&(_, step)| step)
    }

    /// Takes the steps of this node off the stack.
    pub fn finish(self, stack: &mut Stack) {
        stack.truncate(self.begin);
    }
}

/// The step of the table comes before everything.
pub(crate) const FROM_TABLE: i32 = 1 << 28;
/// Claims come next.
pub(crate) const CLAIM: i32 = 1 << 24;
/// Then what keeps the opponent from landing.
const LANDING: i32 = 1 << 15;
const KILLER: i32 = 1 << 15;

/// Lists all placements with their scores.
pub(crate) fn placements(position: &Position, history: &History, ply: usize, stack: &mut Stack) {
    for colour in position.supply().colours() {
        for ring in position.vacant() {
            let step = Step::Place(colour, ring);
            let killer = if history.is_killer(ply, step) { KILLER } else { 0 };
            stack.push((history.place(colour, ring) + killer, step));
        }
    }
}

/// Lists all removals after a placement on `placed` with their scores.
pub(crate) fn removals(rules: &Rules, position: &Position, placed: Ring, history: &History, stack: &mut Stack) {
    let board = &rules.board;
    let landings = landings(rules, position);
    for ring in position.removable(board) {
        let landing = if landings.contains(ring) { LANDING } else { 0 };
        let cut = if cuts_off(board, position, placed, ring) { CLAIM } else { 0 };
        stack.push((history.remove(placed, ring) + landing + cut, Step::Remove(ring)));
    }
}

/// Whether a removal may cut marbles off: one next to it, or the one just placed, has no other vacant ring beside it.
#[inline]
pub(crate) fn cuts_off(board: &Board, position: &Position, placed: Ring, removed: Ring) -> bool {
    let others = position.vacant().without(removed.only());
    let suspects = (board.neighbours(removed) | placed.only()) & position.occupied();
    suspects.into_iter().any(|marble| !board.neighbours(marble).meets(others))
}

/// Lists all jumps that a turn can begin or go on with, with their scores: worth most is what takes white.
pub(crate) fn jumps(rules: &Rules, half: &HalfTurn, stack: &mut Stack) {
    let position = half.position();
    let mut push = |from: Ring, direction: Direction| {
        stack.push((jump_score(rules, position, from, direction), Step::Jump(from, direction)));
    };
    let jumpers = position.jumpers(&rules.board);
    for (direction, set) in Direction::ALL.into_iter().zip(jumpers) {
        match half.phase() {
            Phase::Jump(at) if set.contains(at) => push(at, direction),
            Phase::Jump(_) => {}
            _ => set.into_iter().for_each(|from| push(from, direction)),
        }
    }
}

/// The rings on which a jump could land.
fn landings(rules: &Rules, position: &Position) -> RingSet {
    let board = &rules.board;
    let jumpers = position.jumpers(board);
    let mut landings = RingSet::EMPTY;
    for (direction, set) in Direction::ALL.into_iter().zip(jumpers) {
        if !set.is_empty() {
            landings |= board.step(board.step(set, direction), direction);
        }
    }
    landings
}

/// What a jump takes.
fn jump_score(rules: &Rules, position: &Position, from: Ring, direction: Direction) -> i32 {
    let over = rules.board.next(from, direction);
    match over.and_then(|over| position.marble(over)) {
        Some(Colour::White) => 3,
        Some(Colour::Grey) => 2,
        _ => 1,
    }
}
