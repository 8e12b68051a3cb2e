//! [`Symmetry`]: a rotation or reflection of a board.

use crate::{Ring, RingSet, board::Place};

/// A rotation or reflection that maps a board onto itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    to: [u8; 64],
}

impl Symmetry {
    /// Where `ring` goes.
    #[inline]
    pub fn ring(&self, ring: Ring) -> Ring {
        Ring::new(self.to[ring.index()] as usize)
    }

    /// Where the rings of `set` go.
    pub fn set(&self, set: RingSet) -> RingSet {
        set.into_iter().map(|ring| self.ring(ring)).collect()
    }

    /// The symmetry that maps everything back.
    pub fn inverse(&self) -> Symmetry {
        let mut to = [0; 64];
        for (from, &image) in self.to.iter().enumerate() {
            to[image as usize] = from as u8;
        }
        Symmetry { to }
    }
}

/// The symmetries of the board whose rings lie at `places` and have these `numbers`. The first is the identity.
pub(crate) fn of_places(places: &[Place], numbers: &[usize]) -> Vec<Symmetry> {
    let normal = |places: &[Place]| {
        let (left, low) = places.iter().fold((i32::MAX, i32::MAX), |(c, l), p| (c.min(p.0), l.min(p.1)));
        places.iter().map(|&(c, l)| (c - left, l - low)).collect::<Vec<Place>>()
    };
    let mut found = Vec::new();
    let here = normal(places);
    for mirrored in [false, true] {
        let mut image: Vec<Place> = places.iter().map(|&(c, l)| if mirrored { (l, c) } else { (c, l) }).collect();
        for _ in 0..6 {
            // A symmetry maps the shape onto itself up to a shift, which `normal` removes.
            let moved = normal(&image);
            let targets: Option<Vec<usize>> = moved.iter().map(|p| here.iter().position(|h| h == p)).collect();
            if let Some(targets) = targets {
                let mut to = std::array::from_fn(|i| i as u8);
                for (&from, target) in numbers.iter().zip(targets) {
                    to[from] = numbers[target] as u8;
                }
                found.push(Symmetry { to });
            }
            // A rotation by 60 degrees maps each direction to the next one clockwise.
            image.iter_mut().for_each(|place| *place = (place.1, place.1 - place.0));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::{Board, Direction};

    #[test]
    fn boards_have_their_symmetries() {
        let counts: Vec<usize> = Board::presets().map(|board| board.symmetries().len()).collect();
        // A regular hexagon has twelve. The board of 48 rings, whose sides are 4 and 5 by turns, has six.
        assert_eq!(counts, [12, 2, 2, 4, 6, 12]);
    }

    #[test]
    fn symmetries_keep_neighbours_and_lines() {
        for board in Board::presets() {
            for symmetry in board.symmetries() {
                assert_eq!(symmetry.set(board.all()), board.all());
                assert!(board.symmetries().contains(&symmetry.inverse()));
                for ring in board.all() {
                    let image = symmetry.ring(ring);
                    assert_eq!(symmetry.inverse().ring(image), ring);
                    assert_eq!(symmetry.set(board.neighbours(ring)), board.neighbours(image));
                    for direction in Direction::ALL {
                        if let Some((over, to)) = board.jump_path(ring, direction) {
                            let line = board.jump_line(image, symmetry.ring(to));
                            assert_eq!(line.map(|(_, over)| over), Some(symmetry.ring(over)));
                        }
                    }
                }
            }
            assert!(board.all().into_iter().all(|ring| board.symmetries()[0].ring(ring) == ring));
        }
    }
}
