//! Perft: the number of ways a game can go on for so many turns. The first thing to compare two implementations by.

use crate::{Position, Rules};

/// How many sequences of `depth` turns there are from a position. A game that ends earlier counts nothing.
///
/// The last turn is counted, not made, so `perft(…, 2)` visits only as many positions as there are first turns.
///
/// ```
/// use zertz::{Board, Rules, perft};
/// let rules = Rules::standard(Board::rings37());
/// assert_eq!(perft(&rules, &rules.start(), 1), 1944);
/// ```
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.turns(rules).len() as u64,
        _ => {
            let mut nodes = 0;
            position.turns(rules).for_each(|turn| {
                nodes += perft(rules, &position.play_unchecked(rules, &turn), depth - 1);
            });
            nodes
        }
    }
}
