//! What both benches measure on: random games, the same ones every time.

// Each bench uses some of this.
#![allow(dead_code)]

use zertz::{
    Board, Game, Position, Rules, Turn,
    notation::{Format, Record},
};

/// Random numbers that are the same every time (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below `n`.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z >> 32) as usize * n) >> 32
    }
}

/// The standard rules on the board of that name.
pub fn rules(board: &str) -> Rules {
    Rules::standard(board.parse::<Board>().expect("a board of the rulebook"))
}

/// Plays a game at random to its end and returns the number of turns.
#[inline]
pub fn random_game(rules: &Rules, random: &mut Random) -> usize {
    let mut position = rules.start();
    let mut turns = 0;
    while let Some(turn) = position.turns(rules).choose(|n| random.below(n)) {
        position = position.play_unchecked(rules, &turn);
        turns += 1;
    }
    turns
}

/// Positions from the middle of random games, each with a legal turn.
pub fn middle_positions(rules: &Rules, count: usize) -> Vec<(Position, Turn)> {
    let mut random = Random::new(2);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = rules.start();
        let stop = 5 + random.below(20);
        for number in 0.. {
            let Some(turn) = position.turns(rules).choose(|n| random.below(n)) else { break };
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
    let mut random = Random::new(seed);
    let mut game = Game::new(rules.clone());
    while let Some(turn) = game.position().turns(rules).choose(|n| random.below(n)) {
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
