//! The solver, for a web worker: does the player to move win by force, and which turns do not lose by force?

use crate::{GameData, Problem, Searcher};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::Game;
use zertz_engine::{Defence, Limits, Stop, Verdict, texts};
use zertz_protocol::Code;

/// A question for the solver.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct SolveRequest {
    /// The game; the question is about its current position.
    pub game: GameData,
    /// The most nodes to search. With `defend`, that is for each turn.
    pub nodes: f64,
}

/// Whether the player to move wins by force.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Solved {
    /// It is proven.
    Wins {
        /// The turns to the win, against the longest defence, in canonical notation.
        turns: Vec<String>,
    },
    /// No sequence of forcing turns wins.
    NoForcedWin,
    /// The nodes were not enough to find out.
    Unknown,
}

/// A turn of the player to move, and whether it loses by force.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct DefenceData {
    /// The turn, in canonical notation.
    pub turn: String,
    /// In how many turns of both players it loses, itself included; `null` if no forced win of the opponent was found.
    pub loses: Option<usize>,
    /// The number of the turn, from 1.
    pub number: usize,
    /// How many turns are reported. Mirror images count once.
    pub count: usize,
    /// Whether these are all turns. A constructed position may have too many.
    pub complete: bool,
}

impl SolveRequest {
    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes.clamp(1.0, 1e15) as u64), ..Limits::default() }
    }

    /// The game, which must not be over.
    fn open_game(&self) -> Result<Game, Problem> {
        let game = self.game.game()?;
        if game.outcome().is_some() { Err(Code::Over.into()) } else { Ok(game) }
    }
}

impl Searcher {
    /// Whether the player to move wins by force. `report` receives the share of the nodes that is searched, in steps of at least 1%.
    pub fn solve(&mut self, request: &SolveRequest, mut report: impl FnMut(f64)) -> Result<Solved, Problem> {
        let game = request.open_game()?;
        let mut last = 0.0;
        let mut tell = |nodes: u64| {
            let share = (nodes as f64 / request.nodes).min(1.0);
            if share - last >= 0.01 {
                last = share;
                report(share);
            }
        };
        Ok(match self.engine.prove(&game, &request.limits(), &Stop::new(), &mut tell) {
            Verdict::Wins(turns) => Solved::Wins { turns: texts(game.rules(), *game.position(), &turns) },
            Verdict::NoForcedWin => Solved::NoForcedWin,
            Verdict::Unknown => Solved::Unknown,
        })
    }

    /// Which turns lose by force. `report` receives each turn.
    pub fn defences(&mut self, request: &SolveRequest, mut report: impl FnMut(DefenceData)) -> Result<(), Problem> {
        let game = request.open_game()?;
        self.engine.defences(&game, &request.limits(), &Stop::new(), &mut |defence| {
            let loses = match &defence.verdict {
                Verdict::Wins(turns) => Some(turns.len() + 1),
                Verdict::NoForcedWin | Verdict::Unknown => None,
            };
            let turn = game.position().write_turn(game.rules(), &defence.turn).to_string();
            let Defence { number, count, complete, .. } = *defence;
            report(DefenceData { turn, loses, number, count, complete });
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};

    fn request(acts: &[&str], nodes: f64) -> SolveRequest {
        request_with("1/5/6/3", acts, nodes)
    }

    fn request_with(goals: &str, acts: &[&str], nodes: f64) -> SolveRequest {
        let rules = Rules { goals: goals.parse().unwrap(), ..Rules::standard(Board::rings37()) };
        let mut game = GameData::begin(&rules, None);
        game.acts = acts.iter().map(|&act| act.to_owned()).collect();
        SolveRequest { game, nodes }
    }

    #[test]
    fn a_forced_win_is_found_with_its_turns() {
        // One white marble wins here, and player 2 has offered it.
        let solved = Searcher::new(1, 0.0).solve(&request(&["Wd4,d1", "Gd5,a1"], 10_000.0), |_| {}).unwrap();
        assert_eq!(solved, Solved::Wins { turns: vec!["xd5Wd3".to_owned()] });
        let over = Searcher::new(1, 0.0).solve(&request(&["Wd4,d1", "resign 1"], 10_000.0), |_| {});
        assert_eq!(over.unwrap_err().code, Code::Over);
    }

    #[test]
    fn the_progress_of_a_proof_is_heard_in_steps() {
        let (question, mut heard) = (request_with("4/5/6/3", &["Wd4,a1"], 50_000.0), Vec::new());
        let solved = Searcher::new(1, 0.0).solve(&question, |share| heard.push(share)).unwrap();
        assert_eq!(solved, Solved::Unknown);
        assert!(heard.windows(2).all(|pair| pair[1] - pair[0] >= 0.01) && heard.last() > Some(&0.9), "{heard:?}");
        assert!((10..=100).contains(&heard.len()), "{heard:?}");
    }

    #[test]
    fn every_turn_is_a_defence_or_loses() {
        // Whoever lets the other capture the white marble on d4 loses at once.
        let (question, mut heard) = (request(&["Wd4,d1", "Gb2,a1"], 200.0), Vec::new());
        Searcher::new(1, 0.0).defences(&question, |defence| heard.push(defence)).unwrap();
        assert!(heard.iter().enumerate().all(|(i, defence)| (defence.number, defence.count) == (i + 1, heard.len())));
        let loses = |text: &str| heard.iter().find(|defence| defence.turn == text).unwrap().loses;
        assert_eq!((loses("Gd5,a2"), loses("Gg1,a2")), (Some(2), None));
    }
}
