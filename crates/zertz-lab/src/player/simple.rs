//! Players that do not think: yardsticks for those that do.

use super::{Choice, Clocks, Forfeit, ForfeitKind, Player};
use std::sync::Arc;
use zertz::{Colour, Game, Marbles, Outcome, Rng, Rules, Turn};
use zertz_engine::Stop;

/// Plays any legal turn, all of them equally likely.
pub struct RandomPlayer(Rng);

impl RandomPlayer {
    pub fn new() -> RandomPlayer {
        RandomPlayer(Rng::with_path(0, &[]))
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self, _: &Arc<Rules>, seed: u64) -> Result<(), Forfeit> {
        self.0 = Rng::with_path(seed, &[]);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Clocks, _: &Stop) -> Result<Choice, Forfeit> {
        let turn = game.position().turns(game.rules()).choose(|count| self.0.below(count));
        turn.map(|turn| Choice { turn, value: None }).ok_or_else(no_turn)
    }
}

/// Takes the best material it can get at once and looks no further: a marble counts as much as its part of the goal of its colour. Of
/// equal turns it plays any.
pub struct GreedyPlayer(Rng);

impl GreedyPlayer {
    pub fn new() -> GreedyPlayer {
        GreedyPlayer(Rng::with_path(0, &[]))
    }
}

impl Player for GreedyPlayer {
    fn new_game(&mut self, _: &Arc<Rules>, seed: u64) -> Result<(), Forfeit> {
        self.0 = Rng::with_path(seed, &[]);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Clocks, _: &Stop) -> Result<Choice, Forfeit> {
        let (rules, position) = (game.rules(), game.position());
        let mover = position.mover();
        let mut best: Option<(i32, Turn)> = None;
        let mut equal = 0;
        position.turns(rules).for_each(|turn| {
            let after = position.play_unchecked(rules, &turn);
            let score = match after.outcome(rules) {
                Some(Outcome::Won { .. }) => i32::MAX,
                Some(_) => 0,
                None => material(rules, after.captured(mover)),
            };
            match best {
                Some((top, _)) if score < top => {}
                Some((top, _)) if score == top => {
                    // Each of the equal ones is kept with the same chance.
                    equal += 1;
                    if self.0.below(equal) == 0 {
                        best = Some((score, turn));
                    }
                }
                _ => (best, equal) = (Some((score, turn)), 1),
            }
        });
        best.map(|(_, turn)| Choice { turn, value: None }).ok_or_else(no_turn)
    }
}

/// What captures are worth, in thousandths of a goal.
fn material(rules: &Rules, captured: Marbles) -> i32 {
    Colour::ALL.map(|colour| i32::from(captured[colour]) * 1000 / i32::from(rules.goals.of(colour))).into_iter().sum()
}

fn no_turn() -> Forfeit {
    Forfeit::new(ForfeitKind::Illegal, "there is no turn to play")
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};

    #[test]
    fn greedy_takes_the_longer_chain() {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        for turn in ["Wd4,d1", "Gd5,a1"] {
            game.play_text(turn).unwrap();
        }
        // White or grey can be captured; the white one brings more.
        let mut greedy = GreedyPlayer::new();
        for seed in 0..5 {
            greedy.new_game(game.rules(), seed).unwrap();
            let choice = greedy.choose(&game, &[None; 2], &Stop::new()).unwrap();
            assert_eq!(game.position().write_turn(game.rules(), &choice.turn).to_string(), "xd5Wd3");
        }
    }

    #[test]
    fn dice_fall_the_same_for_the_same_seed() {
        let game = Game::new(Rules::standard(Board::rings37()));
        let first = |seed| {
            let mut player = RandomPlayer::new();
            player.new_game(game.rules(), seed).unwrap();
            player.choose(&game, &[None; 2], &Stop::new()).unwrap().turn
        };
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
    }
}
