//! The engine and the solver as the analyst of a review.

use super::{
    evaluation::{Evaluation, Variation},
    reviewer::{Analyst, Effort},
};
use crate::{Engine, Limits, Score, Solver, Stop, Verdict};
use zertz::{Game, Rules, Turn};

/// The size of the engine's table in mebibytes. Another size would give other verdicts.
const HASH: usize = 32;

/// The size of the solver's table in mebibytes.
const SOLVER_HASH: usize = 16;

/// How many times more nodes a second look takes.
const SECOND_LOOK: u64 = 4;

/// How many search nodes there are for one position of the solver. Such a position takes about as long as ten search nodes.
const NODES_A_SOLVER_POSITION: u64 = 20;

/// Analyses positions with an engine and a solver that remember what they found in later positions of the game.
pub(super) struct EngineAnalyst<'r> {
    engine: Engine,
    solver: Solver<'r>,
    nodes: u64,
    stop: Stop,
}

impl<'r> EngineAnalyst<'r> {
    pub fn new(rules: &'r Rules, nodes: u64, stop: &Stop) -> EngineAnalyst<'r> {
        let solver = Solver::new(rules, SOLVER_HASH, stop.clone());
        EngineAnalyst { engine: Engine::new(HASH), solver, nodes, stop: stop.clone() }
    }

    fn nodes(&self, effort: Effort) -> u64 {
        match effort {
            Effort::First => self.nodes,
            Effort::Second => self.nodes.saturating_mul(SECOND_LOOK),
        }
    }
}

impl Analyst for EngineAnalyst<'_> {
    fn prove(&mut self, game: &Game, effort: Effort) -> Option<Variation> {
        let budget = self.nodes(effort) / NODES_A_SOLVER_POSITION;
        let position = game.position();
        let mover = position.mover();
        [mover, mover.other()].into_iter().find_map(|winner| match self.solver.solve_for(winner, position, budget) {
            Verdict::Wins(turns) => {
                let value = Score::WinIn(turns.len() as u32);
                Some(Variation { evaluation: Evaluation::new(value, winner), turns })
            }
            Verdict::NoForcedWin | Verdict::Unknown => None,
        })
    }

    fn search(&mut self, game: &Game, except: &[Turn], effort: Effort) -> Option<Variation> {
        let limits = Limits { nodes: Some(self.nodes(effort)), exclude: except.to_vec(), ..Limits::default() };
        let mut values = Vec::new();
        let found = self.engine.search(game, &limits, &self.stop, &mut |info| values.push(info.score))?;
        // An interrupted search is worth less than the others. At depth 0 the engine names a legal turn and knows nothing about it.
        let done = found.info.depth > 0 && !self.stop.is_set();
        let evaluation = Evaluation::new(average_of_last_two(&values)?, game.position().mover());
        done.then_some(Variation { evaluation, turns: found.info.pv })
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}

/// The value of a search from those of its depths.
///
/// The evaluation underrates the player to move, so values of even and odd depths differ. A review compares searches from different
/// positions and of different depths; the average of two depths makes them comparable.
fn average_of_last_two(values: &[Score]) -> Option<Score> {
    Some(match values {
        [.., Score::Points(before), Score::Points(last)] => Score::Points((before + last) / 2),
        [.., last] => *last,
        [] => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_averaged_and_proofs_are_not() {
        use Score::{Points, WinIn};
        assert_eq!(average_of_last_two(&[Points(90), Points(10), Points(50)]), Some(Points(30)));
        assert_eq!(average_of_last_two(&[Points(90), WinIn(5)]), Some(WinIn(5)));
        assert_eq!(average_of_last_two(&[WinIn(5), Points(10)]), Some(Points(10)));
        assert_eq!((average_of_last_two(&[Points(7)]), average_of_last_two(&[])), (Some(Points(7)), None));
    }
}
