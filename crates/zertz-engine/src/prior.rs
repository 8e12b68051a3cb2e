//! [`Prior`]: which placements and removals are often best, learned from searches. It orders the steps of a node before a search has tried any.
//!
//! The prior of a step is a sum of weights for the [patterns](crate::pattern) of its ring before the turn. To it, a placement adds a weight for
//! its colour and each player's captures, and a removal one for the distance from the ring of the placement.

use crate::{
    features::{MATERIALS, material},
    pattern::{Patterns, Rows, pattern_count},
};
use zertz::{Board, Colour, Position, Ring, Rules};

/// The prior that stands for a factor of e in the odds.
pub const PRIOR_SCALE: f32 = 64.0;

/// The numbers in the row of a pattern: a placement of each colour, and a removal.
pub const PRIOR_WIDTH: usize = 4;
const REMOVAL: usize = 3;

/// The different distances between rings: larger ones count as the largest.
pub const DISTANCES: usize = 12;

/// The weights of the prior.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prior {
    patterns: Box<[[i16; PRIOR_WIDTH]]>,
    /// For the captures of the player to move and then of the opponent, by colour.
    material: Box<[[i16; 3]]>,
    distances: [i16; DISTANCES],
}

impl Prior {
    /// The number of weights.
    pub fn count() -> usize {
        pattern_count() * PRIOR_WIDTH + 2 * MATERIALS * 3 + DISTANCES
    }

    /// Takes the weights from a list: patterns, captures, distances.
    pub(crate) fn from_weights(mut weights: impl Iterator<Item = i16>) -> Prior {
        let mut next = || weights.next().unwrap_or(0);
        Prior {
            patterns: (0..pattern_count()).map(|_| std::array::from_fn(|_| next())).collect(),
            material: (0..2 * MATERIALS).map(|_| std::array::from_fn(|_| next())).collect(),
            distances: std::array::from_fn(|_| next()),
        }
    }
}

/// The priors of all steps of a turn.
#[derive(Clone)]
pub(crate) struct Priors {
    placements: [[i16; 64]; 3],
    removals: [i16; 64],
}

impl Priors {
    pub const NONE: Priors = Priors { placements: [[0; 64]; 3], removals: [0; 64] };

    /// Computes the priors of a position with these patterns.
    #[inline]
    pub fn set(&mut self, prior: &Prior, patterns: &Patterns, rules: &Rules, position: &Position) {
        let [own, other] = [position.mover(), position.mover().other()].map(|who| material(rules, position, who));
        let (own, other) = (&prior.material[own], &prior.material[MATERIALS + other]);
        for ring in position.vacant() {
            let captures = |colour: usize| own[colour].wrapping_add(other[colour]);
            let mut sum = [captures(0), captures(1), captures(2), 0];
            for row in patterns.rows(Rows::get(), ring) {
                let weights = &prior.patterns[row];
                (0..PRIOR_WIDTH).for_each(|i| sum[i] = sum[i].wrapping_add(weights[i]));
            }
            (0..3).for_each(|colour| self.placements[colour][ring.index()] = sum[colour]);
            self.removals[ring.index()] = sum[REMOVAL];
        }
    }

    #[inline]
    pub fn placement(&self, colour: Colour, ring: Ring) -> i32 {
        self.placements[colour.index()][ring.index()].into()
    }

    #[inline]
    pub fn removal(&self, prior: &Prior, distances: &Distances, placed: Ring, ring: Ring) -> i32 {
        let distance = distances.0[placed.index()][ring.index()];
        i32::from(self.removals[ring.index()]) + i32::from(prior.distances[usize::from(distance)])
    }
}

/// For each pair of rings, the number of their distance, from the nearest to the farthest.
#[derive(Clone)]
pub struct Distances(Box<[[u8; 64]; 64]>);

impl Distances {
    /// The distances on a board.
    pub fn new(board: &Board) -> Distances {
        // The squares of the distances on the grid.
        const SQUARES: [i32; DISTANCES] = [0, 1, 3, 4, 7, 9, 12, 13, 16, 19, 21, 25];
        let mut distances = Distances(Box::new([[0; 64]; 64]));
        for from in board.all() {
            for to in board.all() {
                let ((x, y), (u, v)) = (board.drawing_place(from), board.drawing_place(to));
                let square = ((x - u).powi(2) + (y - v).powi(2)).round() as i32;
                let number = SQUARES.iter().position(|&known| known >= square).unwrap_or(DISTANCES - 1);
                distances.0[from.index()][to.index()] = number as u8;
            }
        }
        distances
    }

    /// The number of the distance between two rings.
    pub fn between(&self, from: Ring, to: Ring) -> usize {
        self.0[from.index()][to.index()].into()
    }
}
