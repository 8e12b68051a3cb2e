//! [`Images`]: the image of a position with the smallest ZIP line.

use crate::{Board, Colour, Player, Position, Ring, RingSet, Symmetry};
use std::cmp::Ordering;

/// Chooses one of the mirror images and rotations of a position: the one whose [ZIP line](super::Zip) is smallest, compared byte by byte.
///
/// Any other program can make the same choice, because it depends on a documented format alone. [`Position::canonical`] is another choice,
/// which depends on how rings are numbered. An `Images` is prepared once for a board and compares positions without writing the lines.
#[derive(Clone, Debug)]
pub struct Images {
    board: Board,
    /// The rings in the order of a ZIP line.
    cells: Vec<Cell>,
    /// For each symmetry and each cell, the ring that it moves there.
    sources: Vec<Vec<Ring>>,
    inverses: Vec<Symmetry>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    column: u32,
    level: u32,
}

impl Images {
    /// Prepares the images of positions on a board.
    pub fn new(board: &Board) -> Images {
        let mut rings: Vec<Ring> = board.all().into_iter().collect();
        rings.sort_unstable_by_key(|&ring| board.place(ring));
        let cell = |&ring: &Ring| {
            let (column, level) = board.place(ring);
            Cell { column: column as u32, level: level as u32 }
        };
        let inverses: Vec<Symmetry> = board.symmetries().iter().map(Symmetry::inverse).collect();
        let source = |inverse: &Symmetry| rings.iter().map(|&ring| inverse.ring(ring)).collect();
        let (cells, sources) = (rings.iter().map(cell).collect(), inverses.iter().map(source).collect());
        Images { board: board.clone(), cells, sources, inverses }
    }

    /// The image of a position with the smallest ZIP line, and the symmetry that maps it back to the position.
    ///
    /// ```
    /// use zertz::{Board, Rules, notation::Images};
    ///
    /// let rules = Rules::standard(Board::rings37());
    /// let images = Images::new(&rules.board);
    /// let after = |turn| {
    ///     let turn = rules.start().read_turn(&rules, turn).unwrap();
    ///     rules.start().play(&rules, &turn).unwrap()
    /// };
    /// let (image, back) = images.smallest(&after("Wa1,d7"));
    /// assert_eq!(image.transformed(back), after("Wa1,d7"));
    /// assert_eq!(images.smallest(&after("Wg1,d7")).0, image);
    /// ```
    pub fn smallest(&self, position: &Position) -> (Position, &Symmetry) {
        let contents = Contents::of(position);
        let best = (1..self.sources.len()).fold(0, |best, next| {
            let order = self.words(&contents, next).cmp(self.words(&contents, best));
            if order == Ordering::Less { next } else { best }
        });
        (position.transformed(&self.board.symmetries()[best]), &self.inverses[best])
    }

    /// Compares two positions of games with the same rules by their ZIP lines, byte by byte.
    pub fn compare(&self, left: &Position, right: &Position) -> Ordering {
        // The first symmetry is the identity.
        let layouts = self.words(&Contents::of(left), 0).cmp(self.words(&Contents::of(right), 0));
        // What follows the layout.
        let rest = |position: &Position| {
            let [one, two] = Player::BOTH.map(|player| position.captured(player));
            format!("{} {one} {two} {}", position.pool(), position.mover().index() + 1)
        };
        layouts.then_with(|| rest(left).cmp(&rest(right)))
    }

    /// A number for each ring of an image, so that images compare as their ZIP lines do.
    ///
    /// A ring is written as a slash for each new column, the number of missing rings before it, if any, and a letter. In ASCII, slashes
    /// come before digits and digits before letters. The line without further rings goes on with slashes and ends, so it is smaller.
    fn words<'a>(&'a self, contents: &'a Contents, image: usize) -> impl Iterator<Item = u32> + 'a {
        let (mut column, mut level) = (0, 0);
        let cells = self.cells.iter().zip(&self.sources[image]);
        cells.filter(|&(_, &source)| contents.rings.contains(source)).map(move |(cell, &source)| {
            if cell.column > column {
                level = 0;
            }
            let (slashes, missing) = (cell.column - column, cell.level - level);
            (column, level) = (cell.column, cell.level + 1);
            (255 - slashes) << 16 | digits(missing) << 2 | u32::from(contents.letters[source.index()])
        })
    }
}

/// The order of a number of missing rings, below 100, in a ZIP line: byte by byte, followed by a letter, and after all numbers if it is 0
/// and not written.
fn digits(missing: u32) -> u32 {
    match missing {
        0 => 1000,
        1..10 => missing * 100 + 99,
        _ => missing / 10 * 100 + missing % 10,
    }
}

/// What lies on each ring.
struct Contents {
    rings: RingSet,
    /// The rank of the letter: B, G, W, o.
    letters: [u8; 64],
}

impl Contents {
    fn of(position: &Position) -> Contents {
        let mut letters = [3; 64];
        for (colour, letter) in [(Colour::Black, 0), (Colour::Grey, 1), (Colour::White, 2)] {
            position.marbles(colour).into_iter().for_each(|ring| letters[ring.index()] = letter);
        }
        Contents { rings: position.rings(), letters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Rules, notation::Zip};

    #[test]
    fn the_smallest_image_has_the_smallest_zip_line() {
        let mut rng = Rng::new(1);
        let boards = Board::presets().chain(["custom:d:d1,d2,d3,d13,d14,d15".parse().unwrap()]);
        for board in boards {
            let rules = Rules::standard(board);
            let images = Images::new(&rules.board);
            for _ in 0..40 {
                let (mut position, mut last) = (rules.start(), rules.start());
                while let Some(turn) = position.turns(&rules).choose(|count| rng.below(count)) {
                    position = position.play_unchecked(&rules, &turn);
                    let zip = |image: &Position| Zip::of(&rules, image).to_string();
                    let lines = rules.board.symmetries().iter().map(|symmetry| zip(&position.transformed(symmetry)));
                    let (image, back) = images.smallest(&position);
                    assert_eq!(Some(zip(&image)), lines.min());
                    assert_eq!(image.transformed(back), position);
                    assert_eq!(images.compare(&last, &position), zip(&last).cmp(&zip(&position)));
                    let other = position.with_opponent_to_move();
                    assert_eq!(images.compare(&other, &position), zip(&other).cmp(&zip(&position)));
                    last = position;
                }
            }
        }
    }
}
