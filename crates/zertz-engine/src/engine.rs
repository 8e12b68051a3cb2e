//! The door: options, threads, iterative deepening.

use crate::{
    Info, Limits, Params, Score, Stop, Value,
    history::History,
    score::{INFINITE, PROVEN, WIN},
    search::{Search, TURN, late},
    solver::{Solver, SolverTable, Verdict},
    table::Table,
    time::Budget,
};
use std::{collections::HashSet, sync::Arc, time::Duration};
use zertz::{Game, Position, Rules, Turn, TurnInProgress};

/// A player with its memory. Searches one position at a time.
pub struct Engine {
    table: Table,
    params: Params,
    threads: usize,
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

/// A turn at the root, with what is known of it.
#[derive(Clone)]
struct RootTurn {
    turn: Turn,
    after: Position,
    score: Score,
    /// Set when the solver has shown that the opponent wins after it.
    lost: bool,
}

impl Engine {
    /// An engine with a table of so many mebibytes.
    pub fn new(megabytes: usize) -> Engine {
        Engine {
            table: Table::new(megabytes),
            params: Params::DEFAULT,
            threads: 1,
            history: None,
            solved: SolverTable::new(SOLVER_MEGABYTES),
            solved_rules: None,
            solver: false,
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

    /// Whether the solver looks for forced wins beside the search. Not by default: in 200 games at 60 ms a turn it won nothing.
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
        let budget = Budget::new(limits);
        let mut roots = root_turns(game);
        let first = roots.first()?.turn;
        let only_one = roots.len() == 1 && (limits.clock.is_some() || limits.move_time.is_some());
        let most = if only_one { 1 } else { limits.depth.unwrap_or(100).clamp(1, 100) };
        let mut solver = self.solver_for(game, stop);
        let budget_of_solver = solver_budget(limits, &budget);
        let mut history = self.history.take().unwrap_or_else(History::new);
        history.age();
        let searcher = |history: History, helper: bool| Search {
            rules: game.rules(),
            table: &self.table,
            params: &self.params,
            stop,
            clock,
            hard: budget.hard,
            node_limit: if helper { u64::MAX } else { limits.nodes.unwrap_or(u64::MAX) },
            nodes: 0,
            seldepth: 0,
            stopped: false,
            history,
            stack: Vec::with_capacity(1024),
            path: repeatable(game),
        };
        let mut main = searcher(history, false);
        let helpers_stop = Stop::new();
        let mut best: Option<Found> = None;
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let mut roots = roots.clone();
                let mut helper = searcher(History::new(), true);
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
                    // The search may not see that its choice loses to a long sequence of sacrifices.
                    if !self.solver || main.stopped || roots[0].lost || depth < 2 {
                        break;
                    }
                    match solver.solve(&roots[0].after, budget_of_solver) {
                        Verdict::Wins(line) => {
                            roots[0].lost = true;
                            roots[0].score = line.len() as Score + 1 - WIN;
                        }
                        _ => break,
                    }
                }
                if main.stopped && best.is_some() && roots[0].score == -INFINITE {
                    break;
                }
                for line in 1..=lines {
                    let root = &roots[line - 1];
                    if root.score == -INFINITE {
                        continue;
                    }
                    let info = Info {
                        depth,
                        seldepth: main.seldepth as u32,
                        line,
                        value: Value::of(root.score),
                        nodes: main.nodes,
                        time: clock(),
                        hashfull: self.table.hashfull(),
                        pv: line_of_play(game.rules(), &self.table, root),
                    };
                    report(&info);
                    if line == 1 {
                        best = Some(Found { turn: root.turn, info });
                    }
                }
                // Short wins the search finds itself, and better. Longer ones by sacrifices are for the solver.
                if depth == 2
                    && self.solver
                    && !main.stopped
                    && roots[0].score <= PROVEN
                    && let Verdict::Wins(line) = solver.solve(game.position(), budget_of_solver)
                {
                    let info = Info {
                        depth,
                        seldepth: line.len() as u32,
                        line: 1,
                        value: Value::WinIn(line.len() as u32),
                        nodes: main.nodes + solver.nodes(),
                        time: clock(),
                        hashfull: self.table.hashfull(),
                        pv: line,
                    };
                    report(&info);
                    best = Some(Found { turn: info.pv[0], info });
                    break;
                }
                let score = roots[0].score;
                let proven = score.abs() > PROVEN
                    && limits.mate.is_none_or(|turns| matches!(Value::of(score), Value::WinIn(n) if n <= turns));
                let late = budget.soft.is_some_and(|soft| clock() >= soft);
                if main.stopped || late || proven && lines == 1 {
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

/// How large the solver's memory is.
const SOLVER_MEGABYTES: usize = 16;

/// How many positions the solver may look into at a time: about a tenth of the search. One of its positions takes about as long as
/// fifty steps of the search.
fn solver_budget(limits: &Limits, budget: &Budget) -> u64 {
    let by_time = budget.soft.or(budget.hard).map(|time| time.as_micros() as u64 / 250);
    let by_nodes = limits.nodes.map(|nodes| nodes / 500);
    by_time.into_iter().chain(by_nodes).min().unwrap_or(20_000).clamp(20, 100_000)
}

/// Searches all root turns to a depth and sorts them, best first. Turns not reached, or not better than the best lines, sink.
fn deepen(search: &mut Search<'_>, roots: &mut [RootTurn], depth: i32, lines: usize) {
    let previous: Vec<Score> = roots.iter().map(|root| root.score).collect();
    // The scores of the best lines so far, worst first.
    let mut top: Vec<Score> = Vec::new();
    for (i, root) in roots.iter_mut().enumerate() {
        if root.lost && previous.len() > 1 {
            continue;
        }
        let alpha = if top.len() < lines { -INFINITE } else { top[0] };
        let forced = previous.len() == 1;
        let depth = if forced { depth } else { depth - TURN };
        let reduction = if i > 2 { late(depth, i) } else { 0 };
        let score = if top.len() < lines {
            -search.turn(&root.after, depth, -INFINITE, INFINITE, 1)
        } else {
            let mut score = -search.turn(&root.after, depth - reduction, -alpha - 1, -alpha, 1);
            if score > alpha && reduction > 0 && !search.stopped {
                score = -search.turn(&root.after, depth, -alpha - 1, -alpha, 1);
            }
            if score > alpha && !search.stopped {
                score = -search.turn(&root.after, depth, -INFINITE, -alpha, 1);
            }
            score
        };
        if search.stopped {
            // What was found before stays; what was not looked at is worth nothing, unless nothing is known at all.
            roots[i..].iter_mut().filter(|root| !root.lost).for_each(|root| root.score = -INFINITE);
            break;
        }
        root.score = if top.len() < lines || score > alpha { score } else { -INFINITE };
        if root.score > -INFINITE {
            if top.len() == lines {
                top.remove(0);
            }
            top.insert(top.partition_point(|&s| s < root.score), root.score);
        }
    }
    // Stable: those that were not better keep the order of the depth before.
    roots.sort_by_key(|root| std::cmp::Reverse(root.score));
}

/// No game has a position with this many turns, but a made-up one can have more chains of jumps than memory holds. Of those a
/// few must do.
const MOST_ROOTS: usize = 50_000;
const SOME_ROOTS: usize = 256;

/// The legal turns with the positions they lead to. Of turns that are mirror images of each other one is enough.
fn root_turns(game: &Game) -> Vec<RootTurn> {
    let (rules, position) = (game.rules(), game.position());
    let symmetric = rules.board.symmetries()[1..].iter().any(|symmetry| position.transformed(symmetry) == *position);
    let mut seen = HashSet::new();
    let mut roots = Vec::new();
    let must_jump = position.has_jump(&rules.board);
    let mut visit = |turn| {
        // Where captures are claimed a placement that misses one would only be taken back.
        if must_jump && !matches!(turn, Turn::Jump(_)) {
            return;
        }
        let after = position.play_unchecked(rules, &turn);
        if !symmetric || seen.insert(after.canonical(&rules.board).0.hash()) {
            roots.push(RootTurn { turn, after, score: -INFINITE, lost: false });
        }
    };
    let turns = position.turns(rules);
    if turns.nth(MOST_ROOTS).is_none() {
        turns.for_each(visit);
    } else {
        (0..SOME_ROOTS).filter_map(|n| turns.nth(n)).for_each(&mut visit);
    }
    roots
}

/// The positions of the game that could come up again.
fn repeatable(game: &Game) -> Vec<u64> {
    let positions = game.turns().iter().map(|(position, _)| position);
    let mut list: Vec<u64> = positions.filter(|p| p.pool().is_empty()).map(|p| p.hash()).collect();
    list.extend(game.position().pool().is_empty().then(|| game.position().hash()));
    list
}

/// The line of play that the table remembers, after a root turn.
fn line_of_play(rules: &Rules, table: &Table, root: &RootTurn) -> Vec<Turn> {
    let mut line = vec![root.turn];
    let mut position = root.after;
    let mut seen = HashSet::new();
    while line.len() < 32 && position.outcome(rules).is_none() && seen.insert(position.hash()) {
        let Some(turn) = remembered_turn(rules, table, &position) else { break };
        position = position.play_unchecked(rules, &turn);
        line.push(turn);
    }
    line
}

/// The turn that the table has for a position, if it has all of its steps or they are forced.
fn remembered_turn(rules: &Rules, table: &Table, position: &Position) -> Option<Turn> {
    let mut hand = TurnInProgress::new(*position);
    while let Some(half) = hand.now() {
        let key = crate::search::key(&half);
        let remembered = table.get(key).and_then(|entry| entry.step);
        let legal = hand.next_steps(rules);
        let step = remembered.filter(|step| legal.contains(step)).or(match legal[..] {
            [only] => Some(only),
            _ => None,
        })?;
        hand.step(rules, step).ok()?;
    }
    hand.turn()
}
