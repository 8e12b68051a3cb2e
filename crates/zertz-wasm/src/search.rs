//! [`Searcher`]: the engine, for a web worker.

use crate::{GameData, Problem};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;
use zertz::{Game, Turn};
use zertz_engine::{Clock, Engine, Info, Level, Limits, Score, Stop, opponent::VARIETY, texts, theory};
use zertz_protocol::Code;

/// What to search for, and how.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct SearchRequest {
    /// The game; its current position is searched.
    pub game: GameData,
    /// The playing strength, 1 to 10.
    pub level: u8,
    /// The maximum search time in milliseconds.
    #[tsify(optional)]
    pub time: Option<f64>,
    /// The clock of the player to move, from which the engine takes a share for this turn.
    #[tsify(optional)]
    pub clock: Option<SearchClock>,
    /// How many variations to find. A request that names a number gets the best turns, without random variety.
    #[tsify(optional)]
    pub variations: Option<usize>,
}

impl SearchRequest {
    /// Whether the engine can use the opening proof in this search. Only at full strength does it know the proof.
    pub fn wants_proof(&self) -> Result<bool, Problem> {
        Ok(self.level == Level::FULL.number() && theory::may_cover(&self.game.game()?))
    }
}

/// A player's clock.
#[derive(Tsify, Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct SearchClock {
    /// The milliseconds left.
    pub left: f64,
    /// The milliseconds that each turn adds.
    pub increment: f64,
}

/// A variation that the engine found, with its evaluation.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Variation {
    /// Its rank among the variations, 1 for the best.
    pub rank: usize,
    /// The search depth in turns.
    pub depth: u32,
    /// The win chance of the player to move, from 0 to 1.
    pub chance: f64,
    /// The number of turns, of both players, to a proven win; negative for a proven loss.
    pub proven: Option<i32>,
    /// The number of steps searched.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time: f64,
    /// The turns, in canonical notation.
    pub turns: Vec<String>,
    /// Whether the first turn is the only legal one.
    pub only: bool,
    /// Whether the first turn forces the opponent to capture.
    pub forces: bool,
    /// How many marbles the first turn captures.
    pub takes: u32,
}

/// The engine with its hash table, for use in a worker.
#[wasm_bindgen]
pub struct Searcher {
    pub(crate) engine: Engine,
}

impl Searcher {
    /// Creates an engine with a hash table of this many mebibytes. The seed varies the openings and the oversights of low levels.
    pub fn new(megabytes: usize, seed: f64) -> Searcher {
        let mut engine = Engine::new(megabytes);
        engine.set_seed(seed.to_bits());
        Searcher { engine }
    }

    /// Searches for the best turn. `report` receives each [`Variation`] as it is found; the last best one is returned. `now` is a clock in
    /// milliseconds.
    pub fn find(
        &mut self,
        request: &SearchRequest,
        now: impl Fn() -> f64 + Sync,
        mut report: impl FnMut(Variation),
    ) -> Result<Variation, Problem> {
        let game = request.game.game()?;
        let level = Level::new(request.level).ok_or(Code::Level)?;
        // Analysis wants the best turn, without variety or book.
        let is_analysis = request.variations.is_some();
        self.engine.set_variety(if is_analysis { 0 } else { VARIETY });
        self.engine.set_book(!is_analysis);
        self.engine.set_level(level);
        let millis = |millis: f64| Duration::from_secs_f64(millis.clamp(0.0, 1e9) / 1e3);
        let limits = Limits {
            move_time: request.time.map(|time| millis(time.max(1.0))),
            clock: request
                .clock
                .map(|clock| Clock { remaining: millis(clock.left), increment: millis(clock.increment) }),
            multi_pv: request.variations.unwrap_or(1),
            ..Limits::default()
        };
        let began = now();
        let clock = || Duration::from_secs_f64(((now() - began) / 1e3).max(0.0));
        let mut tell = |info: &Info| report(variation(&game, info));
        let found = self.engine.search_with_clock(&game, &limits, &Stop::new(), &clock, &mut tell);
        found.map(|found| variation(&game, &found.info)).ok_or_else(|| Code::Over.into())
    }
}

fn variation(game: &Game, info: &Info) -> Variation {
    let rules = game.rules();
    let before = game.position();
    let after = info.pv.first().map_or(*before, |turn| before.play_unchecked(rules, turn));
    let total = |position: &zertz::Position| position.captured(before.mover()).total();
    Variation {
        rank: info.rank,
        depth: info.depth,
        chance: info.score.win_chance(),
        proven: match info.score {
            Score::WinIn(turns) => Some(turns as i32),
            Score::LossIn(turns) => Some(-(turns as i32)),
            Score::Points(_) => None,
        },
        nodes: info.nodes,
        time: info.time.as_secs_f64() * 1e3,
        turns: texts(game.rules(), *game.position(), &info.pv),
        only: before.turns(rules).len_up_to(1).is_some(),
        forces: after.outcome(rules).is_none() && after.has_jump(&rules.board),
        takes: match info.pv.first() {
            Some(Turn::Jump(_) | Turn::Place { .. }) => total(&after).saturating_sub(total(before)),
            _ => 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};

    #[test]
    fn a_variation_says_what_its_first_turn_does() {
        let mut game = GameData::begin(&Rules::standard(Board::rings37()), None);
        game.acts = vec!["Wd4,d1".to_owned(), "Gd5,a1".to_owned()];
        let mut reported = Vec::new();
        let request = SearchRequest { game, level: 4, time: None, clock: None, variations: Some(2) };
        let best = Searcher::new(1, 0.0).find(&request, || 0.0, |variation| reported.push(variation)).unwrap();
        assert_eq!((best.takes, best.only), (1, false));
        assert!(best.turns[0].starts_with('x'));
        assert!((0.0..=1.0).contains(&best.chance));
        assert!(reported.iter().any(|variation| variation.rank == 2));
    }

    #[test]
    fn only_full_strength_on_37_rings_wants_the_proof() {
        let wants = |board: Board, level| {
            let game = GameData::begin(&Rules::standard(board), None);
            SearchRequest { game, level, time: None, clock: None, variations: None }.wants_proof().unwrap()
        };
        assert!(wants(Board::rings37(), 10));
        assert!(!wants(Board::rings37(), 9));
        assert!(!wants(Board::rings48(), 10));
    }

    #[test]
    fn a_game_that_is_over_has_no_best_turn() {
        let mut game = GameData::begin(&Rules::standard(Board::rings37()), None);
        game.acts = vec!["resign 1".to_owned()];
        let request = SearchRequest { game, level: 10, time: Some(10.0), clock: None, variations: None };
        assert_eq!(Searcher::new(1, 0.0).find(&request, || 0.0, |_| {}).unwrap_err().code, Code::Over);
    }
}
