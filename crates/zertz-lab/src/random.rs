//! [`Random`]: a small seeded generator (SplitMix64). The same seed gives the same numbers on every machine and in every version.

/// A stream of numbers that look random.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed and a path below it, such as the number of a pair and of its player. Streams of different paths have
    /// nothing to do with each other, so games can be played in any order and by any thread.
    pub fn new(seed: u64, path: &[u64]) -> Random {
        let mut random = Random(seed);
        for &part in path {
            random.0 = random.number() ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93);
        }
        random.number();
        random
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, all of them equally likely. `bound` is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.number()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_path_gives_the_same_numbers_and_another_path_others() {
        let first = |seed, path: &[u64]| Random::new(seed, path).number();
        assert_eq!(first(1, &[2, 3]), first(1, &[2, 3]));
        let all = [first(1, &[2, 3]), first(1, &[3, 2]), first(1, &[2]), first(2, &[2, 3]), first(1, &[])];
        let mut different = all.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut random = Random::new(7, &[]);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[random.below(6)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
