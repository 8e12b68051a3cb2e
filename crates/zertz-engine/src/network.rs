//! [`Network`]: the evaluation, learned from searches.
//!
//! A hidden layer sums a row of weights for each [pattern](crate::pattern) on the board and for each [feature](crate::training::features()) of the
//! position. The score is a linear function of its positive parts, plus a weight for each feature. All numbers are integers, so the result
//! is the same on every machine.

use crate::{
    Value,
    features::{FEATURES, MOST_FEATURES, features},
    pattern::{Geometry, Patterns, Rows, pattern_count},
    prior::{Prior, prior_count},
    score::PROVEN,
};
use std::sync::{Arc, OnceLock};
use thiserror::Error;
use zertz::{Position, Rules};

/// The size of the hidden layer.
pub const WIDTH: usize = 16;

/// The value in the hidden layer that stands for 1.
pub const HIDDEN_SCALE: f32 = 256.0;
/// The value that stands for a point in the product of the hidden layer and the output weights.
pub const OUTPUT_SCALE: f32 = 4096.0;

type Row = [i16; WIDTH];

/// The weights of the evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    patterns: Box<[Row]>,
    features: Box<[Row]>,
    /// Points for each feature.
    linear: Box<[i16]>,
    bias: Row,
    output: Row,
    pub(crate) prior: Prior,
}

/// A network in the form in which it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    /// For each pattern, [`WIDTH`] numbers.
    pub patterns: Vec<i8>,
    /// For each feature of the player to move and then for each of the opponent, [`WIDTH`] numbers.
    pub features: Vec<i16>,
    /// For each of these features, points.
    pub linear: Vec<i16>,
    /// The hidden layer without patterns and features.
    pub bias: Vec<i16>,
    /// The factors of the hidden layer.
    pub output: Vec<i16>,
    /// The weights of the prior.
    pub prior: Vec<i16>,
}

/// Why bytes are not a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// They do not begin as a network does.
    #[error("this is not an evaluation network of this version")]
    Kind,
    /// There are too few or too many bytes.
    #[error("an evaluation network has {expected} bytes, not {found}")]
    Length {
        /// The bytes of a network.
        expected: usize,
        /// The bytes given.
        found: usize,
    },
}

const MAGIC: &[u8; 8] = b"zertzev1";

impl Weights {
    /// The weights as bytes, which [`Network::read`] reads.
    pub fn write(&self) -> Vec<u8> {
        let bytes = self.patterns.iter().map(|&weight| weight as u8);
        let words = [&self.features, &self.linear, &self.bias, &self.output, &self.prior];
        let words = words.into_iter().flatten().flat_map(|weight| weight.to_le_bytes());
        MAGIC.iter().copied().chain(bytes).chain(words).collect()
    }
}

impl Network {
    /// The network of this crate.
    pub fn known() -> Arc<Network> {
        static KNOWN: OnceLock<Arc<Network>> = OnceLock::new();
        let read = || Network::read(include_bytes!("../network/weights.bin")).expect("the tests read the network");
        KNOWN.get_or_init(|| Arc::new(read())).clone()
    }

    /// Reads a network.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Kind)?;
        let bytes_in_rows = pattern_count() * WIDTH;
        let words = 2 * FEATURES * (WIDTH + 1) + 2 * WIDTH + prior_count();
        let expected = MAGIC.len() + bytes_in_rows + 2 * words;
        if bytes.len() != expected {
            return Err(NetworkError::Length { expected, found: bytes.len() });
        }
        let (patterns, words) = rest.split_at(bytes_in_rows);
        let patterns = patterns.chunks_exact(WIDTH).map(|row| std::array::from_fn(|i| i16::from(row[i] as i8)));
        let mut words = words.chunks_exact(2).map(|word| i16::from_le_bytes([word[0], word[1]]));
        let row = |words: &mut dyn Iterator<Item = i16>| std::array::from_fn(|_| words.next().unwrap_or(0));
        Ok(Network {
            patterns: patterns.collect(),
            features: (0..2 * FEATURES).map(|_| row(&mut words)).collect(),
            linear: words.by_ref().take(2 * FEATURES).collect(),
            bias: row(&mut words),
            output: row(&mut words),
            prior: Prior::from_weights(words),
        })
    }

    /// Evaluates a position without captures, for the player to move.
    pub fn evaluate(&self, rules: &Rules, position: &Position) -> Value {
        let mut sums = Sums::new();
        sums.update(self, &Geometry::new(&rules.board), position);
        self.score(&sums, rules, position)
    }

    /// Replaces patterns in the hidden layer, which stays in registers meanwhile.
    #[inline]
    fn swap(&self, hidden: &mut Row, swaps: &[(u16, u16)]) {
        let mut sums = *hidden;
        for &(old, new) in swaps {
            let (old, new) = (&self.patterns[usize::from(old)], &self.patterns[usize::from(new)]);
            for i in 0..WIDTH {
                sums[i] = sums[i].wrapping_add(new[i]).wrapping_sub(old[i]);
            }
        }
        *hidden = sums;
    }

    /// The score of a position whose patterns are summed up.
    #[inline]
    pub(crate) fn score(&self, sums: &Sums, rules: &Rules, position: &Position) -> Value {
        // The features are listed first, so that the hidden layer stays in registers while their rows are added.
        let (mut list, mut count) = ([0; MOST_FEATURES], 0);
        features(rules, position, |feature, own| {
            list[count] = (if own { feature } else { FEATURES + feature }) as u16;
            count += 1;
        });
        let (mut hidden, mut points) = (sums.hidden, 0);
        add(&mut hidden, &self.bias);
        for &feature in &list[..count] {
            points += Value::from(self.linear[usize::from(feature)]);
            add(&mut hidden, &self.features[usize::from(feature)]);
        }
        let products = hidden.iter().zip(&self.output).map(|(&sum, &weight)| i32::from(sum.max(0)) * i32::from(weight));
        let sum = products.fold(0, i32::wrapping_add);
        (points + sum / OUTPUT_SCALE as i32).clamp(-MOST, MOST)
    }
}

/// The highest score. Whatever weights a file has, no score looks proven.
const MOST: Value = PROVEN / 2;

/// How many changed patterns are collected before the hidden layer is updated.
const SWAPS: usize = 64;

#[inline(always)]
fn add(sums: &mut Row, row: &Row) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(weight);
    }
}

/// The part of the hidden layer that comes from patterns.
#[derive(Clone)]
pub(crate) struct Sums {
    pub patterns: Patterns,
    hidden: Row,
}

impl Sums {
    /// The sums of a board without rings.
    pub fn new() -> Sums {
        Sums { patterns: Patterns::EMPTY, hidden: [0; WIDTH] }
    }

    /// The number of rings whose state differs from that in a position.
    #[inline]
    pub fn differences(&self, position: &Position) -> usize {
        self.patterns.differences(position)
    }

    /// Changes the sums to those of a position.
    #[inline]
    pub fn update(&mut self, network: &Network, geometry: &Geometry, position: &Position) {
        let mut swaps = [(0, 0); SWAPS];
        let mut count = 0;
        let hidden = &mut self.hidden;
        self.patterns.update(Rows::get(), geometry, position, |old, new| {
            swaps[count] = (old as u16, new as u16);
            count += 1;
            if count == SWAPS {
                network.swap(hidden, &swaps);
                count = 0;
            }
        });
        network.swap(hidden, &swaps[..count]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rng};

    #[test]
    fn sums_are_the_same_however_they_are_reached() {
        let network = Network::known();
        for board in Board::presets() {
            let rules = Rules::standard(board);
            let (geometry, mut rng) = (Geometry::new(&rules.board), Rng::new(5));
            let (mut position, mut sums) = (rules.start(), Sums::new());
            while let Some(turn) = position.turns(&rules).choose(|count| rng.below(count)) {
                position = position.play_unchecked(&rules, &turn);
                sums.update(&network, &geometry, &position);
                assert_eq!(network.score(&sums, &rules, &position), network.evaluate(&rules, &position));
            }
        }
    }

    #[test]
    fn the_hidden_layer_is_the_sum_of_all_rows() {
        // A slow twin: one number at a time, from the bytes of the file.
        let bytes = include_bytes!("../network/weights.bin");
        let network = Network::read(bytes).unwrap();
        let rules = Rules::standard(Board::rings48());
        let mut rng = Rng::new(6);
        let mut position = rules.start();
        while let Some(turn) = position.turns(&rules).choose(|count| rng.below(count)) {
            position = position.play_unchecked(&rules, &turn);
            let mut sums = Sums::new();
            sums.update(&network, &Geometry::new(&rules.board), &position);
            let mut expected = [0i32; WIDTH];
            crate::pattern::pattern_rows(&rules.board, &position, |_, rows| {
                for (row, i) in rows.into_iter().flat_map(|row| (0..WIDTH).map(move |i| (row, i))) {
                    expected[i] += i32::from(bytes[MAGIC.len() + row * WIDTH + i] as i8);
                }
            });
            assert_eq!(sums.hidden.map(i32::from), expected);
        }
    }

    #[test]
    fn other_files_are_refused() {
        let bytes = include_bytes!("../network/weights.bin");
        assert_eq!(Network::read(b"zertz-proof 1"), Err(NetworkError::Kind));
        let short = Network::read(&bytes[..bytes.len() - 1]);
        assert_eq!(short, Err(NetworkError::Length { expected: bytes.len(), found: bytes.len() - 1 }));
    }

    #[test]
    fn no_weights_make_a_score_look_proven() {
        let mut bytes = include_bytes!("../network/weights.bin").to_vec();
        bytes[MAGIC.len()..].fill(0x7f);
        let network = Network::read(&bytes).unwrap();
        let rules = Rules::standard(Board::rings37());
        assert!(network.evaluate(&rules, &rules.start()).abs() < PROVEN);
    }
}
