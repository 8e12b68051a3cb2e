//! [`Prior`]: which placements and removals are often best, learned from searches. It orders the steps of a node before a search has tried any.
//!
//! The prior of a step is a sum of weights for the [patterns](crate::pattern) of its ring before the turn. To it, a placement adds a weight for
//! its colour and each player's captures, and a removal one for the distance from the ring of the placement.

use crate::{
    features::{MATERIALS, material},
    pattern::{AXES, Patterns, Rows, pattern_count},
};
use zertz::{Board, Colour, Position, Ring, Rules};

/// The prior that stands for a factor of e in the odds.
pub const PRIOR_SCALE: f32 = 64.0;

/// The numbers in the row of a pattern: a placement of each colour, and a removal.
const WIDTH: usize = 4;
const REMOVAL: usize = 3;

/// The different distances between rings: larger ones count as the largest.
const DISTANCES: usize = 12;

/// The weights of the prior: rows of patterns, then weights of captures, then of distances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prior {
    patterns: Box<[[i16; WIDTH]]>,
    /// For the captures of the player to move and then of the opponent, by colour.
    material: Box<[[i16; 3]]>,
    distances: [i16; DISTANCES],
}

fn first_material() -> usize {
    pattern_count() * WIDTH
}

fn first_distance() -> usize {
    first_material() + 2 * MATERIALS * 3
}

/// The number of weights of the prior.
pub fn prior_count() -> usize {
    first_distance() + DISTANCES
}

/// The weights, by number, that add up to the prior of a placement.
pub struct PlacementWeights {
    material: [usize; 2],
}

impl PlacementWeights {
    /// The weights for the placements of a position.
    pub fn new(rules: &Rules, position: &Position) -> PlacementWeights {
        let [own, other] = [position.mover(), position.mover().other()].map(|who| material(rules, position, who));
        PlacementWeights { material: [own, MATERIALS + other] }
    }

    /// The weights for a placement on a ring with these patterns.
    pub fn of(&self, rows: [usize; 1 + AXES], colour: Colour) -> impl Iterator<Item = usize> {
        let captures = self.material.map(|material| first_material() + material * 3 + colour.index());
        rows.into_iter().map(move |row| row * WIDTH + colour.index()).chain(captures)
    }
}

/// The weights, by number, that add up to the prior of a removal: of a ring with these patterns, at this distance from the placement.
pub fn removal_weights(rows: [usize; 1 + AXES], distance: usize) -> impl Iterator<Item = usize> {
    rows.into_iter().map(|row| row * WIDTH + REMOVAL).chain([first_distance() + distance])
}

impl Prior {
    /// Takes the weights from a list in the order of their numbers.
    pub fn from_weights(mut weights: impl Iterator<Item = i16>) -> Prior {
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
        let [own, other] = PlacementWeights::new(rules, position).material.map(|material| &prior.material[material]);
        for ring in position.vacant() {
            let captures = |colour: usize| own[colour].wrapping_add(other[colour]);
            let mut sum = [captures(0), captures(1), captures(2), 0];
            for row in patterns.rows(Rows::get(), ring) {
                let weights = &prior.patterns[row];
                (0..WIDTH).for_each(|i| sum[i] = sum[i].wrapping_add(weights[i]));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{Geometry, pattern_rows};
    use zertz::Rng;

    #[test]
    fn a_prior_is_the_sum_of_its_weights() {
        let mut rng = Rng::new(8);
        let weights: Vec<i16> = (0..prior_count()).map(|_| rng.below(201) as i16 - 100).collect();
        let prior = Prior::from_weights(weights.iter().copied());
        let sum = |numbers: &mut dyn Iterator<Item = usize>| numbers.map(|n| i32::from(weights[n])).sum::<i32>();
        for rules in [Rules::standard(Board::rings37()), Rules::blitz(Board::rings61())] {
            let (geometry, distances) = (Geometry::new(&rules.board), Distances::new(&rules.board));
            let mut position = rules.start();
            while let Some(turn) = position.turns(&rules).choose(|count| rng.below(count)) {
                let (mut patterns, mut priors) = (Patterns::EMPTY, Priors::NONE);
                patterns.update(Rows::get(), &geometry, &position, |_, _| {});
                priors.set(&prior, &patterns, &rules, &position);
                let placements = PlacementWeights::new(&rules, &position);
                let placed = position.vacant().first().unwrap();
                pattern_rows(&rules.board, &position, |ring, rows| {
                    if !position.vacant().contains(ring) {
                        return;
                    }
                    for colour in Colour::ALL {
                        let expected = sum(&mut placements.of(rows, colour));
                        assert_eq!(priors.placement(colour, ring), expected);
                    }
                    let expected = sum(&mut removal_weights(rows, distances.between(placed, ring)));
                    assert_eq!(priors.removal(&prior, &distances, placed, ring), expected);
                });
                position = position.play_unchecked(&rules, &turn);
            }
        }
    }
}
