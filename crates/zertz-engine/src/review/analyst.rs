//! The engine and the solver as the analyst of a review.

use super::{
    evaluation::{Evaluation, Variation},
    reviewer::{Analyst, Effort},
};
use crate::{
    Engine, Limits, Score, Solver, Stop, Verdict,
    theory::{self, Proof},
};
use zertz::{Game, Rules, Turn};

/// The sizes of the tables in mebibytes. With other sizes, verdicts would differ.
const HASH: usize = 32;
const SOLVER_HASH: usize = 16;

const SECOND_LOOK: u64 = 4;

/// The solver gets one node for this many search nodes. One takes about as long as ten search nodes.
const NODES_PER_SOLVER_NODE: u64 = 20;

/// Analyses positions. The tables keep the results of later positions of the game.
pub(super) struct EngineAnalyst<'r> {
    engine: Engine,
    solver: Solver<'r>,
    theory: Option<&'static Proof>,
    nodes: u64,
    stop: Stop,
}

impl<'r> EngineAnalyst<'r> {
    pub fn new(rules: &'r Rules, nodes: u64, stop: &Stop) -> EngineAnalyst<'r> {
        let solver = Solver::new(rules, SOLVER_HASH, stop.clone());
        let mut engine = Engine::new(HASH);
        // A review marks mistakes that a player can see. By the theory, nearly every first turn on 37 rings loses. So the search leaves it out;
        // the reviewer asks for it where it clears a turn.
        engine.set_theory(false);
        EngineAnalyst { engine, solver, theory: theory::known(rules), nodes, stop: stop.clone() }
    }

    fn nodes(&self, effort: Effort) -> u64 {
        match effort {
            Effort::First => self.nodes,
            Effort::Second => self.nodes.saturating_mul(SECOND_LOOK),
        }
    }
}

impl Analyst for EngineAnalyst<'_> {
    fn theory(&self, game: &Game) -> Option<Variation> {
        let proof = self.theory.filter(|_| game.outcome().is_none())?;
        Some(Variation::won(proof.winner(), proof.variation(game.position())?))
    }

    fn prove(&mut self, game: &Game, effort: Effort) -> Option<Variation> {
        let budget = self.nodes(effort) / NODES_PER_SOLVER_NODE;
        let position = game.position();
        let mover = position.mover();
        [mover, mover.other()].into_iter().find_map(|winner| match self.solver.solve_for(winner, position, budget) {
            Verdict::Wins(turns) => Some(Variation::won(winner, turns)),
            Verdict::NoForcedWin | Verdict::Unknown => None,
        })
    }

    fn search(&mut self, game: &Game, exclude: &[Turn], effort: Effort) -> Option<Variation> {
        let limits = Limits { nodes: Some(self.nodes(effort)), exclude: exclude.to_vec(), ..Limits::default() };
        let mut scores = Vec::new();
        let found = self.engine.search(game, &limits, &self.stop, &mut |info| scores.push(info.score))?;
        // A stopped search is less reliable than the others. At depth 0 the engine has not evaluated its turn.
        let done = found.info.depth > 0 && !self.stop.is_set();
        let evaluation = Evaluation::new(average_of_last_two(&scores)?, game.position().mover());
        done.then_some(Variation { evaluation, turns: found.info.pv })
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}

/// The score of a search from the scores of its iterations.
///
/// The evaluation underrates the player to move, so scores of even and odd depths differ. The average of two depths makes searches of
/// different positions and depths comparable.
fn average_of_last_two(scores: &[Score]) -> Option<Score> {
    match scores {
        [.., Score::Points(before), Score::Points(last)] => Some(Score::Points((before + last) / 2)),
        _ => scores.last().copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_averaged_and_proofs_are_not() {
        use Score::{Points, WinIn};
        assert_eq!(average_of_last_two(&[Points(90), Points(10), Points(50)]), Some(Points(30)));
        assert_eq!(average_of_last_two(&[Points(90), WinIn(5)]), Some(WinIn(5)));
        assert_eq!(average_of_last_two(&[WinIn(5), Points(10)]), Some(Points(10)));
        assert_eq!((average_of_last_two(&[Points(7)]), average_of_last_two(&[])), (Some(Points(7)), None));
    }
}
