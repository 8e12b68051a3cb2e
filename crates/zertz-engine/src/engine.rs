//! [`Engine`]: options, tables and searches.

use crate::{
    Book, Info, Level, Limits, Network, Score, Stop, Verdict,
    deepening::{Deepening, Task},
    history::History,
    meter::Watch,
    root::{excluded, has_all_turns, overlook, root_turns},
    search::Noise,
    solver::{Solver, SolverTables},
    table::Table,
    theory,
    time::Budget,
};
use std::{
    cell::RefCell,
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};
use zertz::{Game, Position, Rng, Rules, Turn};

/// An engine with its options and tables. It searches one position at a time.
pub struct Engine {
    table: Table,
    network: Arc<Network>,
    threads: usize,
    level: Level,
    variety: u16,
    seed: u64,
    history: Option<History>,
    /// Absent during a search, and after one that panicked.
    solver_tables: Option<SolverTables>,
    /// The rules that the solver's tables are for.
    solver_rules: Option<Arc<Rules>>,
    use_solver: bool,
    use_theory: bool,
    use_book: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best turn.
    pub turn: Turn,
    /// The last report on it.
    pub info: Info,
}

/// A turn of the player to move, and whether the opponent then wins by force.
#[derive(Clone, Debug)]
pub struct Defence {
    /// The turn.
    pub turn: Turn,
    /// Whether the opponent wins after it.
    pub verdict: Verdict,
    /// The number of the turn, from 1.
    pub number: usize,
    /// How many turns are reported. Mirror images count once.
    pub count: usize,
    /// Whether these are all turns. A constructed position may have too many; then only some are reported.
    pub complete: bool,
}

/// The question whether the player to move in a position wins by force. There is no answer if the time is over.
type Ask<'a> = &'a mut dyn FnMut(&Position) -> Option<Verdict>;

impl Found {
    /// A turn whose score is known without a search.
    fn known(turn: Turn, score: Score) -> Found {
        let mut found = Found::unsearched(turn, 0, Duration::ZERO);
        (found.info.depth, found.info.score) = (1, score);
        found
    }

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
            network: Network::known(),
            threads: 1,
            level: Level::FULL,
            variety: 0,
            seed: 0,
            history: None,
            solver_tables: None,
            solver_rules: None,
            use_solver: true,
            use_theory: true,
            use_book: false,
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

    /// Replaces the evaluation.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
        self.clear();
    }

    /// Clears all tables: for a new game, or for a search that must be reproducible.
    pub fn clear(&mut self) {
        self.table.clear();
        self.solver_tables = None;
        self.history = None;
    }

    /// Switches the solver on, the default, or off. Levels with a limited depth do not use it.
    pub fn set_solver(&mut self, on: bool) {
        self.use_solver = on;
    }

    /// Switches the [opening proof](crate::theory) on, the default, or off. Only full strength with the solver uses it.
    pub fn set_theory(&mut self, on: bool) {
        self.use_theory = on;
    }

    /// Switches the opening book on or off, the default. Only full strength uses it.
    pub fn set_book(&mut self, on: bool) {
        self.use_book = on;
    }

    /// Searches for the best turn and reports variations on the way. Returns `None` if the game is over.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Found> {
        self.search_with_clock(game, limits, stop, &timer(), report)
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
        if let Some(found) = self.book_turn(game, limits) {
            report(&found.info);
            return Some(found);
        }
        self.table.new_search();
        let limits = self.level.limit(limits);
        let is_excluded = excluded(game, &limits.exclude);
        let mut roots = root_turns(game);
        roots.retain(|root| !is_excluded(&root.after));
        overlook(&mut roots, self.level.handicap().notices_one_in as usize, self.seed);
        let first = roots.first()?.turn;
        let budget = Budget::new(&limits);
        let deadline = budget.hard.map(|time| (clock as &dyn Fn() -> Duration, time));
        let solver = self.solver_for(game, Watch { stop: stop.clone(), deadline, progress: None });
        let mut history = self.history.take().unwrap_or_else(History::new);
        history.age();
        let has_noise = self.variety > 0 && is_opening(game);
        let noise = has_noise.then_some(Noise { points: self.variety, seed: self.seed });
        let use_solver = self.use_solver && self.level.handicap().depth.is_none();
        let use_theory = self.use_theory && use_solver && self.level == Level::FULL;
        let task = Task { game, limits, budget, stop, clock, table: &self.table, network: &self.network, noise };
        let counters: Vec<AtomicU64> = (1..self.threads).map(|_| AtomicU64::new(0)).collect();
        let helpers_stop = Stop::new();
        let mut deepening = Deepening {
            task: &task,
            search: task.main_search(history),
            roots,
            solver,
            use_solver,
            theory: use_theory.then(|| theory::known(game.rules())).flatten(),
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
        self.solver_tables = Some(solver.into_tables());
        Some(found)
    }

    /// Whether the player to move wins by force, by the opening proof or by the solver. Of the limits, nodes and time count. Calls `report`
    /// with the nodes searched so far, every few hundred nodes.
    ///
    /// With captures on demand, a player who misses a capture loses nothing if the opponent does not demand it, and must make it otherwise. So
    /// a forced win with enforced captures is one here too, except if the player to move may demand one: then the answer is unknown.
    ///
    /// ```
    /// use zertz::{Board, Game, Rules};
    /// use zertz_engine::{Engine, Limits, Stop, Verdict};
    ///
    /// let mut game = Game::new(Rules::standard(Board::rings37()));
    /// game.play_text("Wd4,a2")?;
    /// let verdict = Engine::new(1).prove(&game, &Limits::default(), &Stop::new(), &mut |_| {});
    /// assert!(matches!(verdict, Verdict::Wins(turns) if turns.len() == 25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(u64)) -> Verdict {
        let (mut verdict, state) = (Verdict::Unknown, RefCell::new((0, report)));
        if game.may_demand_capture() {
            return verdict;
        }
        let progress = |nodes| {
            let (total, report) = &mut *state.borrow_mut();
            *total += nodes;
            report(*total);
        };
        let ask: &mut dyn FnMut(Ask<'_>) = &mut |solve| verdict = solve(game.position()).unwrap_or(Verdict::Unknown);
        self.with_solver(game, limits, stop, Some(&progress), ask);
        verdict
    }

    /// For each turn of the player to move, one of each set of mirror images: whether the opponent then wins by force. Calls `report` with each.
    /// The limit of nodes is for each turn, that of time for all: turns for which no time is left are not reported. If the player to move may
    /// demand a capture, none is.
    pub fn defences(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(&Defence)) {
        let roots = if game.may_demand_capture() { Vec::new() } else { root_turns(game) };
        let complete = has_all_turns(game);
        self.with_solver(game, limits, stop, None, &mut |solve| {
            for (index, root) in roots.iter().enumerate() {
                let over = root.after.outcome(game.rules()).map(|_| Verdict::NoForcedWin);
                let Some(verdict) = over.or_else(|| solve(&root.after)) else { break };
                report(&Defence { turn: root.turn, verdict, number: index + 1, count: roots.len(), complete });
            }
        });
    }

    /// Calls a function that asks the solver about positions.
    fn with_solver(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        progress: Option<&dyn Fn(u64)>,
        ask: &mut dyn FnMut(Ask<'_>),
    ) {
        let clock = timer();
        let theory = self.use_theory.then(|| theory::known(game.rules())).flatten();
        let deadline = Budget::new(limits).hard.map(|time| (&clock as &dyn Fn() -> Duration, time));
        let mut solver = self.solver_for(game, Watch { stop: stop.clone(), deadline, progress });
        let nodes = limits.nodes.unwrap_or(u64::MAX / 8);
        ask(&mut |position| {
            if stop.is_set() || deadline.is_some_and(|(clock, time)| clock() >= time) {
                return None;
            }
            let proof = theory.filter(|proof| proof.winner() == position.mover());
            let proven = proof.and_then(|proof| proof.variation(position)).map(Verdict::Wins);
            Some(proven.unwrap_or_else(|| solver.solve(position, nodes)))
        });
        self.solver_tables = Some(solver.into_tables());
    }

    /// A turn from the opening book: the best one, or any with variety.
    fn book_turn(&self, game: &Game, limits: &Limits) -> Option<Found> {
        let can_use = self.use_book && self.level == Level::FULL && limits.multi_pv <= 1 && limits.exclude.is_empty();
        let book = can_use.then(|| Book::known(game.rules())).flatten()?;
        let turns = book.turns(game.position());
        let choices = if self.variety > 0 { turns.len() } else { turns.len().min(1) };
        let choice = Rng::with_path(self.seed, &[game.position().hash()]).below(choices.max(1));
        let &(turn, points) = turns.get(choice)?;
        Some(Found::known(turn, Score::Points(points)))
    }

    /// A solver with the tables of earlier searches, if the rules are the same.
    fn solver_for<'g>(&mut self, game: &'g Game, watch: Watch<'g>) -> Solver<'g> {
        if self.solver_rules.as_ref() != Some(game.rules()) {
            self.solver_tables = None;
            self.solver_rules = Some(game.rules().clone());
        }
        let tables = self.solver_tables.take().unwrap_or_else(|| SolverTables::new(SOLVER_MEGABYTES));
        Solver::with_tables(game.rules(), tables, watch)
    }
}

/// A clock that returns the time since this call.
fn timer() -> impl Fn() -> Duration + Sync {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let began = std::time::Instant::now();
        move || began.elapsed()
    }
    // The standard library has no clock in a browser. There, the stop flag ends a search.
    #[cfg(target_arch = "wasm32")]
    || Duration::ZERO
}

fn is_opening(game: &Game) -> bool {
    game.rules().board.all().len() - game.position().rings().len() < OPENING_RINGS
}

/// The opening ends when this many rings are removed.
const OPENING_RINGS: usize = 6;

const SOLVER_MEGABYTES: usize = 16;
