//! Alpha-beta over steps.
//!
//! A node is a position with a player to move, before a turn or in the middle of one. A step that goes on with the same turn keeps the
//! player and so the sign of the score; only the end of a turn changes it. Depth is counted in quarters of a turn: a placement and a removal cost
//! two each, a capture with a choice one, a forced capture nothing.

use crate::{
    Evaluator, Params, Stop, Value,
    history::{History, MAX_PLY},
    order::{self, Picker, Stack},
    score::{INFINITE, PROVEN, WIN, from_table, to_table},
    table::{Bound, Entry, Table},
};
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use zertz::{HalfTurn, Outcome, Phase, Position, Progress, Rules, Step};

/// One turn, in units of depth.
pub(crate) const TURN: i32 = 4;
const PLACE: i32 = 2;
const REMOVE: i32 = 2;
const CHOICE: i32 = 1;

/// Within this depth positions far off the window are not searched in full, and how far off that is for each unit of depth.
const NEAR: i32 = 2 * TURN;
const ABOVE: Value = 35;
const BELOW: Value = 40;

/// Tells apart the nodes before a removal from those before a turn.
const REMOVING: u64 = 0x5851_f42d_4c95_7f2d;

/// What one thread needs to search.
pub(crate) struct Search<'a> {
    pub rules: &'a Rules,
    pub table: &'a Table,
    pub params: &'a Params,
    pub stop: &'a Stop,
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    pub hard: Option<Duration>,
    pub node_limit: u64,
    pub nodes: u64,
    /// Where a helper tells how many nodes it has seen.
    pub counter: Option<&'a AtomicU64>,
    pub seldepth: usize,
    pub stopped: bool,
    pub variety: Option<Variety>,
    pub history: History,
    pub stack: Stack,
    /// Positions before, of the game and of the line looked at, in which nothing irreversible has happened since.
    pub path: Vec<u64>,
}

/// Chance in the judgement of positions, so that games differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variety {
    pub points: Value,
    pub seed: u64,
}

impl Search<'_> {
    /// What a quiet position is worth.
    #[inline]
    fn judge(&self, position: &Position) -> Value {
        let score = self.params.evaluate(self.rules, position);
        match self.variety {
            None => score,
            Some(Variety { points, seed }) => {
                score + (mix(position.hash() ^ seed) % (2 * points as u64 + 1)) as Value - points
            }
        }
    }

    #[inline]
    fn out_of_time(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(1024) {
            let late = self.hard.is_some_and(|hard| (self.clock)() >= hard);
            self.stopped |= late || self.stop.is_set();
            if let Some(counter) = self.counter {
                counter.store(self.nodes, Ordering::Relaxed);
            }
        }
        self.stopped
    }

    /// The score of a position before a turn.
    pub fn turn(&mut self, position: &Position, depth: i32, mut alpha: Value, mut beta: Value, ply: usize) -> Value {
        self.nodes += 1;
        if self.out_of_time() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        let distance = ply as Value;
        if let Some(outcome) = position.outcome(self.rules) {
            return match outcome {
                Outcome::Won { by, .. } if by == position.mover() => WIN - distance,
                Outcome::Won { .. } => distance - WIN,
                Outcome::Drawn(_) | Outcome::BothLose => 0,
            };
        }
        let hash = position.hash();
        // Only with an empty pool can anything come back.
        let may_repeat = position.pool().is_empty();
        if may_repeat && self.path.contains(&hash) {
            return 0;
        }
        if ply >= MAX_PLY - 1 {
            return self.judge(position);
        }
        // No win from here on can be quicker than one turn.
        alpha = alpha.max(distance - WIN);
        beta = beta.min(WIN - distance - 1);
        if alpha >= beta {
            return alpha;
        }
        let pv = beta - alpha > 1;
        let found = self.table.get(hash);
        if let Some(score) = found.and_then(|entry| cutoff(&entry, depth, alpha, beta, ply)).filter(|_| !pv) {
            return score;
        }
        let hint = found.and_then(|entry| entry.step);

        let jumpers = position.jumpers(&self.rules.board);
        let jump = jumpers.iter().any(|set| !set.is_empty());
        if !jump && depth <= 0 {
            return self.judge(position);
        }
        let mut depth = depth;
        if !jump && !pv && depth <= NEAR && beta.abs() < PROVEN {
            let eval = self.judge(position);
            // So far above the window that what is left of the depth will not bring it back.
            if eval - ABOVE * depth >= beta {
                return eval;
            }
            // So far below that one more placement with the first removal tells enough.
            if depth <= TURN && eval + BELOW * depth <= alpha {
                depth = 1;
            }
        }
        if may_repeat {
            self.path.push(hash);
        }
        let (score, step) = if jump {
            let half = HalfTurn::begin(*position);
            let choices: usize = jumpers.iter().map(|set| set.len()).sum();
            let depth = if choices > 1 { depth - CHOICE } else { depth };
            self.jumps(&half, depth, alpha, beta, ply, hint)
        } else if position.supply().is_empty() {
            let score = match HalfTurn::begin(*position).step_unchecked(self.rules, Step::Pass) {
                Progress::Done(next) => -self.turn(&next, depth - CHOICE, -beta, -alpha, ply + 1),
                Progress::Open(_) => 0,
            };
            (score, Some(Step::Pass))
        } else {
            self.placements(position, depth, alpha, beta, ply, hint)
        };
        if may_repeat {
            self.path.pop();
        }
        if !self.stopped {
            self.remember(hash, score, step, depth, alpha, beta, ply);
        }
        score
    }

    #[expect(clippy::too_many_arguments, reason = "all of it describes one result")]
    fn remember(&self, key: u64, score: Value, step: Option<Step>, depth: i32, alpha: Value, beta: Value, ply: usize) {
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let step = step.filter(|_| bound != Bound::Upper);
        self.table.put(key, Entry { score: to_table(score, ply as Value), depth, bound, step });
    }

    /// The best jump of a turn that has begun with jumps or may begin with any.
    fn jumps(
        &mut self,
        half: &HalfTurn,
        depth: i32,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        hint: Option<Step>,
    ) -> (Value, Option<Step>) {
        let rules = self.rules;
        let mut picker = Picker::new(&mut self.stack, hint.filter(|&step| half.check(rules, step).is_ok()));
        let (mut best, mut best_step) = (-INFINITE, None);
        while let Some((_, step)) = picker.next(&mut self.stack, |stack| order::jumps(rules, half, stack)) {
            let score = match half.step_unchecked(self.rules, step) {
                Progress::Done(next) if best == -INFINITE => -self.turn(&next, depth, -beta, -alpha, ply + 1),
                Progress::Done(next) => {
                    let score = -self.turn(&next, depth, -alpha - 1, -alpha, ply + 1);
                    if score > alpha && score < beta { -self.turn(&next, depth, -beta, -alpha, ply + 1) } else { score }
                }
                Progress::Open(open) => {
                    self.nodes += 1;
                    self.jumps(&open, depth, alpha, beta, ply, None).0
                }
            };
            if self.stopped {
                best = best.max(-WIN);
                break;
            }
            if score > best {
                (best, best_step) = (score, Some(step));
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.stack);
        (best, best_step)
    }

    /// The score of a step that is not expected to be the best: only whether it beats `alpha`, and less deep, unless it does.
    fn scout(
        &mut self,
        reduction: i32,
        alpha: Value,
        beta: Value,
        search: impl Fn(&mut Self, i32, Value, Value) -> Value,
    ) -> Value {
        let mut score = search(self, reduction, alpha, alpha + 1);
        if score > alpha && reduction > 0 && !self.stopped {
            score = search(self, 0, alpha, alpha + 1);
        }
        if score > alpha && score < beta && !self.stopped {
            score = search(self, 0, alpha, beta);
        }
        score
    }

    /// The best placement.
    fn placements(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        hint: Option<Step>,
    ) -> (Value, Option<Step>) {
        let half = HalfTurn::begin(*position);
        let rules = self.rules;
        let mut picker = Picker::new(&mut self.stack, hint.filter(|&step| half.check(rules, step).is_ok()));
        let (mut best, mut best_step) = (-INFINITE, None);
        let mut count = 0usize;
        while let Some((_, step)) =
            picker.next(&mut self.stack, |stack| order::placements(position, &self.history, ply, stack))
        {
            count += 1;
            let reduction = if count > 3 { late(depth, count) } else { 0 };
            let search = |this: &mut Self, reduction: i32, alpha: Value, beta: Value| match half
                .step_unchecked(this.rules, step)
            {
                Progress::Open(open) => this.removals(&open, depth - PLACE - reduction, alpha, beta, ply),
                Progress::Done(next) => -this.turn(&next, depth - TURN - reduction, -beta, -alpha, ply + 1),
            };
            let score =
                if count == 1 { search(self, 0, alpha, beta) } else { self.scout(reduction, alpha, beta, search) };
            if self.stopped {
                best = best.max(-WIN);
                break;
            }
            if score > best {
                (best, best_step) = (score, Some(step));
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.history.reward_place(ply, step, picker.tried(&self.stack), depth);
                    break;
                }
            }
        }
        picker.finish(&mut self.stack);
        (best, best_step)
    }

    /// The best removal after a placement.
    fn removals(&mut self, half: &HalfTurn, depth: i32, mut alpha: Value, beta: Value, ply: usize) -> Value {
        self.nodes += 1;
        if self.out_of_time() {
            return 0;
        }
        let placed = match half.phase() {
            Phase::Remove(placed) => placed,
            // Optional claims: every choice in turn, without further ado.
            _ => return self.claims(half, depth, alpha, beta, ply),
        };
        let key = half.position().hash() ^ REMOVING;
        let pv = beta - alpha > 1;
        let found = self.table.get(key);
        if let Some(score) = found.and_then(|entry| cutoff(&entry, depth, alpha, beta, ply)).filter(|_| !pv) {
            return score;
        }
        let hint = found.and_then(|entry| entry.step);
        let first_alpha = alpha;
        let (rules, position) = (self.rules, half.position());
        let hint = hint.filter(|&step| half.check(rules, step).is_ok());
        let mut picker = Picker::new(&mut self.stack, hint);
        let (mut best, mut best_step) = (-INFINITE, None);
        let mut count = 0;
        // On the last turn before judging, removals that do nothing in particular lead to much the same: one stands for all.
        let most = if depth <= REMOVE { 1 } else { usize::MAX };
        while let Some((worth, step)) =
            picker.next(&mut self.stack, |stack| order::removals(rules, position, placed, &self.history, stack))
        {
            count += 1;
            if count > most && worth < order::CLAIM && best > -PROVEN {
                continue;
            }
            let reduction = if count > 2 && worth < order::CLAIM { late(depth, count) } else { 0 };
            let search = |this: &mut Self, reduction: i32, alpha: Value, beta: Value| match half
                .step_unchecked(this.rules, step)
            {
                Progress::Done(next) => -this.turn(&next, depth - REMOVE - reduction, -beta, -alpha, ply + 1),
                Progress::Open(open) => this.removals(&open, depth - REMOVE - reduction, alpha, beta, ply),
            };
            let score =
                if count == 1 { search(self, 0, alpha, beta) } else { self.scout(reduction, alpha, beta, search) };
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_step) = (score, Some(step));
                alpha = alpha.max(score);
                if alpha >= beta {
                    if let Step::Remove(ring) = step {
                        self.history.reward_remove(placed, ring, picker.tried(&self.stack), depth);
                    }
                    break;
                }
            }
        }
        picker.finish(&mut self.stack);
        if self.stopped {
            return best.max(-WIN);
        }
        self.remember(key, best, best_step, depth, first_alpha, beta, ply);
        best
    }

    fn claims(&mut self, half: &HalfTurn, depth: i32, alpha: Value, beta: Value, ply: usize) -> Value {
        let mut best = -INFINITE;
        for step in [Step::Claim, Step::Decline] {
            let alpha = alpha.max(best);
            let score = match half.step_unchecked(self.rules, step) {
                Progress::Done(next) => -self.turn(&next, depth, -beta, -alpha, ply + 1),
                Progress::Open(open) => self.removals(&open, depth, alpha, beta, ply),
            };
            best = best.max(score);
            if best >= beta || self.stopped {
                break;
            }
        }
        best
    }
}

/// Scatters the bits of a number.
pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ (x >> 32)
}

/// How much less deep to look at a step that comes late in the order.
pub(crate) fn late(depth: i32, count: usize) -> i32 {
    if depth <= REMOVE {
        return 0;
    }
    let logarithm = |n: u32| (32 - n.leading_zeros()) as i32;
    (logarithm(depth as u32) * logarithm(count as u32) * 3 / 8).min(depth - 1)
}

/// The score of an entry that is good enough to end the node.
fn cutoff(entry: &Entry, depth: i32, alpha: Value, beta: Value, ply: usize) -> Option<Value> {
    let score = from_table(entry.score, ply as Value);
    // A proven result does not get better with depth.
    if entry.depth < depth && score.abs() < PROVEN {
        return None;
    }
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    enough.then_some(score)
}

/// The key of a node in the table.
pub(crate) fn key(half: &HalfTurn) -> u64 {
    match half.phase() {
        Phase::Remove(_) => half.position().hash() ^ REMOVING,
        _ => half.position().hash(),
    }
}
