//! The engine as the judge and the live table want it: scores of player 1, and no thought wasted on turns without a choice.

use super::{
    judge::{Line, only_turn},
    score::Score,
};
use std::time::Duration;
use zertz::{Game, Turn};
use zertz_engine::{Engine, Info, Limits, Stop};

/// The engine with its limits.
pub struct Thinker {
    pub engine: Engine,
    pub limits: Limits,
    pub stop: Stop,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The best line has the rank 1.
    pub rank: usize,
    pub line: Line,
    /// How many turns of the line come before the first choice.
    pub forced: usize,
    /// How many turns deep everything was looked at.
    pub depth: usize,
    /// Steps looked at, and how many a second.
    pub nodes: u64,
    pub speed: u64,
    pub time: Duration,
}

impl Thinker {
    /// Thinks about a position until a limit or the stop flag ends it. Gives the best line, if there was time for one, and reports all
    /// lines on the way.
    ///
    /// Where only one turn is legal it is the position after it that is thought about: the engine would answer at once, having looked
    /// no farther than it must to play.
    pub fn think(&mut self, game: &Game, report: &mut dyn FnMut(Thought)) -> Option<Thought> {
        if self.stop.is_set() {
            return None;
        }
        let (game, forced) = after_forced_turns(game);
        if let Some(outcome) = game.outcome() {
            let line = Line { score: Score::ended(outcome).earlier(forced.len()), turns: forced.clone() };
            let depth = forced.len();
            let thought = Thought { rank: 1, line, forced: depth, depth, nodes: 0, speed: 0, time: Duration::ZERO };
            report(thought.clone());
            return Some(thought);
        }
        let thought = |info: &Info| Thought {
            rank: info.line,
            line: Line {
                score: Score::of(info.value, game.position().mover()).earlier(forced.len()),
                turns: forced.iter().chain(&info.pv).copied().collect(),
            },
            forced: forced.len(),
            depth: info.depth as usize + forced.len(),
            nodes: info.nodes,
            speed: info.nodes_per_second(),
            time: info.time,
        };
        let found = self.engine.search(&game, &self.limits, &self.stop, &mut |info| report(thought(info)))?;
        // At depth 0 the engine names a legal turn and knows nothing about it.
        (found.info.depth > 0).then(|| thought(&found.info))
    }
}

/// The game after the turns that have no alternative, and those turns.
fn after_forced_turns(game: &Game) -> (Game, Vec<Turn>) {
    let mut game = game.clone();
    let mut forced = Vec::new();
    while game.outcome().is_none()
        && let Some(turn) = only_turn(game.rules(), game.position())
        && game.play(&turn).is_ok()
    {
        forced.push(turn);
    }
    (game, forced)
}

/// A line of play as records write it, one text a turn.
pub fn texts(rules: &zertz::Rules, mut position: zertz::Position, turns: &[Turn]) -> Vec<String> {
    let mut texts = Vec::new();
    for turn in turns {
        let Ok(next) = position.play(rules, turn) else { break };
        texts.push(position.write_turn(rules, turn).to_string());
        position = next;
    }
    texts
}
