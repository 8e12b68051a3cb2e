//! What both benches measure on: random games, the same ones every time.

// Each bench uses some of this.
#![allow(dead_code)]

use zertz::{
    Board, Game, Position, Rng, Rules, Turn,
    notation::{Format, Record},
};

/// The standard rules on the board of that name.
pub fn rules(board: &str) -> Rules {
    Rules::standard(board.parse::<Board>().expect("a board in the rulebook"))
}

/// Plays a game at random to its end and returns the number of turns.
#[inline]
pub fn random_game(rules: &Rules, rng: &mut Rng) -> usize {
    let mut position = rules.start();
    let mut turns = 0;
    while let Some(turn) = position.turns(rules).choose(|n| rng.below(n)) {
        position = position.play_unchecked(rules, &turn);
        turns += 1;
    }
    turns
}

/// Positions from the middle of random games, each with a legal turn.
pub fn middle_positions(rules: &Rules, count: usize) -> Vec<(Position, Turn)> {
    let mut rng = Rng::new(2);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = rules.start();
        let stop = 5 + rng.below(20);
        for number in 0.. {
            let Some(turn) = position.turns(rules).choose(|n| rng.below(n)) else { break };
            if number == stop {
                found.push((position, turn));
                break;
            }
            position = position.play_unchecked(rules, &turn);
        }
    }
    found
}

/// The record of a random game.
pub fn random_record(rules: &Rules, seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(rules.clone());
    while let Some(turn) = game.position().turns(rules).choose(|n| rng.below(n)) {
        if game.play(&turn).is_err() {
            break; // drawn by repetition
        }
    }
    Record::of(&game)
}

/// The format of that name.
pub fn format(name: &str) -> Format {
    name.parse().expect("a format's name")
}
