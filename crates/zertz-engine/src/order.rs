//! Which step to try first. The best step is often forced by what it does: claiming, or taking away where an opponent would land.

use crate::history::History;
use zertz::{Colour, Direction, Position, Ring, RingSet, Rules, Step};

/// Steps with their scores, best taken first. Holds what a node can have without allocating: three colours on at most 64 rings.
pub(crate) struct Steps {
    list: [(i32, Step); 192],
    len: usize,
    next: usize,
}

impl Steps {
    pub fn new() -> Steps {
        Steps { list: [(0, Step::Pass); 192], len: 0, next: 0 }
    }

    #[inline]
    pub fn push(&mut self, score: i32, step: Step) {
        self.list[self.len] = (score, step);
        self.len += 1;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The best of those that are left: one pass each, since most nodes end after a few.
    #[inline]
    pub fn next(&mut self) -> Option<(i32, Step)> {
        let rest = &mut self.list[self.next..self.len];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(i)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(self.list[self.next - 1])
    }

    /// The steps taken out so far, but the last one.
    pub fn tried(&self) -> impl Iterator<Item = Step> + '_ {
        self.list[..self.next.saturating_sub(1)].iter().map(|&(_, step)| step)
    }
}

/// The step of the table comes before everything.
pub(crate) const FROM_TABLE: i32 = 1 << 28;
/// Claims come next.
pub(crate) const CLAIM: i32 = 1 << 24;
/// Then what keeps the opponent from landing.
const LANDING: i32 = 1 << 15;
const KILLER: i32 = 1 << 15;

/// Scores all placements.
pub(crate) fn placements(position: &Position, history: &History, ply: usize, hint: Option<Step>) -> Steps {
    let mut steps = Steps::new();
    for colour in position.supply().colours() {
        for ring in position.vacant() {
            let step = Step::Place(colour, ring);
            let score = if hint == Some(step) {
                FROM_TABLE
            } else {
                history.place(colour, ring) + if history.is_killer(ply, step) { KILLER } else { 0 }
            };
            steps.push(score, step);
        }
    }
    steps
}

/// Scores all removals after a placement on `placed`.
pub(crate) fn removals(
    rules: &Rules,
    position: &Position,
    placed: Ring,
    history: &History,
    hint: Option<Step>,
) -> Steps {
    let board = &rules.board;
    let mut steps = Steps::new();
    let landings = landings(rules, position);
    let vacant = position.vacant();
    for ring in position.removable(board) {
        let step = Step::Remove(ring);
        let mut score = if hint == Some(step) { FROM_TABLE } else { history.remove(placed, ring) };
        if landings.contains(ring) {
            score += LANDING;
        }
        // A marble next to it that has no other vacant ring beside it may be cut off.
        let others = vacant.without(ring.only());
        let suspects = (board.neighbours(ring) | placed.only()) & position.occupied();
        if suspects.into_iter().any(|marble| !board.neighbours(marble).meets(others)) {
            score += CLAIM;
        }
        steps.push(score, step);
    }
    steps
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

/// Scores jumps by what they take.
pub(crate) fn jump_score(rules: &Rules, position: &Position, from: Ring, direction: Direction) -> i32 {
    let over = rules.board.next(from, direction);
    match over.and_then(|over| position.marble(over)) {
        Some(Colour::White) => 3,
        Some(Colour::Grey) => 2,
        _ => 1,
    }
}
