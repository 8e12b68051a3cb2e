//! [`review`]: the review of a game, for a web worker.

use crate::{GameData, Problem};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::Player;
use zertz_engine::{Stop, review as engine};
use zertz_protocol::Code;

/// The review of a game. Win chances are for player 1, from 0 to 1.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Review {
    /// How well each player played.
    pub players: [PlayerReview; 2],
    /// The chance before the first turn.
    pub start: f64,
    /// Each turn.
    pub turns: Vec<TurnReview>,
}

/// How well a player played. Forced turns do not count.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct PlayerReview {
    /// Turns that were a choice.
    pub choices: usize,
    /// How many of them were the best known.
    pub best: usize,
    /// The average accuracy of the choices, from 0 to 1.
    pub accuracy: Option<f64>,
    /// How many turns were inaccuracies.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
}

/// The review of a turn.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct TurnReview {
    /// The turn, in canonical notation.
    pub turn: String,
    /// The chance after it.
    pub chance: f64,
    /// How good it was.
    #[tsify(type = "'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'")]
    pub verdict: String,
    /// The annotation of a mistake: `?!`, `?` or `??`; empty for other turns.
    pub sign: String,
    /// How much of its player's win chance it lost.
    pub loss: f64,
    /// The better turn, if the turn lost anything.
    pub better: Option<BetterTurn>,
}

/// A better turn than the one played.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct BetterTurn {
    /// The chance after it.
    pub chance: f64,
    /// The turn and what should follow, in canonical notation.
    pub variation: Vec<String>,
}

pub fn review(game: &GameData, nodes: Option<u64>, mut progress: impl FnMut(f64)) -> Result<Review, Problem> {
    let game = game.game()?;
    let mut share = |done: usize, total: usize| progress(done as f64 / total as f64);
    let review = engine::review(&game, nodes.unwrap_or(engine::NODES), &Stop::new(), &mut share);
    let unknown = || Problem::new(Code::Engine, "the game could not be reviewed");
    let chance = |variation: &engine::Variation| variation.evaluation.chance(Player::One);
    let positions: Vec<&engine::Variation> = review.positions.iter().flatten().collect();
    let turns = game.turns().iter().zip(&review.turns).zip(positions.iter().skip(1));
    let turns = turns.map(|(((before, turn), reviewed), after)| {
        let reviewed = reviewed.as_ref().ok_or_else(unknown)?;
        let better = reviewed
            .better
            .as_ref()
            .map(|better| BetterTurn { chance: chance(better), variation: better.texts(game.rules(), *before) });
        Ok(TurnReview {
            turn: before.write_turn(game.rules(), turn).to_string(),
            chance: chance(after),
            verdict: reviewed.verdict.name().to_owned(),
            sign: reviewed.verdict.sign().to_owned(),
            loss: reviewed.loss,
            better,
        })
    });
    Ok(Review {
        players: review.players().map(PlayerReview::from),
        start: positions.first().map(|start| chance(start)).ok_or_else(unknown)?,
        turns: turns.collect::<Result<_, Problem>>()?,
    })
}

impl From<engine::PlayerReview> for PlayerReview {
    fn from(review: engine::PlayerReview) -> PlayerReview {
        let engine::PlayerReview { choices, best, accuracy, inaccuracies, mistakes, blunders, .. } = review;
        PlayerReview { choices, best, accuracy, inaccuracies, mistakes, blunders }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};

    #[test]
    fn every_turn_has_a_verdict_and_faults_have_a_sign() {
        let rules = Rules { goals: "1/5/6/3".parse().unwrap(), ..Rules::standard(Board::rings37()) };
        let mut game = GameData::begin(&rules, None);
        // One white marble wins here. Player 2 offers it and player 1 takes the grey one instead.
        game.acts = ["Wd4,d1", "Gd5,a1", "xd4Gd6"].map(str::to_owned).to_vec();
        let mut heard = Vec::new();
        let review = review(&game, Some(5_000), |share| heard.push(share)).unwrap();
        let marks: Vec<(&str, &str)> =
            review.turns.iter().map(|turn| (turn.verdict.as_str(), turn.sign.as_str())).collect();
        assert_eq!(marks[1..], [("blunder", "??"), ("blunder", "??")]);
        assert_eq!(review.turns[2].better.as_ref().unwrap().variation, ["xd5Wd3"]);
        assert_eq!((review.turns[1].chance, review.players[0].blunders), (1.0, 1));
        assert_eq!(heard, [0.0, 0.25, 0.5, 0.75]);
    }
}
