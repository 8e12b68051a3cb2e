//! [`review`]: the review of a game, for a web worker.

use crate::{GameData, Problem};
use zertz_engine::{
    Stop,
    review::{self as engine, GameReport},
};
use zertz_protocol::Code;

pub fn review(game: &GameData, nodes: Option<u64>, mut progress: impl FnMut(f64)) -> Result<GameReport, Problem> {
    let (game, nodes) = (game.game()?, nodes.unwrap_or(engine::NODES));
    let mut share = |done: usize, total: usize| progress(done as f64 / total as f64);
    let review = engine::review(&game, nodes, &Stop::new(), &mut share);
    if !review.is_complete() {
        return Err(Problem::new(Code::Engine, "the game could not be reviewed"));
    }
    Ok(GameReport::new(&game, [None, None], nodes, &review))
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
        let marks: Vec<_> = review.turns.iter().map(|turn| (turn.verdict.unwrap(), turn.sign)).collect();
        assert_eq!(marks[1..], [(engine::Verdict::Blunder, "??"); 2]);
        assert_eq!(review.turns[2].better.as_ref().unwrap().variation, ["xd5Wd3"]);
        assert_eq!((review.turns[1].after.chance, review.players[0].review.blunders), (Some(1.0), 1));
        assert_eq!(heard, [0.0, 0.25, 0.5, 0.75]);
    }
}
