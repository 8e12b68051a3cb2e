//! The root of a search: complete turns, and the lines of play that follow them.

use crate::{
    Value,
    score::{INFINITE, WIN},
    search::{Search, TURN, late, mix},
    table::Table,
};
use std::collections::HashSet;
use zertz::{Game, Position, Rules, Turn, TurnInProgress};

/// A turn at the root, with what is known of it.
#[derive(Clone)]
pub(crate) struct RootTurn {
    pub turn: Turn,
    pub after: Position,
    pub score: Value,
    /// What the solver has shown: how the game goes on to its end.
    pub proof: Option<Vec<Turn>>,
}

impl RootTurn {
    /// A turn that nothing is known about.
    pub fn new(rules: &Rules, position: &Position, turn: Turn) -> RootTurn {
        RootTurn { turn, after: position.play_unchecked(rules, &turn), score: -INFINITE, proof: None }
    }

    /// Notes what the solver has shown: after this turn the game ends so, won for the player to move or for the opponent.
    pub fn settle(&mut self, rest: Vec<Turn>, won: bool) {
        let length = rest.len() as Value + 1;
        self.score = if won { WIN - length } else { length - WIN };
        self.proof = Some(std::iter::once(self.turn).chain(rest).collect());
    }
}

/// Searches all root turns to a depth and sorts them, best first. Turns not reached, or not better than the best lines, sink.
pub(crate) fn deepen(search: &mut Search<'_>, roots: &mut [RootTurn], depth: i32, lines: usize) {
    let forced = roots.len() == 1;
    // The scores of the best lines so far, worst first.
    let mut top: Vec<Value> = Vec::new();
    for (i, root) in roots.iter_mut().enumerate() {
        if root.proof.is_some() && root.score < 0 {
            continue;
        }
        let alpha = if top.len() < lines { -INFINITE } else { top[0] };
        let depth = if forced { depth } else { depth - TURN };
        let reduction = if i > 2 { late(depth, i) } else { 0 };
        let score = if root.proof.is_some() {
            root.score
        } else if top.len() < lines {
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
            roots[i..].iter_mut().filter(|root| root.proof.is_none()).for_each(|root| root.score = -INFINITE);
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
pub(crate) fn root_turns(game: &Game) -> Vec<RootTurn> {
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
        let root = RootTurn::new(rules, position, turn);
        if !symmetric || seen.insert(root.after.canonical(&rules.board).0.hash()) {
            roots.push(root);
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

/// Whether a position comes from one of these turns, or is the mirror image of one that does.
pub(crate) fn excluded(game: &Game, turns: &[Turn]) -> impl Fn(&Position) -> bool + use<> {
    let (rules, position) = (game.rules().clone(), *game.position());
    let image = move |after: &Position| after.canonical(&rules.board).0.hash();
    let images: Vec<u64> = turns.iter().map(|turn| image(&position.play_unchecked(game.rules(), turn))).collect();
    move |after| !images.is_empty() && images.contains(&image(after))
}

/// Forgets all but one in so many of the turns, as somebody does who has not noticed them. Captures are always noticed.
pub(crate) fn overlook(roots: &mut Vec<RootTurn>, one_in: usize, seed: u64) {
    if one_in > 1 && roots.iter().all(|root| !matches!(root.turn, Turn::Jump(_))) {
        roots.sort_by_cached_key(|root| mix(root.after.hash() ^ mix(seed)));
        roots.truncate(roots.len().div_ceil(one_in));
    }
}

/// The positions of the game that could come up again.
pub(crate) fn repeatable(game: &Game) -> Vec<u64> {
    let positions = game.turns().iter().map(|(position, _)| position);
    let mut list: Vec<u64> = positions.filter(|p| p.pool().is_empty()).map(|p| p.hash()).collect();
    list.extend(game.position().pool().is_empty().then(|| game.position().hash()));
    list
}

/// The line of play that is proven or that the table remembers, after a root turn.
pub(crate) fn principal_variation(rules: &Rules, table: &Table, root: &RootTurn) -> Vec<Turn> {
    if let Some(line) = &root.proof {
        return line.clone();
    }
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
