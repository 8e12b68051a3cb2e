//! The root of a search: whole turns, and the variations that follow them.

use crate::{
    Value,
    score::{INFINITE, PROVEN, WIN},
    search::{Search, TURN, Window, key, reduction},
    table::Table,
};
use std::{cmp::Reverse, collections::HashSet};
use zertz::{Game, Position, Progress, Rng, Rules, Turn, TurnInProgress};

#[derive(Clone)]
pub(crate) struct RootTurn {
    pub turn: Turn,
    pub after: Position,
    /// `-INFINITE` if the turn was not searched, or is worse than the best ones.
    pub value: Value,
    /// The last result of a search, which may be an upper bound.
    pub estimate: Value,
    /// How many nodes the solver was allowed to refute the turn, without success.
    pub checked: u64,
    /// The variation that is proven, from this turn, as far as it is known.
    pub proof: Option<Vec<Turn>>,
}

impl RootTurn {
    pub fn new(rules: &Rules, position: &Position, turn: Turn) -> RootTurn {
        RootTurn {
            turn,
            after: position.play_unchecked(rules, &turn),
            value: -INFINITE,
            estimate: 0,
            checked: 0,
            proof: None,
        }
    }

    /// Whether the turn is proven to lose. The search of a turn that is worse than another one may have shown it, too.
    pub fn is_lost(&self) -> bool {
        let bound = if self.value == -INFINITE { self.estimate } else { self.value };
        bound < -PROVEN
    }

    /// Records a proof: with this turn, the game is won or lost in `length` turns. The first ones after it are `rest`.
    pub fn set_proof(&mut self, rest: Vec<Turn>, won: bool, length: Value) {
        self.value = if won { WIN - length } else { length - WIN };
        self.proof = Some(std::iter::once(self.turn).chain(rest).collect());
    }
}

/// Searches all root turns to a depth and sorts them. The best `exact` turns get exact values.
pub(crate) fn search_root(search: &mut Search<'_>, roots: &mut [RootTurn], depth: i32, exact: usize) {
    let depth = if roots.len() == 1 { depth } else { depth - TURN };
    // The values of the best turns so far, worst first.
    let mut top: Vec<Value> = Vec::new();
    for (i, root) in roots.iter_mut().enumerate() {
        if root.proof.is_some() && root.is_lost() {
            continue;
        }
        let alpha = if top.len() < exact { -INFINITE } else { top[0] };
        let next = Progress::Done(root.after);
        let value = if root.proof.is_some() {
            root.value
        } else if top.len() < exact {
            search.child(&next, depth, Window::FULL, 0)
        } else {
            let reduction = if i > 2 { reduction(depth, i) } else { 0 };
            search.scout(&next, depth, reduction, Window { alpha, ..Window::FULL }, 0)
        };
        if search.stopped {
            // The turns before this one keep their values.
            roots[i..].iter_mut().filter(|root| root.proof.is_none()).for_each(|root| root.value = -INFINITE);
            break;
        }
        root.estimate = value;
        root.value = if value > alpha { value } else { -INFINITE };
        if value > alpha {
            if top.len() == exact {
                top.remove(0);
            }
            top.insert(top.partition_point(|&other| other < value), value);
        }
    }
    // The sort is stable: turns without a value keep the order of the previous iteration. If the search was stopped, they may be good, so
    // they come before turns that are proven to lose.
    roots.sort_by_key(|root| Reverse((!(search.stopped && root.is_lost()), root.value)));
}

/// Only a constructed position can have more turns than this. It may have more than fit in memory, so only some are searched.
const MAX_ROOTS: usize = 50_000;
const ROOTS_BEYOND_MAX: usize = 256;

/// Whether [`root_turns`] leaves none out.
pub(crate) fn has_all_turns(game: &Game) -> bool {
    game.position().turns(game.rules()).nth(MAX_ROOTS).is_none()
}

/// The legal turns. Of turns that are mirror images of each other, it contains one.
pub(crate) fn root_turns(game: &Game) -> Vec<RootTurn> {
    let (rules, position) = (game.rules(), game.position());
    let symmetric = rules.board.symmetries()[1..].iter().any(|symmetry| position.transformed(symmetry) == *position);
    let mut seen = HashSet::new();
    let mut roots = Vec::new();
    let must_jump = position.has_jump(&rules.board);
    let mut visit = |turn| {
        // With captures on demand, the opponent would demand the capture.
        if must_jump && !matches!(turn, Turn::Jump(_)) {
            return;
        }
        let root = RootTurn::new(rules, position, turn);
        if !symmetric || seen.insert(root.after.canonical(&rules.board).0.hash()) {
            roots.push(root);
        }
    };
    let turns = position.turns(rules);
    if has_all_turns(game) {
        turns.for_each(visit);
    } else {
        (0..ROOTS_BEYOND_MAX).filter_map(|n| turns.nth(n)).for_each(&mut visit);
    }
    roots
}

/// Tests whether a position, or its mirror image, results from one of these turns.
pub(crate) fn excluded(game: &Game, turns: &[Turn]) -> impl Fn(&Position) -> bool + use<> {
    let (rules, position) = (game.rules().clone(), *game.position());
    let image = move |after: &Position| after.canonical(&rules.board).0.hash();
    let images: Vec<u64> = turns.iter().map(|turn| image(&position.play_unchecked(game.rules(), turn))).collect();
    move |after| !images.is_empty() && images.contains(&image(after))
}

/// Keeps one in `one_in` turns, chosen at random, as a weak player overlooks the others. Captures are never overlooked.
pub(crate) fn overlook(roots: &mut Vec<RootTurn>, one_in: usize, seed: u64) {
    if one_in > 1 && roots.iter().all(|root| !matches!(root.turn, Turn::Jump(_))) {
        roots.sort_by_cached_key(|root| Rng::with_path(seed, &[root.after.hash()]).number());
        roots.truncate(roots.len().div_ceil(one_in));
    }
}

/// The positions of the game that can come up again.
pub(crate) fn repeatable(game: &Game) -> Vec<u64> {
    let positions = game.turns().iter().map(|(position, _)| position).chain([game.position()]);
    positions.filter(|position| position.pool().is_empty()).map(Position::hash).collect()
}

/// The variation that begins with a root turn: the proven one, or the one in the table.
pub(crate) fn principal_variation(rules: &Rules, table: &Table, root: &RootTurn) -> Vec<Turn> {
    if let Some(proof) = &root.proof {
        return proof.clone();
    }
    let mut variation = vec![root.turn];
    let mut position = root.after;
    let mut seen = HashSet::new();
    while variation.len() < 32 && position.outcome(rules).is_none() && seen.insert(position.hash()) {
        let Some(turn) = best_turn(rules, table, &position) else { break };
        position = position.play_unchecked(rules, &turn);
        variation.push(turn);
    }
    variation
}

/// The best turn of a position, if the table has all its steps that are not forced.
fn best_turn(rules: &Rules, table: &Table, position: &Position) -> Option<Turn> {
    let mut turn = TurnInProgress::new(*position);
    while let Some(half) = turn.now() {
        let legal = turn.next_steps(rules);
        let stored = table.get(key(&half)).and_then(|entry| entry.step).filter(|step| legal.contains(step));
        let step = match legal[..] {
            [only] => only,
            _ => stored?,
        };
        turn.step(rules, step).ok()?;
    }
    turn.turn()
}
