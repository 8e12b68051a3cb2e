//! The door: options, threads, iterative deepening.

use crate::{
    Info, Level, Limits, Params, Score, Stop, Value,
    history::History,
    root::{RootTurn, deepen, line_of_play, overlook, repeatable, root_turns},
    score::{INFINITE, PROVEN},
    search::{Search, TURN, Variety},
    solver::{Solver, SolverTable, Verdict},
    table::Table,
    time::Budget,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
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
    variety: Score,
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
        let points = Score::from(points);
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
        let limits = &self.level.limit(limits);
        let budget = Budget::new(limits);
        let mut roots = root_turns(game);
        overlook(&mut roots, self.level.handicap().notices_one_in as usize, self.seed);
        let first = roots.first()?.turn;
        let only_one = roots.len() == 1 && (limits.clock.is_some() || limits.move_time.is_some());
        let most = if only_one { 1 } else { limits.depth.unwrap_or(100).clamp(1, 100) };
        let ask_solver = self.solver && self.level.handicap().turns.is_none();
        let mut solver = self.solver_for(game, stop).until(&clock, budget.hard);
        let budget_of_solver = solver_budget(limits, &budget);
        let mut history = self.history.take().unwrap_or_else(History::new);
        history.age();
        let variety =
            Some(Variety { points: self.variety, seed: self.seed }).filter(|v| v.points > 0 && is_opening(game));
        // How far each helper has come, to be told with the main thread's own count.
        let counters: Vec<AtomicU64> = (1..self.threads).map(|_| AtomicU64::new(0)).collect();
        let nodes_of_all = |own: u64| own + counters.iter().map(|counter| counter.load(Ordering::Relaxed)).sum::<u64>();
        let searcher = |history: History, helper: bool| Search {
            rules: game.rules(),
            table: &self.table,
            params: &self.params,
            stop,
            clock,
            hard: budget.hard,
            node_limit: if helper { u64::MAX } else { limits.nodes.unwrap_or(u64::MAX) },
            nodes: 0,
            counter: None,
            seldepth: 0,
            stopped: false,
            variety,
            history,
            stack: Vec::with_capacity(1024),
            path: repeatable(game),
        };
        let mut main = searcher(history, false);
        let helpers_stop = Stop::new();
        let mut best: Option<Found> = None;
        std::thread::scope(|scope| {
            for counter in &counters {
                let mut roots = roots.clone();
                let mut helper = searcher(History::new(), true);
                helper.counter = Some(counter);
                helper.stop = &helpers_stop;
                let help = move || {
                    for depth in 1..=most {
                        deepen(&mut helper, &mut roots, depth as i32 * TURN, 1);
                        if helper.stopped {
                            break;
                        }
                    }
                };
                // A system that has no more threads to give does not end the search: those there are do the work.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            for depth in 1..=most {
                let lines = limits.multi_pv.clamp(1, roots.len());
                loop {
                    deepen(&mut main, &mut roots, depth as i32 * TURN, lines);
                    // Short wins the search finds itself, and better. Longer ones by sacrifices are for the solver.
                    if !ask_solver || main.stopped || depth < 2 || roots[0].score.abs() > PROVEN {
                        break;
                    }
                    let positions = budget_of_solver.unwrap_or(main.nodes / SHARE_OF_SOLVER).clamp(20, 1_000_000);
                    // The search may not see that its choice loses to a long sequence of sacrifices.
                    if let Verdict::Wins(line) = solver.solve(&roots[0].after, positions) {
                        roots[0].settle(line, false);
                        continue;
                    }
                    // Or that there is one for itself. A budget that stays the same finds at the next depth what it found at this one.
                    if (depth == 2 || budget_of_solver.is_none())
                        && let Verdict::Wins(line) = solver.solve(game.position(), positions)
                        && limits.mate.is_none_or(|turns| line.len() <= turns as usize)
                    {
                        // Of turns that are mirror images of each other the solver may have found another one.
                        let at = roots.iter().position(|root| root.turn == line[0]).unwrap_or_else(|| {
                            roots.push(RootTurn::new(game.rules(), game.position(), line[0]));
                            roots.len() - 1
                        });
                        roots[at].settle(line[1..].to_vec(), true);
                        roots[..=at].rotate_right(1);
                    }
                    break;
                }
                if main.stopped && best.is_some() && roots[0].score == -INFINITE {
                    break;
                }
                for line in 1..=lines {
                    let root = &roots[line - 1];
                    if root.score == -INFINITE {
                        continue;
                    }
                    let pv = line_of_play(game.rules(), &self.table, root);
                    let proven = if root.proof.is_some() { pv.len() } else { 0 };
                    let info = Info {
                        depth,
                        seldepth: main.seldepth.max(proven) as u32,
                        line,
                        value: Value::of(root.score),
                        nodes: nodes_of_all(main.nodes) + solver.nodes(),
                        time: clock(),
                        hashfull: self.table.hashfull(),
                        pv,
                    };
                    report(&info);
                    if line == 1 {
                        best = Some(Found { turn: root.turn, info });
                    }
                }
                let proven = |root: &RootTurn| {
                    root.score.abs() > PROVEN
                        && limits
                            .mate
                            .is_none_or(|turns| matches!(Value::of(root.score), Value::WinIn(n) if n <= turns))
                };
                let late = budget.soft.is_some_and(|soft| clock() >= soft);
                if main.stopped || late || roots[..lines].iter().all(proven) {
                    break;
                }
            }
            helpers_stop.set();
        });
        let Search { history, nodes, .. } = main;
        self.history = Some(history);
        self.solved = solver.into_table();
        // Stopped before anything was found: any legal turn is better than none.
        Some(best.unwrap_or_else(|| Found {
            turn: first,
            info: Info {
                depth: 0,
                seldepth: 0,
                line: 1,
                value: Value::Points(0),
                nodes,
                time: clock(),
                hashfull: 0,
                pv: vec![first],
            },
        }))
    }
}

impl Engine {
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

/// How many positions the solver may look into at a time: a few hundredths of the search. One of its positions takes about as long as
/// ten steps of the search. Without a limit of time or nodes it is a share of the steps so far.
fn solver_budget(limits: &Limits, budget: &Budget) -> Option<u64> {
    let by_time = budget.soft.or(budget.hard).map(|time| time.as_micros() as u64 / 60);
    let by_nodes = limits.nodes.map(|nodes| nodes / 200);
    by_time.into_iter().chain(by_nodes).min()
}

/// One position of the solver for so many steps of the search.
const SHARE_OF_SOLVER: u64 = 50;
