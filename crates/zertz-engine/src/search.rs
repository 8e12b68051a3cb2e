//! Principal variation search over steps.
//!
//! A node is a position before a turn or within one. A step within a turn keeps the player to move and so the sign of the value; only
//! the end of a turn changes it. Depth is counted in quarters of a turn: a placement and a removal cost two each, a capture with a
//! choice one, a forced capture nothing.

use crate::{
    Network, Stop, Value,
    history::{History, MAX_PLY},
    network::Sums,
    order::{self, Choice, Guide, Picker, Stack},
    pattern::Geometry,
    prior::{Distances, Priors},
    score::{INFINITE, PROVEN, WIN, from_table, to_table},
    table::{Bound, Entry, Table},
};
use std::{
    ops::ControlFlow::{self, Break, Continue},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use zertz::{HalfTurn, Outcome, Phase, Position, Progress, Ring, Rng, Rules, Step};

/// The depth of one turn.
pub(crate) const TURN: i32 = 4;
const PLACEMENT: i32 = 2;
const REMOVAL: i32 = 2;
const CAPTURE_CHOICE: i32 = 1;
const PASS: i32 = 1;

/// Nodes up to this depth are pruned by their evaluation.
const REVERSE_FUTILITY_DEPTH: i32 = 2 * TURN;
const FUTILITY_DEPTH: i32 = TURN;
/// How far outside the window the evaluation must be, in points per unit of depth.
const REVERSE_FUTILITY_MARGIN: Value = 35;
const FUTILITY_MARGIN: Value = 40;

/// On the last turn before the evaluation, a null window tries only this many placements. Matches decided how many.
const LAST_PLACEMENTS: usize = 18;

/// Distinguishes the table keys of nodes before a removal from those before a turn.
const REMOVAL_KEY: u64 = 0x5851_f42d_4c95_7f2d;

pub(crate) struct Search<'a> {
    pub rules: &'a Rules,
    pub table: &'a Table,
    pub network: &'a Network,
    pub geometry: Geometry,
    /// For each ply, the patterns of the position that was last evaluated there.
    pub sums: Vec<Sums>,
    /// For each ply, the priors of the position before the turn.
    pub priors: Vec<Priors>,
    pub distances: Distances,
    pub stop: &'a Stop,
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// The time at which the search stops.
    pub deadline: Option<Duration>,
    pub node_limit: u64,
    pub nodes: u64,
    /// Where a helper thread publishes its number of nodes.
    pub counter: Option<&'a AtomicU64>,
    pub seldepth: usize,
    pub stopped: bool,
    pub noise: Option<Noise>,
    pub history: History,
    pub stack: Stack,
    /// The earlier positions, of the game and of the current variation, that can still repeat.
    pub path: Vec<u64>,
}

/// Random noise in the evaluation, which makes games differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise {
    /// The maximum change of an evaluation.
    pub points: u16,
    pub seed: u64,
}

/// The values that matter to a node: at or below `alpha` it fails low, at or above `beta` it fails high.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window that only decides whether a value is above `alpha`.
    fn null(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl Search<'_> {
    #[inline]
    fn evaluate(&mut self, position: &Position, ply: usize) -> Value {
        self.sum_up(position, ply);
        let value = self.network.score(&self.sums[ply], self.rules, position);
        self.noise.map_or(value, |Noise { points, seed }| {
            let noise = Rng::new(position.hash() ^ seed).below(2 * usize::from(points) + 1);
            value + noise as Value - Value::from(points)
        })
    }

    /// Sums up the patterns of a position, starting from its parent or from the last position at this ply.
    #[inline]
    fn sum_up(&mut self, position: &Position, ply: usize) {
        let (before, own) = self.sums.split_at_mut(ply);
        if let Some(parent) = before.last()
            && parent.differences(position) < own[0].differences(position)
        {
            own[0].clone_from(parent);
        }
        own[0].update(self.network, &self.geometry, position);
    }

    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(1024) {
            let late = self.deadline.is_some_and(|deadline| (self.clock)() >= deadline);
            self.stopped |= late || self.stop.is_set();
            if let Some(counter) = self.counter {
                counter.store(self.nodes, Ordering::Relaxed);
            }
        }
        self.stopped
    }

    fn turn(&mut self, position: &Position, mut depth: i32, mut window: Window, ply: usize) -> Value {
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        let key = position.hash();
        if let Some(value) = self.leaf(position, key, ply) {
            return value;
        }
        // Mate distance pruning: no result is nearer than the next turn.
        let distance = ply as Value;
        window = Window { alpha: window.alpha.max(distance - WIN), beta: window.beta.min(WIN - distance - 1) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let jumpers = position.jumpers(&self.rules.board);
        let must_jump = jumpers.iter().any(|set| !set.is_empty());
        let captures = if must_jump { jumpers.iter().map(|set| set.len()).sum() } else { 0 };
        // Evaluating takes no longer than looking the node up in the table.
        if !must_jump && depth <= 0 {
            return self.evaluate(position, ply);
        }
        let hint = match self.probe(key, depth, window, ply) {
            Continue(hint) => hint,
            Break(value) => return value,
        };
        if !must_jump {
            match self.prune(position, depth, window, ply) {
                Continue(pruned) => depth = pruned,
                Break(value) => return value,
            }
        }
        let may_repeat = may_repeat(position);
        if may_repeat {
            self.path.push(key);
        }
        let (value, step) = self.first_step(position, captures, depth, window, ply, hint);
        if may_repeat {
            self.path.pop();
        }
        self.store(key, value, step, depth, window, ply);
        value
    }

    /// Searches the first steps of a turn, given the number of possible captures.
    #[inline]
    fn first_step(
        &mut self,
        position: &Position,
        captures: usize,
        depth: i32,
        window: Window,
        ply: usize,
        hint: Option<Step>,
    ) -> (Value, Option<Step>) {
        let half = HalfTurn::begin(*position);
        if captures > 0 {
            let depth = if captures > 1 { depth - CAPTURE_CHOICE } else { depth };
            self.best_step(&half, Choice::Jump, depth, window, ply, hint)
        } else if position.supply().is_empty() {
            let next = half.step_unchecked(self.rules, Step::Pass);
            (self.child(&next, depth - PASS, window, ply), Some(Step::Pass))
        } else {
            self.sum_up(position, ply);
            let patterns = &self.sums[ply].patterns;
            self.priors[ply].set(&self.network.prior, patterns, self.rules, position);
            self.best_step(&half, Choice::Placement, depth, window, ply, hint)
        }
    }

    /// The value of a position that needs no search: the game is over, the position repeats, or the variation is too long.
    #[inline]
    fn leaf(&mut self, position: &Position, key: u64, ply: usize) -> Option<Value> {
        let distance = ply as Value;
        match position.outcome(self.rules) {
            Some(Outcome::Won { by, .. }) if by == position.mover() => Some(WIN - distance),
            Some(Outcome::Won { .. }) => Some(distance - WIN),
            Some(Outcome::Drawn(_) | Outcome::BothLose) => Some(0),
            None if may_repeat(position) && self.path.contains(&key) => Some(0),
            None if ply >= MAX_PLY - 1 => Some(self.evaluate(position, ply)),
            None => None,
        }
    }

    /// The value of a position without captures that needs no search because of its evaluation, or the depth to search it to.
    #[inline]
    fn prune(&mut self, position: &Position, depth: i32, window: Window, ply: usize) -> ControlFlow<Value, i32> {
        if !window.is_null() || depth > REVERSE_FUTILITY_DEPTH || window.beta.abs() >= PROVEN {
            return Continue(depth);
        }
        let value = self.evaluate(position, ply);
        if value - REVERSE_FUTILITY_MARGIN * depth >= window.beta {
            return Break(value);
        }
        // With depth 1 the search tries one removal per placement.
        let futile = depth <= FUTILITY_DEPTH && value + FUTILITY_MARGIN * depth <= window.alpha;
        Continue(if futile { 1 } else { depth })
    }

    /// Looks a node up in the table. Returns its value if that is enough for a cut-off, otherwise the step to try first.
    #[inline]
    fn probe(&self, key: u64, depth: i32, window: Window, ply: usize) -> ControlFlow<Value, Option<Step>> {
        let Some(entry) = self.table.get(key) else { return Continue(None) };
        let value = from_table(entry.value, ply as Value);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        // A deeper search does not improve a proven result.
        let deep_enough = entry.depth >= depth || value.abs() >= PROVEN;
        if window.is_null() && enough && deep_enough { Break(value) } else { Continue(entry.step) }
    }

    /// Stores the result of a node in the table, unless the search was stopped.
    fn store(&self, key: u64, value: Value, step: Option<Step>, depth: i32, window: Window, ply: usize) {
        if self.stopped {
            return;
        }
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let step = step.filter(|_| bound != Bound::Upper);
        self.table.put(key, Entry { value: to_table(value, ply as Value), depth, bound, step });
    }

    /// Searches the steps of a node, best first. Returns the best one and its value.
    fn best_step(
        &mut self,
        half: &HalfTurn,
        choice: Choice,
        depth: i32,
        mut window: Window,
        ply: usize,
        hint: Option<Step>,
    ) -> (Value, Option<Step>) {
        let rules = self.rules;
        let mut picker = Picker::new(&mut self.stack, hint.filter(|&step| half.check(rules, step).is_ok()));
        let (mut best, mut best_step) = (-INFINITE, None);
        let mut count = 0;
        while let Some((priority, step)) = picker.next(&mut self.stack, |stack| {
            let guide = Guide {
                history: &self.history,
                prior: &self.network.prior,
                priors: &self.priors[ply],
                distances: &self.distances,
                ply,
            };
            order::list(rules, half, choice, &guide, stack)
        }) {
            count += 1;
            let quiet = priority < order::NOT_QUIET;
            // On the last turn before the evaluation, quiet removals lead to similar positions. One is enough, unless it loses.
            let is_last = depth <= REMOVAL && matches!(choice, Choice::Removal(_));
            if is_last && quiet && count > 1 && best > -PROVEN {
                break;
            }
            if choice == Choice::Placement
                && depth <= TURN
                && count > LAST_PLACEMENTS
                && window.is_null()
                && best > -PROVEN
            {
                break;
            }
            let next = half.step_unchecked(rules, step);
            let next_depth = depth - cost(choice, &next);
            let jumps_on = choice == Choice::Jump && matches!(next, Progress::Open(_));
            let value = if count == 1 || jumps_on {
                self.child(&next, next_depth, window, ply)
            } else {
                let reduced = quiet && count > choice.unreduced_steps();
                let reduction = if reduced { reduction(depth, count) } else { 0 };
                self.scout(&next, next_depth, reduction, window, ply)
            };
            if self.stopped {
                best = best.max(-WIN);
                break;
            }
            if value > best {
                (best, best_step) = (value, Some(step));
                window.alpha = window.alpha.max(value);
                if window.alpha >= window.beta {
                    self.history.reward(choice, ply, step, picker.tried(&self.stack), depth);
                    break;
                }
            }
        }
        picker.finish(&mut self.stack);
        (best, best_step)
    }

    /// Searches a step that is probably not the best: with a null window and less deeply, in full only if it turns out better than alpha.
    pub fn scout(&mut self, next: &Progress, depth: i32, reduction: i32, window: Window, ply: usize) -> Value {
        let Window { alpha, beta } = window;
        let mut value = self.child(next, depth - reduction, window.null(), ply);
        if value > alpha && reduction > 0 && !self.stopped {
            value = self.child(next, depth, window.null(), ply);
        }
        if value > alpha && value < beta && !self.stopped {
            value = self.child(next, depth, window, ply);
        }
        value
    }

    /// Searches the node after a step. The value is for the player who makes the step.
    pub fn child(&mut self, next: &Progress, depth: i32, window: Window, ply: usize) -> Value {
        let half = match next {
            Progress::Done(position) => return -self.turn(position, depth, window.negated(), ply + 1),
            Progress::Open(half) => half,
        };
        self.nodes += 1;
        match half.phase() {
            Phase::Jump(_) => self.best_step(half, Choice::Jump, depth, window, ply, None).0,
            _ if self.must_stop() => 0,
            Phase::Remove(placed) => self.removal(half, placed, depth, window, ply),
            Phase::Claim(_) | Phase::Begin => self.optional_claim(half, depth, window, ply),
        }
    }

    fn removal(&mut self, half: &HalfTurn, placed: Ring, depth: i32, window: Window, ply: usize) -> Value {
        // The last removals take no longer than looking them up. Those of a principal variation are stored, so that it can be reported.
        if depth <= REMOVAL && window.is_null() {
            return self.best_step(half, Choice::Removal(placed), depth, window, ply, None).0;
        }
        let key = key(half);
        let hint = match self.probe(key, depth, window, ply) {
            Continue(hint) => hint,
            Break(value) => return value,
        };
        let (value, step) = self.best_step(half, Choice::Removal(placed), depth, window, ply, hint);
        self.store(key, value, step, depth, window, ply);
        value
    }

    /// Searches both answers to a claim that the rules leave to the player.
    fn optional_claim(&mut self, half: &HalfTurn, depth: i32, mut window: Window, ply: usize) -> Value {
        let mut best = -INFINITE;
        for step in [Step::Claim, Step::Decline] {
            let next = half.step_unchecked(self.rules, step);
            best = best.max(self.child(&next, depth, window, ply));
            window.alpha = window.alpha.max(best);
            if best >= window.beta || self.stopped {
                break;
            }
        }
        best
    }
}

/// Whether a position can come up again: only after the pool is empty.
#[inline]
fn may_repeat(position: &Position) -> bool {
    position.pool().is_empty()
}

#[inline]
fn cost(choice: Choice, next: &Progress) -> i32 {
    match (choice, next) {
        (Choice::Jump, _) => 0,
        (Choice::Placement, Progress::Open(_)) => PLACEMENT,
        (Choice::Placement, Progress::Done(_)) => TURN,
        (Choice::Removal(_), _) => REMOVAL,
    }
}

/// The late move reduction: how much less deeply to search a step that comes late in the order.
pub(crate) fn reduction(depth: i32, count: usize) -> i32 {
    if depth <= REMOVAL {
        return 0;
    }
    let log = |n: u32| (32 - n.leading_zeros()) as i32;
    (log(depth as u32) * log(count as u32) * 3 / 8).min(depth - 1)
}

pub(crate) fn key(half: &HalfTurn) -> u64 {
    match half.phase() {
        Phase::Remove(_) => half.position().hash() ^ REMOVAL_KEY,
        _ => half.position().hash(),
    }
}
