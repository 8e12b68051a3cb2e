//! Players that do not search, as a baseline.

use super::{Choice, Clocks, Forfeit, ForfeitKind, Player};
use std::sync::Arc;
use zertz::{Colour, Game, Marbles, Outcome, Rng, Rules, Turn};
use zertz_engine::Stop;

/// A player with a rule that chooses a turn, perhaps at random.
pub struct SimplePlayer {
    rule: Rule,
    rng: Rng,
}

type Rule = fn(&Game, &mut Rng) -> Option<Turn>;

impl SimplePlayer {
    pub fn new(rule: Rule) -> SimplePlayer {
        SimplePlayer { rule, rng: Rng::with_path(0, &[]) }
    }
}

impl Player for SimplePlayer {
    fn new_game(&mut self, _: &Arc<Rules>, seed: u64) -> Result<(), Forfeit> {
        self.rng = Rng::with_path(seed, &[]);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Clocks, _: &Stop) -> Result<Choice, Forfeit> {
        let turn = (self.rule)(game, &mut self.rng);
        let no_turn = || Forfeit::new(ForfeitKind::Illegal, "there is no turn to play");
        turn.map(|turn| Choice { turn, value: None }).ok_or_else(no_turn)
    }
}

/// Any legal turn, all of them equally likely.
pub fn random(game: &Game, rng: &mut Rng) -> Option<Turn> {
    game.position().turns(game.rules()).choose(|count| rng.below(count))
}

/// A turn after which the player has the most material, or wins. The value of a marble is its share of the goal of its colour.
pub fn greedy(game: &Game, rng: &mut Rng) -> Option<Turn> {
    let (rules, position) = (game.rules(), game.position());
    let mut best: Option<(i32, Turn)> = None;
    let mut equal = 0;
    position.turns(rules).for_each(|turn| {
        let after = position.play_unchecked(rules, &turn);
        let score = match after.outcome(rules) {
            Some(Outcome::Won { .. }) => i32::MAX,
            Some(_) => 0,
            None => material(rules, after.captured(position.mover())),
        };
        match best {
            Some((top, _)) if score < top => {}
            Some((top, _)) if score == top => {
                // Each of the equal turns is kept with the same probability.
                equal += 1;
                if rng.below(equal) == 0 {
                    best = Some((score, turn));
                }
            }
            _ => (best, equal) = (Some((score, turn)), 1),
        }
    });
    best.map(|(_, turn)| turn)
}

/// What captures are worth, in thousandths of a goal.
fn material(rules: &Rules, captured: Marbles) -> i32 {
    Colour::ALL.map(|colour| i32::from(captured[colour]) * 1000 / i32::from(rules.goals.of(colour))).into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};

    #[test]
    fn greedy_takes_the_most_valuable_marble() {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        for turn in ["Wd4,d1", "Gd5,a1"] {
            game.play_text(turn).unwrap();
        }
        // A white or a grey marble can be captured; white is worth more.
        for seed in 0..5 {
            let turn = greedy(&game, &mut Rng::new(seed)).unwrap();
            assert_eq!(game.position().write_turn(game.rules(), &turn).to_string(), "xd5Wd3");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_turn() {
        let game = Game::new(Rules::standard(Board::rings37()));
        let first = |seed| {
            let mut player = SimplePlayer::new(random);
            player.new_game(game.rules(), seed).unwrap();
            player.choose(&game, &[None; 2], &Stop::new()).unwrap().turn
        };
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
    }
}
