//! The door: options, threads, iterative deepening.

use crate::{
    Info, Level, Limits, Params, Score, Stop, Value,
    deepening::{Deepening, Task},
    history::History,
    root::{excluded, overlook, root_turns},
    search::{Search, Variety},
    solver::{Solver, SolverTable},
    table::Table,
    time::Budget,
};
use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};
use zertz::{Game, Rules, Turn};

/// A player with its memory. Searches one position at a time.
pub struct Engine {
    table: Table,
    params: Params,
    threads: usize,
    level: Level,
    /// By how many points openings may be misjudged.
    variety: Value,
    seed: u64,
    history: Option<History>,
    /// What the solver has found, and for which rules.
    solved: SolverTable,
    solved_rules: Option<Arc<Rules>>,
    /// Whether the solver is asked.
    solver: bool,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The turn to play.
    pub turn: Turn,
    /// The last report on it.
    pub info: Info,
}

impl Found {
    /// A turn that stands in when the search was stopped before it found anything.
    fn unsearched(turn: Turn, nodes: u64, time: Duration) -> Found {
        let (depth, seldepth, rank, hashfull) = (0, 0, 1, 0);
        let info = Info { depth, seldepth, rank, score: Score::Points(0), nodes, time, hashfull, pv: vec![turn] };
        Found { turn, info }
    }
}

impl Engine {
    /// An engine with a table of so many mebibytes.
    pub fn new(megabytes: usize) -> Engine {
        Engine {
            table: Table::new(megabytes),
            params: Params::DEFAULT,
            threads: 1,
            level: Level::FULL,
            variety: 0,
            seed: 0,
            history: None,
            solved: SolverTable::new(SOLVER_MEGABYTES),
            solved_rules: None,
            solver: true,
        }
    }

    /// Changes the size of the table, which is then empty.
    pub fn set_hash(&mut self, megabytes: usize) {
        self.table = Table::new(megabytes);
    }

    /// As [`Engine::set_hash`]; says `false` and keeps the size when there is not enough memory.
    pub fn try_set_hash(&mut self, megabytes: usize) -> bool {
        let before = self.table.megabytes();
        // The old table goes first: there may not be room for both.
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

    /// How many threads search; one at least.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// How strong it plays.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// For openings that do not repeat: each opening position counts up to so many points more or less, by chance. 0, as at first,
    /// gives the same game every time.
    pub fn set_variety(&mut self, points: u16) {
        let points = Value::from(points);
        if points != std::mem::replace(&mut self.variety, points) {
            self.clear();
        }
    }

    /// What chance gives, to variety and to what a weak level overlooks: another seed for each game makes games differ.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.clear();
    }

    /// Plays with other weights from now on.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.clear();
    }

    /// Forgets everything, for a new game or for searches that must repeat exactly.
    pub fn clear(&mut self) {
        self.table.clear();
        self.solved.clear();
        self.history = None;
    }

    /// Whether the solver looks for wins by force beside the search, as it does unless told otherwise. Levels that look only so many
    /// turns ahead do without.
    pub fn set_solver(&mut self, on: bool) {
        self.solver = on;
    }

    /// Looks for the best turn. Reports each line as it is found; gives `None` when the game is over.
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
        // A browser has no clock that Rust knows; there the stop flag ends a search.
        #[cfg(target_arch = "wasm32")]
        let clock = || Duration::ZERO;
        self.search_with_clock(game, limits, stop, &clock, report)
    }

    /// As [`Engine::search`], with a clock that tells the time since the search began.
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
        let solver = self.solver_for(game, stop).until(&clock, budget.hard);
        let mut history = self.history.take().unwrap_or_else(History::new);
        history.age();
        let variety = Variety { points: self.variety, seed: self.seed };
        let task = Task {
            game,
            limits,
            budget,
            stop,
            clock,
            table: &self.table,
            params: &self.params,
            variety: Some(variety).filter(|variety| variety.points > 0 && is_opening(game)),
        };
        let counters: Vec<AtomicU64> = (1..self.threads).map(|_| AtomicU64::new(0)).collect();
        let helpers_stop = Stop::new();
        let mut deepening = Deepening {
            task: &task,
            search: task.main_search(history),
            roots,
            solver,
            use_solver: self.solver && self.level.handicap().turns.is_none(),
            counters: &counters,
            best: None,
        };
        std::thread::scope(|scope| {
            task.start_helpers(scope, &deepening.roots, &counters, &helpers_stop);
            deepening.run(report);
            helpers_stop.set();
        });
        let Deepening { search: Search { history, nodes, .. }, solver, best, .. } = deepening;
        let found = best.unwrap_or_else(|| Found::unsearched(first, nodes, clock()));
        self.history = Some(history);
        self.solved = solver.into_table();
        Some(found)
    }

    /// A solver that remembers the searches before, as long as the rules are the same.
    fn solver_for<'g>(&mut self, game: &'g Game, stop: &Stop) -> Solver<'g> {
        if self.solved_rules.as_ref() != Some(game.rules()) {
            self.solved.clear();
            self.solved_rules = Some(game.rules().clone());
        }
        Solver::with_table(game.rules(), std::mem::take(&mut self.solved), stop.clone())
    }
}

/// Whether the game has not gone far from its start.
fn is_opening(game: &Game) -> bool {
    game.rules().board.all().len() - game.position().rings().len() < OPENING_RINGS
}

/// How many rings may be gone in an opening.
const OPENING_RINGS: usize = 6;

/// How large the solver's memory is.
const SOLVER_MEGABYTES: usize = 16;
