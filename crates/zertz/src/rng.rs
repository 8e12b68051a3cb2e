//! [`Rng`]: a small seeded random number generator (SplitMix64).

/// What SplitMix64 adds to its state for each number.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A sequence of random numbers. The same seed gives the same numbers on every machine and in every version.
///
/// It is meant for self-play, benchmarks and tests, not for secrets.
///
/// ```
/// use zertz::{Board, Rng, Rules};
/// let rules = Rules::standard(Board::rings37());
/// let mut rng = Rng::new(1);
/// let turn = rules.start().turns(&rules).choose(|count| rng.below(count));
/// assert!(turn.is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The sequence of a seed and a path below it, such as the numbers of a game and of a player. Sequences of different paths are
    /// independent, so games can be played in any order and by any thread.
    pub fn with_path(seed: u64, path: &[u64]) -> Rng {
        let mut rng = Rng(seed);
        for &part in path {
            rng.0 = rng.number() ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93);
        }
        rng.number();
        rng
    }

    /// The next number.
    #[inline]
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        scramble(self.0)
    }

    /// The next number below `bound`, all of them equally likely. `bound` must not be zero.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.number()) * bound as u128) >> 64) as usize
    }
}

/// Number `n` of the sequence of seed 0: spreads a small number over all 64 bits.
pub(crate) const fn mix(n: u64) -> u64 {
    scramble(n.wrapping_mul(GAMMA))
}

const fn scramble(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut rng = Rng::new(1_234_567);
        let numbers = [0; 3].map(|_| rng.number());
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
        assert_eq!(mix(1), Rng::new(0).number());
    }

    #[test]
    fn the_same_path_gives_the_same_numbers_and_another_path_others() {
        let first = |seed, path: &[u64]| Rng::with_path(seed, path).number();
        assert_eq!(first(1, &[2, 3]), first(1, &[2, 3]));
        let all = [first(1, &[2, 3]), first(1, &[3, 2]), first(1, &[2]), first(2, &[2, 3]), first(1, &[])];
        let mut different = all.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut rng = Rng::with_path(7, &[]);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[rng.below(6)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
