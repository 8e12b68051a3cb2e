//! [`Engine`]: options, tables and searches.

use crate::{
    Info, Level, Limits, Params, Score, Stop,
    deepening::{Deepening, Task},
    history::History,
    meter::Deadline,
    root::{excluded, overlook, root_turns},
    search::Noise,
    solver::{Solver, SolverTables},
    table::Table,
    time::Budget,
};
use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};
use zertz::{Game, Rules, Turn};

/// An engine with its options and tables. It searches one position at a time.
pub struct Engine {
    table: Table,
    params: Params,
    threads: usize,
    level: Level,
    variety: u16,
    seed: u64,
    history: Option<History>,
    solver_tables: SolverTables,
    /// The rules that the solver's tables are for.
    solver_rules: Option<Arc<Rules>>,
    use_solver: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best turn.
    pub turn: Turn,
    /// The last report on it.
    pub info: Info,
}

impl Found {
    /// The result of a search that was stopped before it found anything.
    fn unsearched(turn: Turn, nodes: u64, time: Duration) -> Found {
        let (depth, seldepth, rank, hashfull) = (0, 0, 1, 0);
        let info = Info { depth, seldepth, rank, score: Score::Points(0), nodes, time, hashfull, pv: vec![turn] };
        Found { turn, info }
    }
}

impl Engine {
    /// Creates an engine with a table of this many mebibytes.
    pub fn new(megabytes: usize) -> Engine {
        Engine {
            table: Table::new(megabytes),
            params: Params::DEFAULT,
            threads: 1,
            level: Level::FULL,
            variety: 0,
            seed: 0,
            history: None,
            solver_tables: SolverTables::new(SOLVER_MEGABYTES),
            solver_rules: None,
            use_solver: true,
        }
    }

    /// Replaces the table by an empty one of this many mebibytes. If there is not enough memory, returns `false` and keeps the size.
    pub fn try_set_hash(&mut self, megabytes: usize) -> bool {
        let before = self.table.megabytes();
        // There may not be enough memory for both tables at once.
        self.table = Table::new(1);
        let table = Table::try_new(megabytes);
        let enough = table.is_some();
        if let Some(table) = table.or_else(|| Table::try_new(before)) {
            self.table = table;
        }
        enough
    }

    /// The size of the table in mebibytes.
    pub fn hash(&self) -> usize {
        self.table.megabytes()
    }

    /// Sets the number of search threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Sets the playing strength.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Adds random noise of up to this many points to the evaluation of opening positions, so that games differ. The default is 0.
    pub fn set_variety(&mut self, points: u16) {
        if points != std::mem::replace(&mut self.variety, points) {
            self.clear();
        }
    }

    /// Sets the seed of everything random: the noise of [`Engine::set_variety`], and the turns that weak levels overlook.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.clear();
    }

    /// Replaces the weights of the evaluation.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.clear();
    }

    /// Clears all tables: for a new game, or for a search that must be reproducible.
    pub fn clear(&mut self) {
        self.table.clear();
        self.solver_tables.clear();
        self.history = None;
    }

    /// Switches the solver on, the default, or off. Levels with a limited depth do not use it.
    pub fn set_solver(&mut self, on: bool) {
        self.use_solver = on;
    }

    /// Searches for the best turn and reports variations on the way. Returns `None` if the game is over.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Found> {
        #[cfg(not(target_arch = "wasm32"))]
        let clock = {
            let began = std::time::Instant::now();
            move || began.elapsed()
        };
        // The standard library has no clock in a browser. There, the stop flag ends a search.
        #[cfg(target_arch = "wasm32")]
        let clock = || Duration::ZERO;
        self.search_with_clock(game, limits, stop, &clock, report)
    }

    /// As [`Engine::search`], with a clock that returns the time since the search began.
    pub fn search_with_clock(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        clock: &(dyn Fn() -> Duration + Sync),
        report: &mut dyn FnMut(&Info),
    ) -> Option<Found> {
        if game.outcome().is_some() {
            return None;
        }
        self.table.new_search();
        let limits = self.level.limit(limits);
        let is_excluded = excluded(game, &limits.exclude);
        let mut roots = root_turns(game);
        roots.retain(|root| !is_excluded(&root.after));
        overlook(&mut roots, self.level.handicap().notices_one_in as usize, self.seed);
        let first = roots.first()?.turn;
        let budget = Budget::new(&limits);
        let solver = self.solver_for(game, stop, budget.hard.map(|time| (clock as &dyn Fn() -> Duration, time)));
        let mut history = self.history.take().unwrap_or_else(History::new);
        history.age();
        let has_noise = self.variety > 0 && is_opening(game);
        let noise = has_noise.then_some(Noise { points: self.variety, seed: self.seed });
        let task = Task { game, limits, budget, stop, clock, table: &self.table, params: &self.params, noise };
        let counters: Vec<AtomicU64> = (1..self.threads).map(|_| AtomicU64::new(0)).collect();
        let helpers_stop = Stop::new();
        let mut deepening = Deepening {
            task: &task,
            search: task.main_search(history),
            roots,
            solver,
            use_solver: self.use_solver && self.level.handicap().depth.is_none(),
            counters: &counters,
            best: None,
        };
        std::thread::scope(|scope| {
            task.start_helpers(scope, &deepening.roots, &counters, &helpers_stop);
            deepening.run(report);
            helpers_stop.set();
        });
        let Deepening { search, solver, best, .. } = deepening;
        let found = best.unwrap_or_else(|| Found::unsearched(first, search.nodes, clock()));
        self.history = Some(search.history);
        self.solver_tables = solver.into_tables();
        Some(found)
    }

    /// A solver with the tables of earlier searches, if the rules are the same.
    fn solver_for<'g>(&mut self, game: &'g Game, stop: &Stop, deadline: Deadline<'g>) -> Solver<'g> {
        if self.solver_rules.as_ref() != Some(game.rules()) {
            self.solver_tables.clear();
            self.solver_rules = Some(game.rules().clone());
        }
        Solver::with_tables(game.rules(), std::mem::take(&mut self.solver_tables), stop.clone(), deadline)
    }
}

fn is_opening(game: &Game) -> bool {
    game.rules().board.all().len() - game.position().rings().len() < OPENING_RINGS
}

/// The opening ends when this many rings are removed.
const OPENING_RINGS: usize = 6;

const SOLVER_MEGABYTES: usize = 16;
