//! [`Thinker`]: the engine, for a worker of the page.

use crate::{GameData, Trouble};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tsify::Tsify;
use zertz::{Game, Turn};
use zertz_engine::{Engine, Info, Level, Limits, Stop, Value};

/// What the page wants to know.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Question {
    /// The game, whose last position is meant.
    pub game: GameData,
    /// How strong to play, 1 to 10.
    pub level: u8,
    /// How many milliseconds to think at most.
    #[tsify(optional)]
    pub time: Option<f64>,
    /// How many lines to find.
    #[tsify(optional)]
    pub lines: Option<usize>,
}

/// A line that the engine has found.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Thought {
    /// Which line, from 1.
    pub line: usize,
    /// How many turns deep it has looked at everything.
    pub depth: u32,
    /// The chance that the player to move wins, from 0 to 1.
    pub chance: f64,
    /// A proven win in so many turns of both players; a loss if negative.
    pub proven: Option<i32>,
    /// Steps looked at.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time: f64,
    /// The turns of the line, in canonical notation.
    pub turns: Vec<String>,
    /// Whether there is no other turn than the first one.
    pub only: bool,
    /// Whether the first turn leaves the opponent nothing but to capture.
    pub forces: bool,
    /// How many marbles the first turn captures.
    pub takes: u32,
}

/// The engine with its memory.
pub struct Thinker {
    engine: Engine,
}

impl Thinker {
    /// An engine with a table of so many mebibytes. The seed varies the openings and what a weak level overlooks.
    pub fn new(megabytes: usize, seed: f64) -> Thinker {
        let mut engine = Engine::new(megabytes);
        engine.set_variety(VARIETY);
        engine.set_seed(seed.to_bits());
        Thinker { engine }
    }

    /// Looks for the best turn. `report` gets each [`Thought`] as it comes; the last one of the first line is given back. `now` tells the
    /// time in milliseconds.
    pub fn think(
        &mut self,
        question: &Question,
        now: impl Fn() -> f64 + Sync,
        mut report: impl FnMut(Thought),
    ) -> Result<Thought, Trouble> {
        let game = question.game.game()?;
        let level = Level::new(question.level).ok_or_else(|| Trouble::new("level", "a level is 1 to 10"))?;
        // Who studies wants the best there is, not surprises.
        self.engine.set_variety(if question.lines.is_some() { 0 } else { VARIETY });
        self.engine.set_level(level);
        let limits = Limits {
            move_time: question.time.map(|time| Duration::from_secs_f64(time.clamp(1.0, 1e9) / 1e3)),
            multi_pv: question.lines.unwrap_or(1),
            ..Limits::default()
        };
        let began = now();
        let clock = || Duration::from_secs_f64(((now() - began) / 1e3).max(0.0));
        let mut tell = |info: &Info| report(thought(&game, info));
        let found = self.engine.search_with_clock(&game, &limits, &Stop::new(), &clock, &mut tell);
        found.map(|found| thought(&game, &found.info)).ok_or_else(|| Trouble::new("over", "the game is over"))
    }
}

/// How many points an opening may be misjudged by, so that games differ.
const VARIETY: u16 = 10;

fn thought(game: &Game, info: &Info) -> Thought {
    let rules = game.rules();
    let mut position = *game.position();
    let mut turns = Vec::new();
    for turn in &info.pv {
        turns.push(position.write_turn(rules, turn).to_string());
        position = position.play_unchecked(rules, turn);
    }
    let before = game.position();
    let after = info.pv.first().map_or(*before, |turn| before.play_unchecked(rules, turn));
    let total = |position: &zertz::Position| position.captured(before.mover()).total();
    Thought {
        line: info.line,
        depth: info.depth,
        chance: info.value.win_chance(),
        proven: match info.value {
            Value::WinIn(turns) => Some(turns as i32),
            Value::LossIn(turns) => Some(-(turns as i32)),
            Value::Points(_) => None,
        },
        nodes: info.nodes,
        time: info.time.as_secs_f64() * 1e3,
        turns,
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
    fn a_thought_tells_what_its_turn_does() {
        let mut game = GameData::begin(&Rules::standard(Board::rings37()), None);
        game.acts = vec!["Wd4,d1".to_owned(), "Gd5,a1".to_owned()];
        let mut heard = Vec::new();
        let question = Question { game, level: 4, time: None, lines: Some(2) };
        let best = Thinker::new(1, 0.0).think(&question, || 0.0, |thought| heard.push(thought)).unwrap();
        assert_eq!((best.takes, best.only), (1, false));
        assert!(best.turns[0].starts_with('x'));
        assert!((0.0..=1.0).contains(&best.chance));
        assert!(heard.iter().any(|thought| thought.line == 2));
    }

    #[test]
    fn a_game_that_is_over_has_no_best_turn() {
        let mut game = GameData::begin(&Rules::standard(Board::rings37()), None);
        game.acts = vec!["resign 1".to_owned()];
        let question = Question { game, level: 10, time: Some(10.0), lines: None };
        assert_eq!(Thinker::new(1, 0.0).think(&question, || 0.0, |_| {}).unwrap_err().code, "over");
    }
}
