//! Iterative deepening, with the solver and helper threads.

use crate::{
    Info, Limits, Network, Score, Stop, Value,
    engine::Found,
    history::{History, MAX_PLY},
    network::Sums,
    pattern::Geometry,
    prior::{Distances, Priors},
    root::{RootTurn, excluded, principal_variation, repeatable, search_root},
    score::{INFINITE, PROVEN},
    search::{Noise, Search, TURN},
    solver::{Solver, Verdict},
    table::Table,
    theory::Proof,
    time::Budget,
};
use std::{
    cmp::Reverse,
    sync::atomic::{AtomicU64, Ordering},
    thread::{Builder, Scope},
    time::Duration,
};
use zertz::{Game, Turn};

/// What all threads of a search share.
pub(crate) struct Task<'a> {
    pub game: &'a Game,
    pub limits: Limits,
    pub budget: Budget,
    pub stop: &'a Stop,
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    pub table: &'a Table,
    pub network: &'a Network,
    pub noise: Option<Noise>,
}

impl Task<'_> {
    /// The search of the main thread.
    pub fn main_search(&self, history: History) -> Search<'_> {
        Search {
            rules: self.game.rules(),
            table: self.table,
            network: self.network,
            geometry: Geometry::new(&self.game.rules().board),
            sums: vec![Sums::new(); MAX_PLY + 1],
            priors: vec![Priors::NONE; MAX_PLY + 1],
            distances: Distances::new(&self.game.rules().board),
            stop: self.stop,
            clock: self.clock,
            deadline: self.budget.hard.map(|time| time - time / SHARE_AFTER_SEARCH),
            node_limit: self.limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            counter: None,
            seldepth: 0,
            stopped: false,
            noise: self.noise,
            history,
            stack: Vec::with_capacity(1024),
            path: repeatable(self.game),
        }
    }

    /// The last iteration. With a clock, a forced turn is played at once.
    fn max_depth(&self, roots: &[RootTurn]) -> u32 {
        let timed = self.limits.clock.is_some() || self.limits.move_time.is_some();
        if timed && roots.len() == 1 { 1 } else { self.limits.depth.unwrap_or(100).clamp(1, 100) }
    }

    /// Starts one helper thread per counter (lazy SMP): helpers run the same search and share the table.
    pub fn start_helpers<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        roots: &[RootTurn],
        counters: &'s [AtomicU64],
        stop: &'s Stop,
    ) {
        let max_depth = self.max_depth(roots);
        for counter in counters {
            let mut roots = roots.to_vec();
            let mut search = self.main_search(History::new());
            search.node_limit = u64::MAX;
            search.counter = Some(counter);
            search.stop = stop;
            let help = move || {
                for depth in 1..=max_depth {
                    search_root(&mut search, &mut roots, depth as i32 * TURN, 1);
                    if search.stopped {
                        break;
                    }
                }
            };
            // If the system has no more threads, those that were started must do.
            if Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
    }
}

/// Iterative deepening on the main thread.
pub(crate) struct Deepening<'a> {
    pub task: &'a Task<'a>,
    pub search: Search<'a>,
    pub roots: Vec<RootTurn>,
    pub solver: Solver<'a>,
    pub use_solver: bool,
    /// An opening proof, if one applies to the game.
    pub theory: Option<&'a Proof>,
    pub counters: &'a [AtomicU64],
    pub best: Option<Found>,
}

impl Deepening<'_> {
    /// Searches deeper and deeper, until a limit is reached or the result is proven.
    pub fn run(&mut self, report: &mut dyn FnMut(&Info)) {
        self.ask_theory();
        let (mut depth, mut multi_pv) = (0, 1);
        while depth < self.task.max_depth(&self.roots) {
            depth += 1;
            multi_pv = self.task.limits.multi_pv.clamp(1, self.roots.len());
            self.search_depth(depth, multi_pv);
            if self.roots[0].value != -INFINITE {
                self.report(depth, multi_pv, report);
            }
            if self.is_finished(multi_pv) {
                break;
            }
        }
        self.avoid_loss(depth, multi_pv, report);
    }

    /// Marks the turns that are won or lost by the opening proof.
    fn ask_theory(&mut self) {
        let Some(proof) = self.theory else { return };
        let (game, position) = (self.task.game, self.task.game.position());
        if let Some(turn) = proof.turn(position) {
            if let Some(length) = proof.distance(position) {
                self.set_win(turn, Vec::new(), length.into());
            }
        } else if *position == game.rules().start() || proof.loses(position) {
            for root in &mut self.roots {
                if let (Some(length), Some(reply)) = (proof.distance(&root.after), proof.turn(&root.after)) {
                    root.set_proof(vec![reply], false, Value::from(length) + 1);
                }
            }
        }
    }

    /// Searches all turns to a depth, and again whenever the solver refutes the best one.
    fn search_depth(&mut self, depth: u32, multi_pv: usize) {
        loop {
            // The first iteration is cheap. With exact values, it puts all turns in order.
            let exact = if depth == 1 { self.roots.len() } else { multi_pv };
            search_root(&mut self.search, &mut self.roots, depth as i32 * TURN, exact);
            // The search finds short wins faster; the solver finds long sequences of sacrifices.
            if !self.use_solver || self.search.stopped || depth < 2 || self.roots[0].value.abs() > PROVEN {
                return;
            }
            let budget = self.solver_budget();
            if self.refute(0, budget) {
                continue;
            }
            // With a fixed budget, another attempt would find nothing new.
            if depth == 2 || self.fixed_solver_budget().is_none() {
                self.find_forced_win(budget);
            }
            return;
        }
    }

    /// Replaces the turn to play if it loses by force and another may not: the search may have been stopped right after it was
    /// refuted, or before the solver has seen it.
    fn avoid_loss(&mut self, depth: u32, multi_pv: usize, report: &mut dyn FnMut(&Info)) {
        if self.roots.len() == 1 {
            return;
        }
        let Some(best) = self.best.as_ref().map(|found| found.turn) else { return };
        let Some(at) = self.roots.iter().position(|root| root.turn == best) else { return };
        let (budget, end) = (self.solver_budget(), self.solver.nodes() + LAST_QUESTIONS * self.solver_budget());
        let is_lost = |this: &mut Self, at: usize| {
            let open = this.roots[at].value.abs() <= PROVEN || this.roots[at].value == -INFINITE;
            let ask = this.use_solver && open && this.solver.nodes() < end;
            this.roots[at].is_lost() || ask && this.refute(at, budget)
        };
        if !is_lost(self, at) {
            return;
        }
        if let Some(next) = (0..self.roots.len()).find(|&next| !is_lost(self, next)) {
            self.roots[..=next].rotate_right(1);
            self.roots[0].value = self.roots[0].estimate;
        } else {
            // Every turn loses. The longest loss is the best.
            self.roots.sort_by_key(|root| Reverse(root.value));
        }
        self.report(depth, multi_pv, report);
    }

    /// The solver nodes for each question: a few percent of the search, as a solver node takes about as long as ten search nodes.
    fn solver_budget(&self) -> u64 {
        self.fixed_solver_budget().unwrap_or(self.search.nodes / NODES_PER_SOLVER_NODE).clamp(20, 1_000_000)
    }

    /// The same. `None` without a limit of time or nodes.
    fn fixed_solver_budget(&self) -> Option<u64> {
        let Task { limits, budget, .. } = self.task;
        let by_time = budget.soft.or(budget.hard).map(|time| time.as_micros() as u64 / 60);
        let by_nodes = limits.nodes.map(|nodes| nodes / 200);
        by_time.into_iter().chain(by_nodes).min()
    }

    /// Asks the solver whether the opponent has a forced win after a turn. If so, marks the turn as lost.
    fn refute(&mut self, at: usize, budget: u64) -> bool {
        let root = &mut self.roots[at];
        if root.checked >= budget {
            return false;
        }
        match self.solver.solve(&root.after, budget) {
            Verdict::Wins(variation) => {
                let length = variation.len() as Value + 1;
                root.set_proof(variation, false, length);
                return true;
            }
            Verdict::NoForcedWin => root.checked = u64::MAX,
            Verdict::Unknown => root.checked = budget,
        }
        false
    }

    /// Asks the solver for a forced win of the player to move. If there is one, makes it the best turn.
    fn find_forced_win(&mut self, budget: u64) {
        let game = self.task.game;
        let Verdict::Wins(variation) = self.solver.solve(game.position(), budget) else { return };
        let length = variation.len() as Value;
        if self.task.limits.mate.is_none_or(|turns| length <= turns as Value) {
            self.set_win(variation[0], variation[1..].to_vec(), length);
        }
    }

    /// Makes a turn the best one that is proven to win, with `rest` after it, in `length` turns in all.
    fn set_win(&mut self, turn: Turn, rest: Vec<Turn>, length: Value) {
        let game = self.task.game;
        if excluded(game, &self.task.limits.exclude)(&game.position().play_unchecked(game.rules(), &turn)) {
            return;
        }
        // The roots contain only one of several mirror images. The solver may have found another one.
        let at = self.roots.iter().position(|root| root.turn == turn).unwrap_or_else(|| {
            self.roots.push(RootTurn::new(game.rules(), game.position(), turn));
            self.roots.len() - 1
        });
        self.roots[at].set_proof(rest, true, length);
        self.roots[..=at].rotate_right(1);
    }

    fn report(&mut self, depth: u32, multi_pv: usize, report: &mut dyn FnMut(&Info)) {
        let helper_nodes: u64 = self.counters.iter().map(|counter| counter.load(Ordering::Relaxed)).sum();
        for (index, root) in self.roots[..multi_pv].iter().enumerate().filter(|(_, root)| root.value != -INFINITE) {
            let pv = principal_variation(self.task.game.rules(), self.task.table, root);
            let proven = if root.proof.is_some() { pv.len() } else { 0 };
            let info = Info {
                depth,
                seldepth: self.search.seldepth.max(proven) as u32,
                rank: index + 1,
                score: Score::of(root.value),
                nodes: self.search.nodes + helper_nodes + self.solver.nodes(),
                time: (self.task.clock)(),
                hashfull: self.task.table.hashfull(),
                pv,
            };
            report(&info);
            if index == 0 {
                self.best = Some(Found { turn: root.turn, info });
            }
        }
    }

    /// Whether the search ends after this iteration: stopped, out of time, or all reported variations are proven.
    fn is_finished(&self, multi_pv: usize) -> bool {
        let Task { limits, budget, clock, .. } = self.task;
        let quick_enough =
            |value| limits.mate.is_none_or(|turns| matches!(Score::of(value), Score::WinIn(n) if n <= turns));
        let proven = |root: &RootTurn| root.value.abs() > PROVEN && quick_enough(root.value);
        let out_of_time = budget.soft.is_some_and(|soft| clock() >= soft);
        self.search.stopped || out_of_time || self.roots[..multi_pv].iter().all(proven)
    }
}

/// The search leaves this share of the time to a last question to the solver.
const SHARE_AFTER_SEARCH: u32 = 32;

/// The last questions to the solver may take this many times the nodes of one.
const LAST_QUESTIONS: u64 = 4;

/// Without a fixed budget, the solver gets one node for this many search nodes.
const NODES_PER_SOLVER_NODE: u64 = 50;
