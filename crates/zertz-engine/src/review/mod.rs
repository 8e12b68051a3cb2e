//! Game review: the evaluation of each position of a game, a verdict on each turn, and better turns.
//!
//! ```
//! use zertz::{Board, Game, Rules};
//! use zertz_engine::{Stop, review};
//!
//! let mut game = Game::new(Rules::standard(Board::rings37()));
//! game.play_text("Wd4,d1")?;
//! let review = review::review(&game, 1_000, &Stop::new(), &mut |done, total| println!("{done} of {total}"));
//! println!("{:?}", review.turns[0].as_ref().unwrap().verdict);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`GameReport`] is a review as plain data, for other programs.
//!
//! A review depends only on the game and on the number of nodes: it uses one thread, tables of a fixed size and no clock. So it is the
//! same on every machine, and in WebAssembly.

mod analyst;
mod evaluation;
mod report;
mod reviewer;
#[cfg(test)]
mod tests;
mod verdict;

pub use evaluation::{Evaluation, Variation};
pub use report::{BetterTurn, GameReport, PlayerReport, Standing, TurnReport};
pub use reviewer::{TurnReview, only_turn, without_agreed_end};
pub use verdict::{PlayerReview, Verdict};

use crate::Stop;
use zertz::{Game, Player};

/// The default number of nodes for each position.
pub const NODES: u64 = 300_000;

/// The review of a game. If it was stopped, what was not analysed is `None`.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The position before the first turn, and the position after each turn.
    pub positions: Vec<Option<Variation>>,
    /// Each turn.
    pub turns: Vec<Option<TurnReview>>,
}

/// Reviews a game with this many nodes for each position, and more before it annotates a turn.
///
/// Before each position, it calls `progress` with the number of positions done and the total. To stop the review, set `stop`, from
/// `progress` or from another thread.
pub fn review(game: &Game, nodes: u64, stop: &Stop, progress: &mut dyn FnMut(usize, usize)) -> Review {
    let mut analyst = analyst::EngineAnalyst::new(game.rules(), nodes, stop);
    reviewer::review(game, &mut analyst, progress)
}

impl Review {
    /// How well each player played.
    pub fn players(&self) -> [PlayerReview; 2] {
        Player::BOTH.map(|player| {
            let turns = self.turns.iter().flatten().filter(move |turn| turn.player == player);
            PlayerReview::new(turns.map(|turn| (turn.verdict, turn.loss)))
        })
    }

    /// Whether every position was analysed.
    pub fn is_complete(&self) -> bool {
        self.positions.iter().all(Option::is_some)
    }
}
