//! Where everything stands on the screen: the rings of the board in cells, and the parts of the window.
//!
//! Only arithmetic; nothing is drawn here. Columns of rings are vertical, and neighbouring columns are half a ring apart, so
//! the smallest picture gives a ring one line and the half step between columns another one.

use ratatui::layout::{Position as Cell, Rect};
use zertz::{Board, Ring};

/// How large a ring is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// One line a ring.
    Small,
    /// Three lines a ring.
    Large,
}

impl Scale {
    /// Lines for half the distance between two rings of a column.
    const fn half(self) -> i32 {
        match self {
            Scale::Small => 1,
            Scale::Large => 2,
        }
    }

    /// Cells from one column to the next.
    const fn pitch(self) -> i32 {
        match self {
            Scale::Small => 5,
            Scale::Large => 8,
        }
    }

    /// Width and height of a ring in cells.
    pub const fn ring(self) -> (u16, u16) {
        match self {
            Scale::Small => (5, 1),
            Scale::Large => (7, 3),
        }
    }
}

/// The places of all rings of a board, in cells from the upper left corner of its picture.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// How large a ring is.
    pub scale: Scale,
    /// Of the whole picture, with the names along the rim.
    pub width: u16,
    /// Of the whole picture, with the names along the rim.
    pub height: u16,
    rings: Vec<(Ring, Rect)>,
}

/// Height of a ring in half steps.
fn half_steps(board: &Board, ring: Ring) -> i32 {
    (board.drawing_place(ring).1 * 2.0).round() as i32
}

impl Geometry {
    /// The picture of a board.
    pub fn new(board: &Board, scale: Scale) -> Geometry {
        let all = || board.in_label_order(board.all());
        let column = |ring| i32::from(board.label(ring).column());
        let top = all().map(|ring| half_steps(board, ring)).max().unwrap_or(0);
        let bottom = all().map(|ring| half_steps(board, ring)).min().unwrap_or(0);
        let left = all().map(column).min().unwrap_or(0);
        let right = all().map(column).max().unwrap_or(0);
        let (width, height) = scale.ring();
        let place = |ring| {
            let x = (column(ring) - left) * scale.pitch();
            // One line above the highest ring is for the names of the columns' last rings.
            let y = (top - half_steps(board, ring)) * scale.half() + 1;
            (ring, Rect::new(x as u16, y as u16, width, height))
        };
        Geometry {
            scale,
            width: ((right - left) * scale.pitch()) as u16 + width,
            height: ((top - bottom) * scale.half()) as u16 + height + 2,
            rings: all().map(place).collect(),
        }
    }

    /// Every ring with the cells it takes, in the order of their names.
    pub fn rings(&self) -> impl Iterator<Item = (Ring, Rect)> + '_ {
        self.rings.iter().copied()
    }

    /// The ring drawn at a cell.
    pub fn ring_at(&self, cell: Cell) -> Option<Ring> {
        self.rings().find(|(_, rect)| rect.contains(cell)).map(|(ring, _)| ring)
    }
}

/// The way an arrow key walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Up the column.
    Up,
    /// Down the column.
    Down,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
}

/// Where a walk leads. `home` is the height at which a walk sideways began: so it zigzags along a line instead of climbing.
///
/// All places of the board can be walked to, also those whose ring is gone, or the cursor could not cross a gap.
pub fn walk(board: &Board, from: Ring, way: Way, home: i32) -> Option<Ring> {
    let column = |ring| i32::from(board.label(ring).column());
    let (here, height) = (column(from), half_steps(board, from));
    let rings = board.in_label_order(board.all()).filter(|&ring| ring != from);
    match way {
        Way::Up => {
            rings.filter(|&r| column(r) == here && half_steps(board, r) > height).min_by_key(|&r| half_steps(board, r))
        }
        Way::Down => {
            rings.filter(|&r| column(r) == here && half_steps(board, r) < height).max_by_key(|&r| half_steps(board, r))
        }
        Way::Left | Way::Right => {
            let sign = if way == Way::Left { -1 } else { 1 };
            rings.filter(|&r| (column(r) - here) * sign > 0).min_by_key(|&r| {
                let h = half_steps(board, r);
                // The nearest column first; in it the ring nearest to the line, and of two the higher one.
                ((column(r) - here).abs(), (h - home).abs(), -h)
            })
        }
    }
}

/// The height at which a walk sideways from this ring begins.
pub fn home_of(board: &Board, ring: Ring) -> i32 {
    half_steps(board, ring)
}

/// The parts of the window.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Name of the game and of the file.
    pub header: Rect,
    /// All that is left of the panel.
    pub table: Rect,
    /// The picture of the board, inside `table`.
    pub board: Rect,
    /// Pool, captures and goals.
    pub score: Rect,
    /// The colours to place.
    pub hand: Rect,
    /// The list of turns.
    pub turns: Rect,
    /// What must be done now.
    pub task: Rect,
    /// Prompts, questions and messages.
    pub message: Rect,
    /// The most useful keys.
    pub hints: Rect,
    /// The rings inside `board`.
    pub geometry: Geometry,
}

/// The panel's least width: enough for the table of goals.
const PANEL: u16 = 33;
/// Beyond this the panel gains nothing.
const WIDEST_PANEL: u16 = 46;
/// Lines that are not the board's: header, task, two for messages, hints.
const CHROME: u16 = 5;
/// The least height, below which neither the panel nor the help fits.
const LEAST_HEIGHT: u16 = 20;
/// Cells for each colour in the hand: a key, a marble and a gap.
pub const HAND_STEP: u16 = 9;
/// Cells before the first colour in the hand.
pub const HAND_START: u16 = 7;

/// Width and height needed for a board.
pub fn size_needed(board: &Board) -> (u16, u16) {
    let geometry = Geometry::new(board, Scale::Small);
    (geometry.width + 2 + PANEL, (geometry.height + CHROME).max(LEAST_HEIGHT))
}

impl Layout {
    /// Divides a window, or `None` when it is too small for the board.
    pub fn new(window: Rect, board: &Board) -> Option<Layout> {
        let fits = |geometry: &Geometry| {
            window.width >= geometry.width + 2 + PANEL && window.height >= (geometry.height + CHROME).max(LEAST_HEIGHT)
        };
        let geometry = [Scale::Large, Scale::Small].map(|s| Geometry::new(board, s)).into_iter().find(fits)?;
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

    /// The ring at a cell of the window.
    pub fn ring_at(&self, cell: Cell) -> Option<Ring> {
        let inside = Cell::new(cell.x.checked_sub(self.board.x)?, cell.y.checked_sub(self.board.y)?);
        self.geometry.ring_at(inside)
    }

    /// The colour of the hand at a cell of the window.
    pub fn colour_at(&self, cell: Cell) -> Option<zertz::Colour> {
        if !self.hand.contains(cell) {
            return None;
        }
        let index = (cell.x - self.hand.x).checked_sub(HAND_START)? / HAND_STEP;
        zertz::Colour::ALL.get(usize::from(index)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(board: &Board, label: &str) -> Ring {
        board.ring(label.parse().unwrap()).unwrap()
    }

    #[test]
    fn every_ring_has_cells_of_its_own() {
        for board in Board::presets() {
            for scale in [Scale::Small, Scale::Large] {
                let geometry = Geometry::new(&board, scale);
                for (ring, rect) in geometry.rings() {
                    assert!(rect.right() <= geometry.width && rect.bottom() < geometry.height);
                    for cell in rect.positions() {
                        let other = geometry.ring_at(cell);
                        assert_eq!(other, Some(ring), "{} {scale:?}", board.label(ring));
                    }
                }
            }
        }
    }

    #[test]
    fn neighbouring_columns_are_half_a_ring_apart() {
        let board = Board::rings37();
        let geometry = Geometry::new(&board, Scale::Small);
        let at = |label| geometry.rings().find(|&(r, _)| r == ring(&board, label)).unwrap().1;
        assert_eq!((at("d7").x, at("d7").y), (15, 1));
        assert_eq!(at("d6").y, 3);
        assert_eq!((at("e6").x, at("e6").y), (20, 2));
        assert_eq!((at("a1").x, at("a1").y), (0, 10));
    }

    #[test]
    fn a_walk_sideways_keeps_its_line() {
        let board = Board::rings37();
        let mut at = ring(&board, "d4");
        let home = home_of(&board, at);
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
    fn every_place_can_be_walked_to() {
        for board in Board::presets() {
            let mut reached = board.in_label_order(board.all()).next().unwrap().only();
            loop {
                let mut next = reached;
                for from in reached {
                    for way in [Way::Up, Way::Down, Way::Left, Way::Right] {
                        if let Some(to) = walk(&board, from, way, home_of(&board, from)) {
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
    fn all_boards_of_the_rulebook_fit_a_terminal_of_80_by_24() {
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
        assert_eq!(layout.geometry.scale, Scale::Large);
        let d4 = ring(&board, "d4");
        let rect = layout.geometry.rings().find(|&(r, _)| r == d4).unwrap().1;
        let cell = Cell::new(layout.board.x + rect.x + 1, layout.board.y + rect.y + 1);
        assert_eq!(layout.ring_at(cell), Some(d4));
        assert_eq!(layout.ring_at(Cell::new(0, 0)), None);
    }
}
