//! [`Board`]: the rings of a board, their names and their neighbours.
//!
//! A ring has two coordinates. Its *column* counts from the left. Its *level* counts along the column in a sheared
//! grid, so that the six neighbours are always at the same six offsets, those of [`Direction`]. With `q` the signed
//! distance from the centre column, ring number `k` of a column has level `k - 1 + max(q, 0)`.
//!
//! Each ring gets a number below 64. Where possible, numbers are chosen so that a step in a direction adds a constant; a whole
//! set of rings then moves with one mask and one rotation of a word. See [`numbering`].

use crate::{Label, Ring, RingSet, Symmetry, symmetry};
use std::{
    collections::HashSet,
    fmt,
    str::FromStr,
    sync::{Arc, OnceLock},
};
use thiserror::Error;

/// The coordinates of a ring in the sheared grid: column and level.
pub(crate) type Place = (i32, i32);

/// One of the six directions from a ring, clockwise from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Up the column.
    North,
    /// To the next column, half a ring up.
    NorthEast,
    /// To the next column, half a ring down.
    SouthEast,
    /// Down the column.
    South,
    /// To the column before, half a ring down.
    SouthWest,
    /// To the column before, half a ring up.
    NorthWest,
}

impl Direction {
    /// All six, clockwise from [`Direction::North`].
    pub const ALL: [Direction; 6] = [
        Direction::North,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::NorthWest,
    ];

    /// 0 to 5, clockwise from north.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// What a step adds to column and level.
    pub(crate) const fn offset(self) -> Place {
        [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)][self as usize]
    }
}

/// A board: a set of at most 64 rings with their names and neighbours. Cheap to clone.
///
/// ```
/// use zertz::Board;
/// let board = Board::rings37();
/// assert_eq!(board.all().len(), 37);
/// let d4 = board.ring("d4".parse()?).unwrap();
/// assert_eq!(board.neighbours(d4).len(), 6);
/// assert_eq!(board.symmetries().len(), 12);
/// # Ok::<(), zertz::LabelError>(())
/// ```
#[derive(Clone)]
pub struct Board(Arc<Tables>);

struct Tables {
    name: &'static str,
    centre: u8,
    all: RingSet,
    labels: [Option<Label>; 64],
    in_label_order: Vec<(Label, Ring)>,
    /// The only layer on every rulebook board except the largest. It is separate so that a step there needs no loop.
    layer: Layer,
    further_layers: Vec<Layer>,
    next: [[Option<Ring>; 6]; 64],
    neighbours: [RingSet; 64],
    symmetries: Vec<Symmetry>,
}

/// How rings move in each direction: the numbers of those in `from` are rotated by `by`. Rings that need a different constant are in
/// a further layer.
type Layer = [Shift; 6];

#[derive(Clone, Copy, Default)]
struct Shift {
    from: u64,
    by: u32,
}

/// The boards in the rulebook, with the rings in each column from left to right.
const PRESETS: [(&str, &[u8]); 6] = [
    ("37", &[4, 5, 6, 7, 6, 5, 4]),
    ("40", &[4, 5, 6, 7, 6, 5, 4, 3]),
    ("43", &[5, 6, 7, 7, 6, 5, 4, 3]),
    ("44", &[4, 5, 6, 7, 7, 6, 5, 4]),
    ("48", &[5, 6, 7, 8, 7, 6, 5, 4]),
    ("61", &[5, 6, 7, 8, 9, 8, 7, 6, 5]),
];

impl Board {
    /// The basic board, a regular hexagon.
    pub fn rings37() -> Board {
        Board::preset(0)
    }

    /// The basic board plus the rings marked 1 in the rulebook.
    pub fn rings40() -> Board {
        Board::preset(1)
    }

    /// The 40 rings plus those marked 2.
    pub fn rings43() -> Board {
        Board::preset(2)
    }

    /// The 40 rings plus those marked 3.
    pub fn rings44() -> Board {
        Board::preset(3)
    }

    /// The tournament board.
    pub fn rings48() -> Board {
        Board::preset(4)
    }

    /// The largest board, a regular hexagon of side 5.
    pub fn rings61() -> Board {
        Board::preset(5)
    }

    /// All boards in the rulebook, smallest first.
    pub fn presets() -> impl Iterator<Item = Board> {
        (0..PRESETS.len()).map(Board::preset)
    }

    /// The names of these boards, in the same order.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|&(name, _)| name)
    }

    fn preset(which: usize) -> Board {
        static BUILT: [OnceLock<Board>; PRESETS.len()] = [const { OnceLock::new() }; PRESETS.len()];
        let build = || {
            let (name, columns) = PRESETS[which];
            let centre = if name == "61" { 4 } else { 3 };
            let labels = columns.iter().enumerate().flat_map(|(column, &rings)| {
                (1..=rings).map(move |row| Label::new(column as u8, row).expect("preset boards are small"))
            });
            Board::build(name, centre, labels.collect())
        };
        BUILT[which].get_or_init(build).clone()
    }

    /// A custom board with the rings of these names. `centre` is the column whose first ring lies lowest (0 is `a`). On the
    /// boards in the rulebook it is `d`, with 61 rings `e`.
    pub fn custom(centre: u8, labels: impl IntoIterator<Item = Label>) -> Result<Board, BoardError> {
        let mut labels: Vec<Label> = labels.into_iter().take(65).collect();
        labels.sort_unstable();
        if let Some(pair) = labels.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::Twice(pair[0]));
        }
        // A higher level does not fit into a ZIP line.
        let too_high = |label: &Label| place(centre, *label).1 >= i32::from(Label::ROWS);
        match labels.len() {
            0 => Err(BoardError::NoRing),
            65 => Err(BoardError::TooMany),
            _ if centre >= Label::COLUMNS => Err(BoardError::Centre),
            _ if labels.iter().any(too_high) => Err(BoardError::TooHigh),
            _ => {
                let same = |board: &Board| board.0.centre == centre && board.labels().eq(labels.iter().copied());
                Ok(Board::presets().find(same).unwrap_or_else(|| Board::build("custom", centre, labels.clone())))
            }
        }
    }

    fn build(name: &'static str, centre: u8, labels: Vec<Label>) -> Board {
        let places: Vec<Place> = labels.iter().map(|&label| place(centre, label)).collect();
        let numbers = numbering(&places);
        let ring_at = |wanted: Place| places.iter().position(|&p| p == wanted).map(|i| Ring::new(numbers[i]));

        let mut tables = Tables {
            name,
            centre,
            all: numbers.iter().map(|&number| Ring::new(number)).collect(),
            labels: [None; 64],
            in_label_order: labels.iter().zip(&numbers).map(|(&l, &n)| (l, Ring::new(n))).collect(),
            layer: Layer::default(),
            further_layers: Vec::new(),
            next: [[None; 6]; 64],
            neighbours: [RingSet::EMPTY; 64],
            symmetries: Vec::new(),
        };
        for ((&label, &(column, level)), &number) in labels.iter().zip(&places).zip(&numbers) {
            tables.labels[number] = Some(label);
            for direction in Direction::ALL {
                let (dc, dl) = direction.offset();
                if let Some(to) = ring_at((column + dc, level + dl)) {
                    tables.next[number][direction.index()] = Some(to);
                    tables.neighbours[number] |= to.only();
                    tables.add_shift(direction, number, to.index());
                }
            }
        }
        tables.symmetries = symmetry::of_places(&places, &numbers);
        Board(Arc::new(tables))
    }

    /// `37` to `61` for a board in the rulebook, `custom` for any other.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// The column whose first ring lies lowest, 0 for `a`.
    pub fn centre(&self) -> u8 {
        self.0.centre
    }

    /// Every ring of the complete board.
    #[inline]
    pub fn all(&self) -> RingSet {
        self.0.all
    }

    /// The number of columns.
    pub fn columns(&self) -> u8 {
        self.0.in_label_order.last().map_or(0, |(label, _)| label.column() + 1)
    }

    /// The ring of that name.
    pub fn ring(&self, label: Label) -> Option<Ring> {
        let rings = &self.0.in_label_order;
        rings.binary_search_by_key(&label, |&(l, _)| l).ok().map(|i| rings[i].1)
    }

    /// The name of a ring of this board.
    ///
    /// # Panics
    /// If the ring belongs to another board and this one has no ring of that number.
    pub fn label(&self, ring: Ring) -> Label {
        self.0.labels[ring.index()].expect("the ring belongs to this board")
    }

    /// All names, by column and then from the bottom up.
    pub fn labels(&self) -> impl Iterator<Item = Label> {
        self.0.in_label_order.iter().map(|&(label, _)| label)
    }

    /// The rings of `set` in the order of their names.
    pub fn in_label_order(&self, set: RingSet) -> impl Iterator<Item = Ring> {
        self.0.in_label_order.iter().map(|&(_, ring)| ring).filter(move |&ring| set.contains(ring))
    }

    /// The rings that touch `ring` on the complete board.
    #[inline]
    pub fn neighbours(&self, ring: Ring) -> RingSet {
        self.0.neighbours[ring.index()]
    }

    /// The ring next to `ring` in a direction.
    #[inline]
    pub fn next(&self, ring: Ring, direction: Direction) -> Option<Ring> {
        self.0.next[ring.index()][direction.index()]
    }

    /// The rings of a jump: the one jumped over and the one landed on. `None` if the jump would leave the board.
    #[inline]
    pub fn jump_path(&self, from: Ring, direction: Direction) -> Option<(Ring, Ring)> {
        let over = self.next(from, direction)?;
        Some((over, self.next(over, direction)?))
    }

    /// The direction of a jump from one ring to another two steps away in a straight line, and the ring in between.
    pub fn jump_line(&self, from: Ring, to: Ring) -> Option<(Direction, Ring)> {
        Direction::ALL.into_iter().find_map(|direction| {
            let (over, landing) = self.jump_path(from, direction)?;
            (landing == to).then_some((direction, over))
        })
    }

    /// Moves every ring of `set` one step. Those that would leave the board are dropped.
    #[inline(always)]
    pub fn step(&self, set: RingSet, direction: Direction) -> RingSet {
        let tables = &*self.0;
        let moved = |layer: &Layer| {
            let shift = layer[direction.index()];
            (set.bits() & shift.from).rotate_left(shift.by)
        };
        let mut bits = moved(&tables.layer);
        for layer in &tables.further_layers {
            bits |= moved(layer);
        }
        RingSet::from_bits(bits)
    }

    /// The rings that touch a ring of `set`, on the complete board.
    #[inline]
    pub fn around(&self, set: RingSet) -> RingSet {
        Direction::ALL.into_iter().fold(RingSet::EMPTY, |sum, direction| sum | self.step(set, direction))
    }

    /// The rotations and reflections of the board. The first is the identity.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.0.symmetries
    }

    pub(crate) fn place(&self, ring: Ring) -> Place {
        place(self.0.centre, self.label(ring))
    }

    pub(crate) fn ring_at(&self, place: Place) -> Option<Ring> {
        self.ring(label_at(self.0.centre, place)?)
    }

    /// Where to draw a ring, in units of the distance between neighbours: x to the right, y upwards, with the origin near the lower
    /// left of the board.
    pub fn drawing_place(&self, ring: Ring) -> (f64, f64) {
        let (column, level) = self.place(ring);
        let height = f64::from(2 * level - (column - i32::from(self.0.centre))) / 2.0;
        (f64::from(column) * 3f64.sqrt() / 2.0, height)
    }
}

/// Column and level of a label, for a board with that centre column.
pub(crate) fn place(centre: u8, label: Label) -> Place {
    let column = i32::from(label.column());
    (column, i32::from(label.row()) - 1 + (column - i32::from(centre)).max(0))
}

pub(crate) fn label_at(centre: u8, (column, level): Place) -> Option<Label> {
    let row = level + 1 - (column - i32::from(centre)).max(0);
    Label::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
}

/// Different numbers below 64 for the rings at `places`.
///
/// The best numbering is linear modulo 64: a step adds the same constant to every ring, and rotating a 64-bit word moves a whole set.
/// Eight numbers per column achieve that for every rulebook board except the largest. The hexagon of 61 rings tiles the plane, so it
/// has a numbering linear modulo 61, with a second constant for steps that wrap around. An unusual custom board may have neither; its
/// rings are numbered consecutively, which is correct but slower.
fn numbering(places: &[Place]) -> Vec<usize> {
    let (left, low) = places.iter().fold((i32::MAX, i32::MAX), |(c, l), p| (c.min(p.0), l.min(p.1)));
    let linear = |modulus: i32, factor: i32| {
        let mut used = RingSet::EMPTY;
        let mut numbers = Vec::with_capacity(places.len());
        for &(column, level) in places {
            let number = ((column - left) * factor + (level - low)).rem_euclid(modulus) as usize;
            let bit = Ring::new(number).only();
            if used.meets(bit) {
                return None;
            }
            used |= bit;
            numbers.push(number);
        }
        Some(numbers)
    };
    let eight = linear(64, 8);
    let modulo = || (places.len() as i32..=64).rev().find_map(|m| (1..m).find_map(|factor| linear(m, factor)));
    eight.or_else(modulo).unwrap_or_else(|| (0..places.len()).collect())
}

impl Tables {
    fn add_shift(&mut self, direction: Direction, from: usize, to: usize) {
        let by = (to as u32).wrapping_sub(from as u32) % 64;
        let fits = |layer: &Layer| {
            let shift = layer[direction.index()];
            shift.from == 0 || shift.by == by
        };
        let layer = if fits(&self.layer) {
            &mut self.layer
        } else {
            let further = &mut self.further_layers;
            let index = further.iter().position(fits).unwrap_or_else(|| {
                further.push(Layer::default());
                further.len() - 1
            });
            &mut further[index]
        };
        let shift = &mut layer[direction.index()];
        shift.by = by;
        shift.from |= 1 << from;
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.centre == other.0.centre && self.0.in_label_order == other.0.in_label_order
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// `37` for a board in the rulebook, `custom:d:a1,a2,b1` (centre column and rings) for a custom one.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)?;
        if self.0.name == "custom" {
            write!(f, ":{}:", (b'a' + self.0.centre) as char)?;
            for (i, label) in self.labels().enumerate() {
                write!(f, "{}{label}", if i > 0 { "," } else { "" })?;
            }
        }
        Ok(())
    }
}

/// Reads what [`Board`]'s `Display` writes. The centre column is optional and defaults to `d`.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        if let Some(which) = PRESETS.iter().position(|&(name, _)| name == text) {
            return Ok(Board::preset(which));
        }
        let rest = text.strip_prefix("custom:").ok_or(BoardError::Unknown)?;
        let (centre, rings) = match rest.split_once(':') {
            None => (3, rest),
            Some((letter, rings)) => match letter.as_bytes() {
                [letter] if letter.is_ascii_alphabetic() => (letter.to_ascii_lowercase() - b'a', rings),
                _ => return Err(BoardError::Centre),
            },
        };
        let mut labels = HashSet::new();
        for part in rings.split(',').take(66) {
            let label = part.trim().parse().map_err(|_| BoardError::Label)?;
            if !labels.insert(label) {
                return Err(BoardError::Twice(label));
            }
        }
        Board::custom(centre, labels)
    }
}

/// Why a text or a list of rings is not a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// The name is neither a board in the rulebook nor `custom:`.
    #[error("a board is 37, 40, 43, 44, 48, 61 or a list of rings such as custom:a1,a2,b1")]
    Unknown,
    /// A custom board without a ring.
    #[error("a board needs at least one ring")]
    NoRing,
    /// A custom board of more than 64 rings.
    #[error("a board has at most 64 rings")]
    TooMany,
    /// A ring named twice.
    #[error("ring {0} is named twice")]
    Twice(Label),
    /// The centre is not a column letter.
    #[error("the centre of a board is a column letter, such as d")]
    Centre,
    /// A ring lies too high above the lowest ring of the centre column.
    #[error("a board is at most 99 rings high, counted from the lowest ring of its centre column")]
    TooHigh,
    /// A text is not the name of a ring.
    #[error("{}", crate::LabelError)]
    Label,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> Label {
        text.parse().unwrap()
    }

    /// Neighbours and set steps, computed directly from coordinates with heights in half rings.
    fn check_geometry(board: &Board) {
        let spot = |label: Label| {
            let q = i32::from(label.column()) - i32::from(board.centre());
            (i32::from(label.column()), q.abs() + 2 * (i32::from(label.row()) - 1))
        };
        for a in board.all() {
            let (column, height) = spot(board.label(a));
            for b in board.all() {
                let (c, h) = spot(board.label(b));
                let (across, up) = ((c - column).abs(), (h - height).abs());
                let touch = across == 0 && up == 2 || across == 1 && up == 1;
                assert_eq!(board.neighbours(a).contains(b), touch, "{} {}", board.label(a), board.label(b));
            }
            for direction in Direction::ALL {
                let next = board.next(a, direction);
                assert_eq!(board.step(a.only(), direction).first(), next);
                if let Some(next) = next {
                    assert_eq!(board.next(next, direction.opposite()), Some(a));
                }
            }
        }
    }

    #[test]
    fn rings_touch_as_the_formula_says() {
        for board in Board::presets() {
            check_geometry(&board);
        }
        // Too wide for eight numbers per column, with holes, and one long column.
        check_geometry(&"custom:f:a1,a2,b1,b2,c1,e1,f1,f2,g1,k1,l1,l2,m1,z1".parse().unwrap());
        let column = (1..=64).map(|row| Label::new(3, row).unwrap());
        check_geometry(&Board::custom(3, column).unwrap());
        let scattered = (0..64u32).map(|i| Label::new((i % 26) as u8, (1 + i * 37 % 61) as u8).unwrap());
        check_geometry(&Board::custom(7, scattered).unwrap());
    }

    #[test]
    fn boards_of_the_rulebook_have_their_rings() {
        for board in Board::presets() {
            assert_eq!(board.all().len().to_string(), board.name());
            assert_eq!(board.to_string().parse(), Ok(board.clone()));
        }
        let has = |board: Board, rings: &str| rings.split(' ').all(|r| board.ring(label(r)).is_some());
        assert!(has(Board::rings37(), "a1 a4 d7 g1 g4"));
        assert!(has(Board::rings40(), "h1 h2 h3"));
        assert!(has(Board::rings43(), "a5 b6 c7"));
        assert!(has(Board::rings44(), "e7 f6 g5 h4"));
        assert!(has(Board::rings48(), "d8 a5 h4"));
        assert!(has(Board::rings61(), "a1 e9 i5"));
        assert!(Board::rings37().ring(label("a5")).is_none());
    }

    #[test]
    fn all_but_the_largest_board_move_by_one_rotation() {
        for board in Board::presets() {
            assert_eq!(board.0.further_layers.len(), if board.name() == "61" { 1 } else { 0 });
        }
    }

    #[test]
    fn a_custom_board_that_is_a_preset_is_that_preset() {
        let board = Board::custom(3, Board::rings48().labels()).unwrap();
        assert_eq!(board.name(), "48");
    }

    #[test]
    fn wrong_boards_are_named() {
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(error("38").contains("37, 40, 43"));
        assert!(error("custom:").contains("letter and a number"));
        assert!(error("custom:a1,b1,a1").contains("a1 is named twice"));
        assert!(error("custom:4:a1").contains("column letter"));
        let many = (1..=65).map(|i| format!("a{i}")).collect::<Vec<_>>().join(",");
        assert!(error(&format!("custom:{many}")).contains("at most 64"));
    }

    #[test]
    fn jump_lines_are_straight() {
        let board = Board::rings37();
        let ring = |text| board.ring(label(text)).unwrap();
        assert_eq!(board.jump_line(ring("a4"), ring("c4")), Some((Direction::SouthEast, ring("b4"))));
        assert_eq!(board.jump_line(ring("c4"), ring("e5")), Some((Direction::NorthEast, ring("d5"))));
        assert_eq!(board.jump_line(ring("d4"), ring("d5")), None);
        assert_eq!(board.jump_line(ring("d4"), ring("e5")), None);
    }
}
