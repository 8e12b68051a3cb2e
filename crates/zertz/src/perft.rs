//! Perft: counts sequences of turns, to compare implementations of the rules.

use crate::{Position, Rules};

/// The number of sequences of `depth` turns from a position. Games that end earlier do not count.
///
/// The last turn is counted without being made, so `perft(…, 2)` visits only as many positions as there are first turns.
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
