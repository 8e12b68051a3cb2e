//! The solver: does a player win by force?
//!
//! ZÈRTZ is won by sequences of sacrifices, each of which forces the reply. Two searches look for them, and each finds wins that the other
//! does not: proof-number search (`dfpn`) finds long chains of captures with many marbles, the [planner](crate::Planner) finds isolations
//! that take many removals to prepare. The solver runs one after the other. A win that it finds is proven. If it finds none, there may
//! still be a win with quiet turns.

use crate::{
    Planner, Stop,
    dfpn::{Dfpn, DfpnTable},
    meter::{Meter, Watch},
    plan::Memory,
};
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

/// A solver for one set of rules, with its tables.
pub struct Solver<'r> {
    dfpn: Dfpn<'r>,
    planner: Planner<'r>,
    use_planner: bool,
}

/// What a solver has found out, for another one with the same rules.
pub(crate) struct SolverTables {
    dfpn: DfpnTable,
    plans: Memory,
}

impl SolverTables {
    /// Creates empty tables. Those of the proof-number search take this many mebibytes.
    pub fn new(megabytes: usize) -> SolverTables {
        SolverTables { dfpn: DfpnTable::new(megabytes), plans: Memory::default() }
    }
}

impl<'r> Solver<'r> {
    /// Creates a solver. The table of the proof-number search takes this many mebibytes.
    pub fn new(rules: &'r Rules, megabytes: usize, stop: Stop) -> Solver<'r> {
        Solver::with_tables(rules, SolverTables::new(megabytes), Watch { stop, ..Watch::default() })
    }

    /// Creates a solver with the tables of another one for the same rules. With a deadline, it stops then, whatever is left of its budget.
    pub(crate) fn with_tables(rules: &'r Rules, tables: SolverTables, watch: Watch<'r>) -> Solver<'r> {
        let dfpn = Dfpn::new(rules, tables.dfpn, Meter::new(watch.clone(), 1));
        let planner = Planner::with_memory(rules, tables.plans, Meter::new(watch, PLANNER_NODES), MAX_PLANS);
        Solver { dfpn, planner, use_planner: true }
    }

    /// The same solver with proof-number search alone, for comparison.
    pub fn without_plans(self) -> Solver<'r> {
        Solver { use_planner: false, ..self }
    }

    pub(crate) fn into_tables(self) -> SolverTables {
        SolverTables { dfpn: self.dfpn.into_table(), plans: self.planner.into_memory() }
    }

    /// The nodes searched since the solver was created. One takes about as long as ten nodes of the engine's search.
    pub fn nodes(&self) -> u64 {
        self.dfpn.nodes() + self.planner.nodes() / PLANNER_NODES
    }

    /// Tries to prove with about `budget` nodes that the player to move wins by force.
    pub fn solve(&mut self, position: &Position, budget: u64) -> Verdict {
        self.solve_for(position.mover(), position, budget)
    }

    /// Tries to prove with about `budget` nodes that a player wins by force, whoever is to move.
    ///
    /// ```
    /// use zertz::{Player, notation::Zip};
    /// use zertz_engine::{Solver, Stop, Verdict};
    ///
    /// let zip: Zip = "Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1".parse()?;
    /// let rules = zip.rules(zip.board());
    /// let mut solver = Solver::new(&rules, 1, Stop::new());
    /// let verdict = solver.solve_for(Player::One, &zip.position(&rules)?, 10_000);
    /// assert!(matches!(verdict, Verdict::Wins(variation) if variation.len() > 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_for(&mut self, attacker: Player, position: &Position, budget: u64) -> Verdict {
        if !self.use_planner {
            return self.dfpn.solve(attacker, position, budget);
        }
        // With an endless budget, proof-number search must not keep the planner waiting for ever. So the two take turns.
        self.planner.make_room();
        let end = self.nodes().saturating_add(budget);
        let mut round = budget.min(FIRST_ROUND);
        loop {
            let begin = self.nodes();
            let verdict = self.round(attacker, position, round);
            let (used, left) = (self.nodes() - begin, end.saturating_sub(self.nodes()));
            // A round that uses little of its budget was stopped, or the planner's memory is full.
            if verdict != Verdict::Unknown || left == 0 || used < round / 2 {
                return verdict;
            }
            round = left.min(4 * round);
        }
    }

    /// Lets both searches look for a win, one after the other. They continue where an earlier round stopped.
    fn round(&mut self, attacker: Player, position: &Position, budget: u64) -> Verdict {
        let end = self.nodes().saturating_add(budget);
        let left = |solver: &Self| end.saturating_sub(solver.nodes());
        let mut chain = self.dfpn.solve(attacker, position, chain_budget(budget));
        if matches!(chain, Verdict::Wins(_)) {
            return chain;
        }
        let plan = self.planner.prove(attacker, position, left(self).saturating_mul(PLANNER_NODES));
        if plan == Some(true) {
            return self.planner.variation(attacker, position).map_or(Verdict::Unknown, Verdict::Wins);
        }
        // What the planner did not need is left for the other search, which continues where it stopped.
        if plan == Some(false) && chain == Verdict::Unknown {
            chain = self.dfpn.solve(attacker, position, left(self));
        }
        if plan.is_some() { chain } else { Verdict::Unknown }
    }
}

/// How many nodes of a budget proof-number search gets: half, and more of a large budget. The planner finds most of its plans with a few
/// thousand nodes, while a long chain of captures can take tens of thousands.
fn chain_budget(budget: u64) -> u64 {
    budget.div_ceil(2) + budget.saturating_sub(10_000) / 8
}

/// The nodes of the first round. A later one has four times as many as the round before.
const FIRST_ROUND: u64 = 1_000_000;

/// How many nodes of the planner count as one. They take about as long as one of the proof-number search.
const PLANNER_NODES: u64 = 3;

/// How many results of the planner to keep, of about a hundred bytes each at most.
const MAX_PLANS: usize = 400_000;

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_solver_stops_when_its_time_is_over() {
        let game = crate::bench::game("3o/1oWoo/1WooW/oooooo/1oooooo/2ooWo/3oooo 0/7/9 1/0/1 1/1/0 1").unwrap();
        let solve = |clock: &dyn Fn() -> Duration| {
            let watch = Watch { deadline: Some((clock, Duration::from_secs(1))), ..Watch::default() };
            let mut solver = Solver::with_tables(game.rules(), SolverTables::new(1), watch);
            assert_eq!(solver.solve(game.position(), 20_000), Verdict::Unknown);
            solver.nodes()
        };
        assert!(solve(&|| Duration::ZERO) >= 20_000, "it stopped with time left");
        assert!(solve(&|| Duration::from_secs(1)) < 10_000, "it went on without time");
    }

    #[test]
    fn goals_that_nobody_can_reach_are_no_trouble() {
        for goals in ["4/5/6/86", "255/255/255/255"] {
            let zip = format!("oooo/ooooo/oooooo/oooWooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1 {goals}");
            let game = crate::bench::game(&zip).unwrap();
            let verdict = Solver::new(game.rules(), 1, Stop::new()).solve(game.position(), 2_000);
            assert!(!matches!(verdict, Verdict::Wins(_)));
        }
    }
}
