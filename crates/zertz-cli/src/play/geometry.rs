//! The layout of the screen: the cells of the rings, and the parts of the window.
//!
//! Columns of rings are vertical, and neighbouring columns are half a ring apart. So the smallest picture has one line for a ring and one for
//! the gap below it.

use ratatui::layout::{Position as Cell, Rect};
use zertz::{Board, Colour, Ring};

struct Scale {
    /// Lines for half the distance between two rings of a column.
    half: i32,
    /// Cells from one column to the next.
    pitch: i32,
    /// Width and height of a ring in cells.
    ring: (u16, u16),
}

const SMALL: Scale = Scale { half: 1, pitch: 5, ring: (5, 1) };
const LARGE: Scale = Scale { half: 2, pitch: 8, ring: (7, 3) };

/// The picture of a board: its size with the labels at the rim, and the cells of its rings from the upper left corner.
#[derive(Clone, Debug)]
pub struct Geometry {
    width: u16,
    height: u16,
    rings: Vec<(Ring, Rect)>,
}

/// The height of a ring on the board, in half steps.
pub fn half_steps(board: &Board, ring: Ring) -> i32 {
    (board.drawing_place(ring).1 * 2.0).round() as i32
}

fn column(board: &Board, ring: Ring) -> i32 {
    i32::from(board.label(ring).column())
}

impl Geometry {
    fn new(board: &Board, scale: &Scale) -> Geometry {
        let all = || board.in_label_order(board.all());
        let top = all().map(|ring| half_steps(board, ring)).max().unwrap_or(0);
        let bottom = all().map(|ring| half_steps(board, ring)).min().unwrap_or(0);
        let left = all().map(|ring| column(board, ring)).min().unwrap_or(0);
        let right = all().map(|ring| column(board, ring)).max().unwrap_or(0);
        let (width, height) = scale.ring;
        let place = |ring| {
            let x = (column(board, ring) - left) * scale.pitch;
            // One line above the highest ring is for labels.
            let y = (top - half_steps(board, ring)) * scale.half + 1;
            (ring, Rect::new(x as u16, y as u16, width, height))
        };
        Geometry {
            width: ((right - left) * scale.pitch) as u16 + width,
            height: ((top - bottom) * scale.half) as u16 + height + 2,
            rings: all().map(place).collect(),
        }
    }

    fn window(&self) -> (u16, u16) {
        (self.width + 2 + PANEL, (self.height + CHROME).max(LEAST_HEIGHT))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Up,
    Down,
    Left,
    Right,
}

/// The ring that an arrow key leads to. `home` is the height at which a walk sideways began, so that it follows a line instead of climbing.
///
/// Removed rings count too; otherwise the cursor could not cross a gap.
pub fn walk(board: &Board, from: Ring, way: Way, home: i32) -> Option<Ring> {
    let (here, height) = (column(board, from), half_steps(board, from));
    // Columns to the right, and half steps up.
    let offset = |ring: Ring| (column(board, ring) - here, half_steps(board, ring) - height);
    let rings = board.in_label_order(board.all());
    match way {
        Way::Up => rings.filter(|&r| matches!(offset(r), (0, 1..))).min_by_key(|&r| offset(r)),
        Way::Down => rings.filter(|&r| matches!(offset(r), (0, ..0))).max_by_key(|&r| offset(r)),
        Way::Left | Way::Right => {
            let sign = if way == Way::Left { -1 } else { 1 };
            rings.filter(|&r| offset(r).0 * sign > 0).min_by_key(|&r| {
                let height = half_steps(board, r);
                // The nearest column first; in it the ring nearest to the line, and of two the higher one.
                (offset(r).0.abs(), (height - home).abs(), -height)
            })
        }
    }
}

#[derive(Clone, Debug)]
pub struct Layout {
    pub header: Rect,
    /// Everything to the left of the panel.
    pub table: Rect,
    /// The picture of the board, inside `table`.
    board: Rect,
    /// Pool, captures and goals.
    pub score: Rect,
    /// The colours to place.
    pub hand: Rect,
    pub turns: Rect,
    pub task: Rect,
    /// Prompts, questions and notices.
    pub message: Rect,
    pub hints: Rect,
    geometry: Geometry,
}

/// The least width of the panel: enough for the table of goals.
const PANEL: u16 = 33;
/// The largest useful width of the panel.
const WIDEST_PANEL: u16 = 46;
/// The lines above and below the board: header, task, two for messages, hints.
const CHROME: u16 = 5;
/// The least height for the panel and the help.
const LEAST_HEIGHT: u16 = 20;
/// Cells for each colour in the hand: a key, a marble and a gap.
pub const HAND_STEP: u16 = 9;
/// Cells before the first colour in the hand.
pub const HAND_START: u16 = 7;

pub fn size_needed(board: &Board) -> (u16, u16) {
    Geometry::new(board, &SMALL).window()
}

impl Layout {
    /// Divides a window; `None` if it is too small for the board.
    pub fn new(window: Rect, board: &Board) -> Option<Layout> {
        let fits = |geometry: &Geometry| {
            let (width, height) = geometry.window();
            window.width >= width && window.height >= height
        };
        let geometry = [LARGE, SMALL].map(|scale| Geometry::new(board, &scale)).into_iter().find(fits)?;
        let panel = (window.width - geometry.width - 2).min(WIDEST_PANEL);
        let table = Rect::new(window.x, window.y + 1, window.width - panel, window.height - CHROME);
        let board = Rect::new(
            table.x + (table.width - geometry.width) / 2,
            table.y + (table.height - geometry.height) / 2,
            geometry.width,
            geometry.height,
        );
        let line = |y, height| Rect::new(window.x, window.y + y, window.width, height);
        let right = |y, height| Rect::new(table.right() + 1, table.y + y, panel - 1, height);
        Some(Layout {
            header: line(0, 1),
            score: right(0, 6),
            hand: right(7, 1),
            turns: right(9, table.height - 9),
            task: line(window.height - 4, 1),
            message: line(window.height - 3, 2),
            hints: line(window.height - 1, 1),
            table,
            board,
            geometry,
        })
    }

    /// The rings in the order of their labels, with their cells of the window.
    pub fn rings(&self) -> impl Iterator<Item = (Ring, Rect)> + '_ {
        let place = |rect: Rect| Rect { x: rect.x + self.board.x, y: rect.y + self.board.y, ..rect };
        self.geometry.rings.iter().map(move |&(ring, rect)| (ring, place(rect)))
    }

    pub fn ring_at(&self, cell: Cell) -> Option<Ring> {
        self.rings().find(|(_, rect)| rect.contains(cell)).map(|(ring, _)| ring)
    }

    #[cfg(test)]
    pub fn cells(&self, wanted: Ring) -> Rect {
        self.rings().find(|&(ring, _)| ring == wanted).expect("the ring is on the board").1
    }

    pub fn colour_at(&self, cell: Cell) -> Option<Colour> {
        if !self.hand.contains(cell) {
            return None;
        }
        let index = (cell.x - self.hand.x).checked_sub(HAND_START)? / HAND_STEP;
        Colour::ALL.get(usize::from(index)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(board: &Board, label: &str) -> Ring {
        board.ring(label.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_walk_sideways_follows_a_line() {
        let board = Board::rings37();
        let mut at = ring(&board, "d4");
        let home = half_steps(&board, at);
        let mut path = Vec::new();
        while let Some(next) = walk(&board, at, Way::Right, home) {
            path.push(board.label(next).to_string());
            at = next;
        }
        assert_eq!(path, ["e4", "f3", "g3"]);
        assert_eq!(walk(&board, ring(&board, "d7"), Way::Up, 0), None);
        assert_eq!(walk(&board, ring(&board, "d7"), Way::Down, 0), Some(ring(&board, "d6")));
    }

    #[test]
    fn every_ring_can_be_reached() {
        for board in Board::presets() {
            let mut reached = board.in_label_order(board.all()).next().unwrap().only();
            loop {
                let mut next = reached;
                for from in reached {
                    for way in [Way::Up, Way::Down, Way::Left, Way::Right] {
                        if let Some(to) = walk(&board, from, way, half_steps(&board, from)) {
                            next |= to.only();
                        }
                    }
                }
                if next == reached {
                    break;
                }
                reached = next;
            }
            assert_eq!(reached, board.all());
        }
    }

    #[test]
    fn all_boards_fit_a_terminal_of_80_by_24() {
        for board in Board::presets() {
            let (width, height) = size_needed(&board);
            assert!(width <= 80 && height <= 24, "{board}: {width}x{height}");
            assert!(Layout::new(Rect::new(0, 0, width, height), &board).is_some());
            assert!(Layout::new(Rect::new(0, 0, width - 1, height), &board).is_none());
            assert!(Layout::new(Rect::new(0, 0, width, height - 1), &board).is_none());
        }
    }

    #[test]
    fn a_large_window_gets_large_rings() {
        let board = Board::rings37();
        let layout = Layout::new(Rect::new(0, 0, 120, 40), &board).unwrap();
        for label in ["a1", "d4", "g4"] {
            let rect = layout.cells(ring(&board, label));
            assert_eq!((rect.width, rect.height), LARGE.ring);
            assert!(rect.positions().all(|cell| layout.ring_at(cell) == Some(ring(&board, label))));
        }
        assert_eq!(layout.ring_at(Cell::new(0, 0)), None);
    }
}
