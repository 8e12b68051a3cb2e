//! [`Shape`]: where the rings of a board lie, for drawing it.

use crate::Problem;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::{Board, BoardError, Direction};
use zertz_protocol::Code;

/// The layout of a board.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Shape {
    /// The board's name.
    pub board: String,
    /// All rings of the complete board.
    pub rings: Vec<Place>,
}

/// A ring and where it lies.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Place {
    /// The ring's name.
    pub ring: String,
    /// The distance to the right; neighbours are 1 apart.
    pub x: f64,
    /// The distance downwards.
    pub y: f64,
    /// The six neighbours, clockwise from the one above; `None` where there is none.
    pub next: [Option<String>; 6],
}

pub fn shape(board: &str) -> Result<Shape, Problem> {
    let board: Board = board.parse().map_err(|why: BoardError| Problem::new(Code::Board, why))?;
    let label = |ring| board.label(ring).to_string();
    let rings = board.in_label_order(board.all()).map(|ring| {
        let (x, y) = board.drawing_place(ring);
        Place { ring: label(ring), x, y: -y, next: Direction::ALL.map(|way| board.next(ring, way).map(label)) }
    });
    Ok(Shape { board: board.to_string(), rings: rings.collect() })
}

#[cfg(test)]
mod tests {
    #[test]
    fn neighbours_lie_one_apart() {
        for board in zertz::Board::presets() {
            let shape = super::shape(&board.to_string()).unwrap();
            assert_eq!(shape.rings.len(), board.all().len());
            for place in &shape.rings {
                for next in place.next.iter().flatten() {
                    let other = shape.rings.iter().find(|other| other.ring == *next).unwrap();
                    let distance = (place.x - other.x).hypot(place.y - other.y);
                    assert!((distance - 1.0).abs() < 1e-9, "{} {next}", place.ring);
                }
            }
        }
    }
}
