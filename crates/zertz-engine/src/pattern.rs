//! Local patterns: a ring with its six neighbours, and lines of five rings.
//!
//! A ring is in one of five states: absent, vacant, or with a white, grey or black marble. Patterns that are mirror images or rotations of
//! each other are the same, so they are independent of the board and of where they are on it. Each has a number, its *row* in the tables
//! of a [`Network`](crate::Network). Row 0 stands for every pattern whose middle ring is absent.

use std::sync::OnceLock;
use zertz::{Board, Colour, Direction, Position, Ring, RingSet};

const STATES: usize = 5;
/// The states of six neighbours, as a number in base 5.
const AROUND: usize = STATES.pow(6);
/// The states of five rings in a line.
const LINE: usize = STATES.pow(5);
/// The lines through a ring.
pub(crate) const AXES: usize = 3;

/// What a step from one ring of a pattern to the next multiplies its state by.
const POWERS: [u16; 6] = [1, 5, 25, 125, 625, 3125];

/// The rows of all patterns.
pub(crate) struct Rows {
    /// By the state of the ring and the number of its neighbours.
    hexagons: Box<[u16]>,
    lines: Box<[u16]>,
    count: usize,
}

impl Rows {
    /// The rows. The first call computes them.
    pub fn get() -> &'static Rows {
        static ROWS: OnceLock<Rows> = OnceLock::new();
        ROWS.get_or_init(Rows::new)
    }

    fn new() -> Rows {
        let mut count = 1;
        let mut number = |image: usize, own: usize, rows: &[u16]| {
            if image < own {
                return rows[image];
            }
            count += 1;
            (count - 1) as u16
        };
        let mut hexagons = vec![0; STATES * AROUND];
        for index in AROUND..hexagons.len() {
            hexagons[index] = number(least_hexagon(index), index, &hexagons);
        }
        let mut lines = vec![0; LINE];
        for index in 0..LINE {
            let states = digits::<5>(index);
            if states[2] != 0 {
                let mirrored = states.iter().fold(0, |sum, &state| sum * STATES + state);
                lines[index] = number(mirrored.min(index), index, &lines);
            }
        }
        Rows { hexagons: hexagons.into(), lines: lines.into(), count }
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn hexagon(&self, state: u8, around: u16) -> usize {
        self.hexagons[usize::from(state) * AROUND + usize::from(around)].into()
    }

    #[inline]
    fn line(&self, line: u16) -> usize {
        self.lines[usize::from(line)].into()
    }
}

/// The smallest number of a hexagon and its mirror images and rotations.
fn least_hexagon(index: usize) -> usize {
    let states = digits::<6>(index % AROUND);
    let number = |order: &dyn Fn(usize) -> usize| (0..6).rev().fold(0, |sum, i| sum * STATES + states[order(i)]);
    let images = (0..6).flat_map(|by| [number(&|i| (i + by) % 6), number(&|i| (by + 6 - i) % 6)]);
    index / AROUND * AROUND + images.min().unwrap_or(0)
}

/// The digits of a number in base 5, lowest first.
fn digits<const N: usize>(mut number: usize) -> [usize; N] {
    std::array::from_fn(|_| {
        let digit = number % STATES;
        number /= STATES;
        digit
    })
}

/// The place of a ring that the board does not have.
const NOWHERE: u8 = 64;

/// Which patterns of a board a ring belongs to.
pub(crate) struct Geometry {
    /// The neighbours of each ring, clockwise.
    near: [[u8; 6]; 64],
    /// For each ring and axis: the rings two and one steps back, and one and two steps ahead.
    line: [[[u8; 4]; AXES]; 64],
}

impl Geometry {
    pub fn new(board: &Board) -> Geometry {
        let next = |from: Option<Ring>, direction| from.and_then(|ring| board.next(ring, direction));
        let place = |ring: Option<Ring>| ring.map_or(NOWHERE, |ring| ring.index() as u8);
        let mut geometry = Geometry { near: [[NOWHERE; 6]; 64], line: [[[NOWHERE; 4]; AXES]; 64] };
        for ring in board.all() {
            geometry.near[ring.index()] = Direction::ALL.map(|direction| place(board.next(ring, direction)));
            for axis in 0..AXES {
                let (ahead, back) = (Direction::ALL[axis], Direction::ALL[axis].opposite());
                let [before, after] = [back, ahead].map(|direction| next(Some(ring), direction));
                geometry.line[ring.index()][axis] =
                    [place(next(before, back)), place(before), place(after), place(next(after, ahead))];
            }
        }
        geometry
    }
}

/// The patterns of a position. They are updated ring by ring.
#[derive(Clone)]
pub(crate) struct Patterns {
    rings: RingSet,
    marbles: [RingSet; 3],
    /// By ring; the last entry is [`NOWHERE`].
    states: [u8; 65],
    around: [u16; 65],
    lines: [[u16; 65]; AXES],
}

impl Patterns {
    /// The patterns of a board without rings.
    pub const EMPTY: Patterns = Patterns {
        rings: RingSet::EMPTY,
        marbles: [RingSet::EMPTY; 3],
        states: [0; 65],
        around: [0; 65],
        lines: [[0; 65]; AXES],
    };

    /// The number of rings whose state differs from that in a position.
    #[inline]
    pub fn differences(&self, position: &Position) -> usize {
        self.changed(position).len()
    }

    #[inline]
    fn changed(&self, position: &Position) -> RingSet {
        let marbles = Colour::ALL.map(|colour| self.marbles[colour.index()] ^ position.marbles(colour));
        (self.rings ^ position.rings()) | marbles[0] | marbles[1] | marbles[2]
    }

    /// Changes the patterns to those of a position. Calls `swap` with the rows that the old and the new patterns have.
    #[inline]
    pub fn update(
        &mut self,
        rows: &Rows,
        geometry: &Geometry,
        position: &Position,
        mut swap: impl FnMut(usize, usize),
    ) {
        let changed = self.changed(position);
        self.rings = position.rings();
        self.marbles = Colour::ALL.map(|colour| position.marbles(colour));
        for ring in changed {
            let marble = Colour::ALL.into_iter().find(|&colour| position.marbles(colour).contains(ring));
            let state = match marble {
                Some(colour) => 2 + colour.index() as u8,
                None => u8::from(position.rings().contains(ring)),
            };
            self.set(rows, geometry, ring.index(), state, &mut swap);
        }
    }

    /// The rows of the patterns with this ring in the middle.
    #[inline]
    pub fn rows(&self, rows: &Rows, ring: Ring) -> [usize; 1 + AXES] {
        let at = ring.index();
        let line = |axis: usize| rows.line(self.lines[axis][at]);
        [rows.hexagon(self.states[at], self.around[at]), line(0), line(1), line(2)]
    }

    #[inline]
    fn set(&mut self, rows: &Rows, geometry: &Geometry, at: usize, state: u8, swap: &mut impl FnMut(usize, usize)) {
        let before = std::mem::replace(&mut self.states[at], state);
        let delta = u16::from(state).wrapping_sub(before.into());
        swap(rows.hexagon(before, self.around[at]), rows.hexagon(state, self.around[at]));
        for (direction, &near) in geometry.near[at].iter().enumerate() {
            let near = usize::from(near);
            let around = &mut self.around[near];
            let old = *around;
            // The ring that changes lies in the opposite direction.
            *around = old.wrapping_add(delta.wrapping_mul(POWERS[(direction + 3) % 6]));
            let own = self.states[near];
            if own != 0 {
                swap(rows.hexagon(own, old), rows.hexagon(own, *around));
            }
        }
        for (lines, others) in self.lines.iter_mut().zip(&geometry.line[at]) {
            let mut change = |place: usize, power: u16| {
                let old = lines[place];
                lines[place] = old.wrapping_add(delta.wrapping_mul(power));
                let [old, new] = [old, lines[place]].map(|line| rows.line(line));
                if old != new {
                    swap(old, new);
                }
            };
            change(at, POWERS[2]);
            for (&place, power) in others.iter().zip([POWERS[4], POWERS[3], POWERS[1], POWERS[0]]) {
                if place != NOWHERE {
                    change(place.into(), power);
                }
            }
        }
    }
}

/// Calls `visit` with each ring of a position and the rows of its patterns.
pub fn pattern_rows(board: &Board, position: &Position, mut visit: impl FnMut(Ring, [usize; 1 + AXES])) {
    let mut patterns = Patterns::EMPTY;
    patterns.update(Rows::get(), &Geometry::new(board), position, |_, _| {});
    position.rings().into_iter().for_each(|ring| visit(ring, patterns.rows(Rows::get(), ring)));
}

/// The number of rows that [`pattern_rows`] distinguishes.
pub fn pattern_count() -> usize {
    Rows::get().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use zertz::{Rng, Rules};

    fn count(rows: impl IntoIterator<Item = usize>) -> BTreeMap<usize, i32> {
        rows.into_iter().fold(BTreeMap::new(), |mut counts, row| {
            *counts.entry(row).or_default() += 1;
            counts
        })
    }

    fn all_rows(board: &Board, position: &Position) -> BTreeMap<usize, i32> {
        let mut list = Vec::new();
        pattern_rows(board, position, |_, rows| list.extend(rows));
        count(list)
    }

    #[test]
    fn mirror_images_and_rotations_have_the_same_rows() {
        let rules = Rules::standard(Board::rings37());
        let mut rng = Rng::new(3);
        let mut position = rules.start();
        while let Some(turn) = position.turns(&rules).choose(|count| rng.below(count)) {
            position = position.play_unchecked(&rules, &turn);
            let rows = all_rows(&rules.board, &position);
            for symmetry in rules.board.symmetries() {
                assert_eq!(all_rows(&rules.board, &position.transformed(symmetry)), rows);
            }
        }
    }

    #[test]
    fn updates_swap_exactly_the_rows_that_change() {
        for board in Board::presets() {
            let rules = Rules::standard(board);
            let geometry = Geometry::new(&rules.board);
            let mut rng = Rng::new(4);
            let (mut position, mut patterns, mut known) = (rules.start(), Patterns::EMPTY, BTreeMap::new());
            while let Some(turn) = position.turns(&rules).choose(|count| rng.below(count)) {
                patterns.update(Rows::get(), &geometry, &position, |old, new| {
                    *known.entry(old).or_default() -= 1;
                    *known.entry(new).or_default() += 1;
                });
                known.remove(&0);
                known.retain(|_, count| *count != 0);
                assert_eq!(known, all_rows(&rules.board, &position));
                position = position.play_unchecked(&rules, &turn);
            }
        }
    }

    #[test]
    fn patterns_are_folded_over_symmetry() {
        // Burnside's lemma: 4 states of the ring times the ways to colour six beads with five colours, and 4 times the lines.
        let necklaces = (5usize.pow(6) + 3 * 5usize.pow(4) + 4 * 5usize.pow(3) + 2 * 25 + 2 * 5) / 12;
        let lines = (5usize.pow(4) + 25) / 2;
        assert_eq!(pattern_count(), 1 + 4 * necklaces + 4 * lines);
    }
}
