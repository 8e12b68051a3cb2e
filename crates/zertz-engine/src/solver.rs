//! The solver: does the player to move win by force?
//!
//! ZÈRTZ is won by sequences of sacrifices, each of which forces the reply. The solver searches only those, with depth-first
//! proof-number search (df-pn): the attacker places only where the opponent must then capture, or to win at once; the defender may make
//! any capture. This tree is narrow, so it can be searched much deeper than the tree of all turns. A win that the solver finds is
//! proven. If it finds none, there may still be a win with quiet turns.

use crate::{Stop, proof::Numbers};
use std::{collections::HashMap, time::Duration};
use zertz::{Player, Position, Rules, Turn};

/// The answer of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins by force. The variation is the shortest win found, against the longest defence.
    Wins(Vec<Turn>),
    /// No sequence of forcing turns wins.
    NoForcedWin,
    /// The solver ran out of budget or time.
    Unknown,
}

/// A solver for one set of rules, with its table.
pub struct Solver<'r> {
    rules: &'r Rules,
    attacker: Player,
    table: SolverTable,
    nodes: u64,
    limit: u64,
    stop: Stop,
    /// A clock, and the time at which to stop.
    deadline: Option<(&'r dyn Fn() -> Duration, Duration)>,
}

struct Child {
    turn: Turn,
    position: Position,
    hash: u64,
    numbers: Numbers,
}

impl<'r> Solver<'r> {
    /// Creates a solver with a table of this many mebibytes.
    pub fn new(rules: &'r Rules, megabytes: usize, stop: Stop) -> Solver<'r> {
        Solver::with_table(rules, SolverTable::new(megabytes), stop)
    }

    /// Creates a solver with the table of another one for the same rules.
    pub(crate) fn with_table(rules: &'r Rules, table: SolverTable, stop: Stop) -> Solver<'r> {
        Solver { rules, attacker: Player::One, table, nodes: 0, limit: 0, stop, deadline: None }
    }

    /// Sets a time at which the solver stops, whatever is left of its budget.
    pub(crate) fn until(mut self, clock: &'r dyn Fn() -> Duration, time: Option<Duration>) -> Solver<'r> {
        self.deadline = time.map(|time| (clock, time));
        self
    }

    fn must_stop(&self) -> bool {
        let late = || self.stop.is_set() || self.deadline.is_some_and(|(clock, time)| clock() >= time);
        self.nodes >= self.limit || self.nodes.is_multiple_of(256) && late()
    }

    pub(crate) fn into_table(self) -> SolverTable {
        self.table
    }

    /// The nodes searched since the solver was created. A position with many turns counts as several nodes, so that every node takes
    /// about the same time.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tries to prove with at most `budget` nodes that the player to move wins by force.
    pub fn solve(&mut self, position: &Position, budget: u64) -> Verdict {
        self.solve_for(position.mover(), position, budget)
    }

    /// Tries to prove with at most `budget` nodes that a player wins by force, whoever is to move.
    pub fn solve_for(&mut self, attacker: Player, position: &Position, budget: u64) -> Verdict {
        self.attacker = attacker;
        self.limit = self.nodes + budget;
        let numbers = self.search(position, Numbers::UNLIMITED, 0);
        if numbers.proof == 0 {
            // Following the proof may search a few more nodes, because the table does not keep everything.
            self.limit = self.nodes + budget + 10_000;
            return self.variation(position, &mut HashMap::new()).map_or(Verdict::Unknown, Verdict::Wins);
        }
        if numbers.disproof == 0 { Verdict::NoForcedWin } else { Verdict::Unknown }
    }

    /// Searches a position until one of its numbers reaches its limit.
    fn search(&mut self, position: &Position, limits: Numbers, depth: usize) -> Numbers {
        self.nodes += 1;
        let hash = self.key(position);
        let attacking = position.mover() == self.attacker;
        let mut children = if depth < MAX_DEPTH { self.children(position) } else { Vec::new() };
        loop {
            for child in &mut children {
                if let Some(numbers) = self.table.get(child.hash).filter(|_| !child.numbers.settled()) {
                    child.numbers = numbers;
                }
            }
            let below = children.iter().map(|child| child.numbers);
            let here = Numbers::combine(below.clone(), attacking);
            if here.reach(limits) || self.must_stop() {
                self.table.put(hash, here);
                return here;
            }
            let (next, limits) = Numbers::next(below, attacking, here, limits);
            let position = children[next].position;
            children[next].numbers = self.search(&position, limits, depth + 1);
        }
    }

    /// The key of a position in the table. It depends on the attacker.
    fn key(&self, position: &Position) -> u64 {
        position.hash() ^ [0, 0xd6e8_feb8_6659_fd93][self.attacker.index()]
    }

    /// The turns of the attack or the defence. None if the attack is over.
    fn children(&mut self, position: &Position) -> Vec<Child> {
        let rules = self.rules;
        let mut children = Vec::new();
        let mut listed = 0;
        if position.outcome(rules).is_some() {
            return children;
        }
        let attacking = position.mover() == self.attacker;
        let mut add = |turn: Turn, after: Position| {
            children.push(Child {
                turn,
                position: after,
                hash: self.key(&after),
                numbers: Numbers::initial(rules, &after, self.attacker),
            });
        };
        let must_jump = position.has_jump(&rules.board);
        if must_jump || attacking {
            position.turns(rules).for_each(|turn| {
                listed += 1;
                let after = position.play_unchecked(rules, &turn);
                // A placement must force a capture, or win. With captures on demand, the opponent would demand a missed one.
                let is_candidate = match turn {
                    Turn::Jump(_) => true,
                    _ => !must_jump && (after.has_jump(&rules.board) || after.outcome(rules).is_some()),
                };
                if is_candidate {
                    add(turn, after);
                }
            });
        }
        self.nodes += listed / TURNS_PER_NODE;
        children
    }

    /// The variation of a proven position: the shortest win found, against the longest defence.
    fn variation(&mut self, position: &Position, known: &mut HashMap<u64, Option<Vec<Turn>>>) -> Option<Vec<Turn>> {
        if position.outcome(self.rules).is_some() {
            return Some(Vec::new());
        }
        if let Some(variation) = known.get(&position.hash()) {
            return variation.clone();
        }
        // A proof contains no cycles, so a repeated position is not part of it.
        known.insert(position.hash(), None);
        let attacking = position.mover() == self.attacker;
        let mut best: Option<Vec<Turn>> = None;
        for child in self.children(position) {
            let rest = if self.is_proven(&child) { self.variation(&child.position, known) } else { None };
            let rest = match rest {
                Some(rest) => rest,
                None if attacking => continue,
                None => return None,
            };
            let better = best.as_ref().is_none_or(|best| {
                let length = rest.len() + 1;
                if attacking { length < best.len() } else { length > best.len() }
            });
            if better {
                best = Some(std::iter::once(child.turn).chain(rest).collect());
            }
        }
        known.insert(position.hash(), best.clone());
        best
    }

    /// Whether a child is proven. If the table has lost the result of a defence, it is searched again.
    fn is_proven(&mut self, child: &Child) -> bool {
        if child.numbers.settled() {
            return child.numbers.proof == 0;
        }
        match self.table.get(child.hash) {
            Some(numbers) if numbers.settled() => numbers.proof == 0,
            _ if child.position.mover() == self.attacker => {
                self.search(&child.position, Numbers::UNLIMITED, 0).proof == 0
            }
            _ => false,
        }
    }
}

/// Generating this many turns takes about as long as searching a simple position.
const TURNS_PER_NODE: u64 = 64;

/// Only a constructed position can have a longer sequence of sacrifices.
const MAX_DEPTH: usize = 200;

/// The solver's transposition table. New entries always replace old ones.
#[derive(Default)]
pub(crate) struct SolverTable {
    slots: Vec<(u64, Numbers)>,
}

impl SolverTable {
    pub fn new(megabytes: usize) -> SolverTable {
        let slots = (megabytes.max(1) << 20) / size_of::<(u64, Numbers)>();
        SolverTable { slots: vec![(0, Numbers::UNSEEN); slots] }
    }

    pub fn clear(&mut self) {
        self.slots.fill((0, Numbers::UNSEEN));
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let (found, numbers) = self.slots[self.slot(key)];
        (found == key).then_some(numbers)
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let slot = self.slot(key);
        self.slots[slot] = (key, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_stops_when_its_time_is_over() {
        let game = crate::bench::game("3o/1oWoo/1WooW/oooooo/1oooooo/2ooWo/3oooo 0/7/9 1/0/1 1/1/0 1").unwrap();
        let solve = |clock: &dyn Fn() -> Duration| {
            let mut solver = Solver::new(game.rules(), 1, Stop::new()).until(clock, Some(Duration::from_secs(1)));
            assert_eq!(solver.solve(game.position(), 20_000), Verdict::Unknown);
            solver.nodes()
        };
        assert!(solve(&|| Duration::ZERO) >= 20_000, "it stopped with time left");
        assert!(solve(&|| Duration::from_secs(1)) < 10_000, "it went on without time");
    }
}
