//! The solver: does the player to move win by force?
//!
//! ZÈRTZ is won by sequences of sacrifices, each of which forces the reply. The solver looks at nothing else: the attacker places only
//! where the opponent must then capture, or wins at once; the defender has all the captures there are. That leaves a narrow tree which
//! proof-number search (df-pn) follows far deeper than a search of all turns could. A win it finds is a win. That it finds none does not mean
//! that there is none: quiet threats are not tried.

use crate::{Stop, proof::Numbers};
use std::{collections::HashMap, time::Duration};
use zertz::{Outcome, Player, Position, Rules, Turn};

/// What the solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins by force. The line takes the longest defence against the quickest win found.
    Wins(Vec<Turn>),
    /// No sequence of forcing turns wins.
    NoForcedWin,
    /// The budget was used up first.
    Unknown,
}

/// A solver with its memory, for one set of rules.
pub struct Solver<'r> {
    rules: &'r Rules,
    attacker: Player,
    table: SolverTable,
    nodes: u64,
    limit: u64,
    stop: Stop,
    /// A clock, and when to give up by it.
    deadline: Option<(&'r dyn Fn() -> Duration, Duration)>,
}

/// A position after a turn.
struct Child {
    turn: Turn,
    position: Position,
    hash: u64,
    numbers: Numbers,
}

impl<'r> Solver<'r> {
    /// A solver with a table of so many mebibytes.
    pub fn new(rules: &'r Rules, megabytes: usize, stop: Stop) -> Solver<'r> {
        Solver::with_table(rules, SolverTable::new(megabytes), stop)
    }

    /// A solver that goes on with what another one for the same rules has found.
    pub(crate) fn with_table(rules: &'r Rules, table: SolverTable, stop: Stop) -> Solver<'r> {
        Solver { rules, attacker: Player::One, table, nodes: 0, limit: 0, stop, deadline: None }
    }

    /// Gives up when the clock says so, whatever is left of the budget.
    pub(crate) fn until(mut self, clock: &'r dyn Fn() -> Duration, time: Option<Duration>) -> Solver<'r> {
        self.deadline = time.map(|time| (clock, time));
        self
    }

    /// Whether to give up: the budget is used up, or there is no time left.
    fn is_out(&self) -> bool {
        let late = || self.stop.is_set() || self.deadline.is_some_and(|(clock, time)| clock() >= time);
        self.nodes >= self.limit || self.nodes.is_multiple_of(256) && late()
    }

    /// Gives the memory back.
    pub(crate) fn into_table(self) -> SolverTable {
        self.table
    }

    /// Positions looked into since the solver was made. One with many turns counts for several, so that a node always takes much the
    /// same time.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tries to prove that the player to move wins by force, looking into at most `budget` positions.
    pub fn solve(&mut self, position: &Position, budget: u64) -> Verdict {
        self.solve_for(position.mover(), position, budget)
    }

    /// Tries to prove that a player wins by force, whoever is to move.
    pub fn solve_for(&mut self, attacker: Player, position: &Position, budget: u64) -> Verdict {
        self.attacker = attacker;
        self.limit = self.nodes + budget;
        let numbers = self.search(position, Numbers::UNLIMITED, 0);
        if numbers.proof == 0 {
            // Following the proof may look into a little more than finding it did.
            self.limit = self.nodes + budget + 10_000;
            return self.line(position, &mut HashMap::new()).map_or(Verdict::Unknown, Verdict::Wins);
        }
        if numbers.disproof == 0 { Verdict::NoForcedWin } else { Verdict::Unknown }
    }

    /// Depth-first proof-number search: goes on below a position until one of its numbers reaches its limit.
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
            if here.reach(limits) || self.is_out() {
                self.table.put(hash, here);
                return here;
            }
            let (next, limits) = Numbers::next(below, attacking, here, limits);
            let position = children[next].position;
            children[next].numbers = self.search(&position, limits, depth + 1);
        }
    }

    /// The key of a position in the table. What is proven for one attacker says nothing about the other.
    fn key(&self, position: &Position) -> u64 {
        position.hash() ^ [0, 0xd6e8_feb8_6659_fd93][self.attacker.index()]
    }

    /// All positions after a turn that belongs to the attack or the defence.
    fn children(&mut self, position: &Position) -> Vec<Child> {
        let rules = self.rules;
        let mut children = Vec::new();
        let mut listed = 0;
        if position.outcome(rules).is_some() {
            return children;
        }
        let attacking = position.mover() == self.attacker;
        let mut add = |turn: Turn, after: Position| {
            children.push(Child { turn, position: after, hash: self.key(&after), numbers: self.first_numbers(&after) });
        };
        let must_jump = position.has_jump(&rules.board);
        if must_jump || attacking {
            position.turns(rules).for_each(|turn| {
                listed += 1;
                let after = position.play_unchecked(rules, &turn);
                // An attacker who places must force the reply, or win. Where captures are claimed nobody counts on a missed one.
                let belongs = match turn {
                    Turn::Jump(_) => true,
                    _ => !must_jump && (after.has_jump(&rules.board) || after.outcome(rules).is_some()),
                };
                if belongs {
                    add(turn, after);
                }
            });
        }
        self.nodes += listed / TURNS_A_NODE;
        children
    }

    /// What can be said of a position without looking into it.
    fn first_numbers(&self, position: &Position) -> Numbers {
        if let Some(outcome) = position.outcome(self.rules) {
            let won = matches!(outcome, Outcome::Won { by, .. } if by == self.attacker);
            return if won { Numbers::PROVEN } else { Numbers::DISPROVEN };
        }
        if position.mover() == self.attacker {
            return Numbers::UNSEEN;
        }
        let captures: usize = position.jumpers(&self.rules.board).iter().map(|set| set.len()).sum();
        // A defender who need not capture has got away.
        if captures == 0 { Numbers::DISPROVEN } else { Numbers { proof: captures as u32, disproof: 1 } }
    }

    /// The line of a proven position: the quickest win found against the longest defence.
    fn line(&mut self, position: &Position, known: &mut HashMap<u64, Option<Vec<Turn>>>) -> Option<Vec<Turn>> {
        if position.outcome(self.rules).is_some() {
            return Some(Vec::new());
        }
        if let Some(line) = known.get(&position.hash()) {
            return line.clone();
        }
        // Against going in circles, which no proof does.
        known.insert(position.hash(), None);
        let attacking = position.mover() == self.attacker;
        let mut best: Option<Vec<Turn>> = None;
        for child in self.children(position) {
            if !self.is_proven(&child) {
                if attacking {
                    continue;
                }
                return None;
            }
            let Some(rest) = self.line(&child.position, known) else {
                if attacking {
                    continue;
                }
                return None;
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

    /// Whether a child is proven. At the defender's turn it must be, but the table may have lost it.
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

/// How many turns of a position are listed in the time that it takes to look into a simple one.
const TURNS_A_NODE: u64 = 64;

/// No real sequence is longer; a made-up one could be.
const MAX_DEPTH: usize = 200;

/// Numbers found before, by position and attacker. A newer result takes the place of an older one.
#[derive(Default)]
pub(crate) struct SolverTable {
    slots: Vec<(u64, Numbers)>,
}

impl SolverTable {
    pub fn new(megabytes: usize) -> SolverTable {
        let slots = (megabytes.max(1) << 20) / size_of::<(u64, Numbers)>();
        SolverTable { slots: vec![(0, Numbers::UNSEEN); slots] }
    }

    /// Forgets everything, as for other rules.
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
    use zertz::notation::Zip;

    #[test]
    fn a_solver_gives_up_when_its_time_is_over() {
        let zip: Zip = "3o/1oWoo/1WooW/oooooo/1oooooo/2ooWo/3oooo 0/7/9 1/0/1 1/1/0 1".parse().unwrap();
        let rules = zip.rules(zip.board());
        let position = zip.position(&rules).unwrap();
        let solve = |clock: &dyn Fn() -> Duration| {
            let mut solver = Solver::new(&rules, 1, Stop::new()).until(clock, Some(Duration::from_secs(1)));
            assert_eq!(solver.solve(&position, 20_000), Verdict::Unknown);
            solver.nodes()
        };
        assert!(solve(&|| Duration::ZERO) >= 20_000, "with time left the budget is used up");
        assert!(solve(&|| Duration::from_secs(1)) < 10_000, "without it is not");
    }
}
