//! Searching one position, with evaluations for player 1.

use std::time::Duration;
use zertz::{Game, Turn};
use zertz_engine::{
    Engine, Info, Limits, Stop,
    review::{Evaluation, Variation, only_turn},
};

/// A variation that the engine reports.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best variation has rank 1.
    pub rank: usize,
    pub variation: Variation,
    /// How many turns of the variation come before the first choice.
    pub forced: usize,
    /// How many turns deep everything was searched.
    pub depth: usize,
    /// Nodes searched, and how many a second.
    pub nodes: u64,
    pub speed: u64,
    pub time: Duration,
}

/// Searches a position until a limit or the stop flag ends the search, and reports all variations on the way.
///
/// If only one turn is legal, the position after it is searched: the engine would answer at once, without a deep search.
pub fn search(engine: &mut Engine, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(Found)) {
    let (game, forced) = after_forced_turns(game);
    if let Some(outcome) = game.outcome() {
        let depth = forced.len();
        let variation = Variation { evaluation: Evaluation::of_outcome(outcome).earlier(depth), turns: forced.clone() };
        report(Found { rank: 1, variation, forced: depth, depth, nodes: 0, speed: 0, time: Duration::ZERO });
        return;
    }
    let mover = game.position().mover();
    let found = |info: &Info| Found {
        rank: info.rank,
        variation: Variation {
            evaluation: Evaluation::new(info.score, mover).earlier(forced.len()),
            turns: forced.iter().chain(&info.pv).copied().collect(),
        },
        forced: forced.len(),
        depth: info.depth as usize + forced.len(),
        nodes: info.nodes,
        speed: info.nodes_per_second(),
        time: info.time,
    };
    engine.search(&game, limits, stop, &mut |info| report(found(info)));
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
