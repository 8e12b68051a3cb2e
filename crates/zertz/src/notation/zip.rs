//! [`Zip`]: a position on one line, as on zertz.online, with an optional field for goals.
//!
//! `oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1`
//!
//! The layout lists columns from the left, each from the bottom, in the sheared grid of [`crate::Board`]. It gives the shape, but neither
//! the board nor the location on it, so the reader has to fit it onto a board.

use super::cursor::{Cursor, SyntaxError};
use crate::{
    Board, Colour, Goals, Label, Marbles, Player, Position, Preset, Ring, Rules, Setup,
    board::{Place, label_at, place},
    setup::Faults,
};
use std::{fmt, str::FromStr};
use thiserror::Error;

type Cell = (Place, Option<Colour>);

/// The contents of a ZIP line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zip {
    /// The rings by column and level, with the marble on each.
    cells: Vec<Cell>,
    /// The number of columns, including empty ones.
    columns: i32,
    pool: Marbles,
    captured: [Marbles; 2],
    mover: Player,
    goals: Option<Goals>,
}

impl Zip {
    /// The ZIP line of a position.
    pub fn of(rules: &Rules, position: &Position) -> Zip {
        Zip::placed(rules, position, |ring| rules.board.place(ring))
    }

    /// The ZIP line as on zertz.online, whose board of 48 rings is the mirror image of ours.
    pub(crate) fn foreign(rules: &Rules, position: &Position) -> Zip {
        Zip::placed(rules, position, |ring| {
            let ours = rules.board.place(ring);
            if is_mirrored(&rules.board) { mirror(OURS, THEIRS, ours).unwrap_or(ours) } else { ours }
        })
    }

    fn placed(rules: &Rules, position: &Position, at: impl Fn(Ring) -> Place) -> Zip {
        let cells = rules.board.in_label_order(position.rings()).map(|ring| (at(ring), position.marble(ring)));
        let mut cells: Vec<_> = cells.collect();
        cells.sort_unstable_by_key(|&(place, _)| place);
        Zip {
            cells,
            columns: i32::from(rules.board.columns()),
            pool: position.pool(),
            captured: Player::BOTH.map(|player| position.captured(player)),
            mover: position.mover(),
            // With a custom pool, goals are always written: without them a reader assumes the standard pool.
            goals: Some(rules.goals).filter(|&goals| goals != Goals::STANDARD || rules.pool != STANDARD_POOL),
        }
    }

    /// The smallest board in the rulebook that the layout fits on, or a custom one of exactly these rings.
    pub fn board(&self) -> Board {
        let as_written = |board: &Board| self.columns == i32::from(board.columns()) && self.fit_plain(board).is_some();
        let anywhere = |board: &Board| self.fit(board, Orientation::Ours).is_some();
        let mirrored = Board::rings48();
        Board::presets()
            .find(as_written)
            .or_else(|| self.fit_mirrored(&mirrored).filter(|_| self.columns == 8).map(|_| mirrored))
            .or_else(|| Board::presets().find(anywhere))
            .unwrap_or_else(|| self.custom_board())
    }

    /// A board of exactly these rings. The centre is the first column from `d` on that makes every ring number positive.
    fn custom_board(&self) -> Board {
        let labels = |centre: u8| self.cells.iter().map(|&(p, _)| label_at(centre, p)).collect::<Option<Vec<Label>>>();
        let found = (3..Label::COLUMNS).find_map(|centre| Some((centre, labels(centre)?)));
        let (centre, labels) = found.expect("with the last column as centre every level is a ring number");
        Board::custom(centre, labels).expect("reading allows from 1 to 64 rings, each once")
    }

    /// The default rules for this position: the preset with its pool and goals, or else custom rules.
    pub fn rules(&self, board: Board) -> Rules {
        let Some(goals) = self.goals else { return Rules::standard(board) };
        let mut total = Marbles::NONE;
        for colour in Colour::ALL {
            let on_board = self.cells.iter().filter(|(_, marble)| *marble == Some(colour)).count() as u32;
            let [one, two] = self.captured.map(|marbles| u32::from(marbles[colour]));
            // Saturates for absurd counts, which the check of the setup then rejects.
            let all = on_board + u32::from(self.pool[colour]) + one + two;
            total[colour] = all.min(255) as u8;
        }
        let blitz = Preset::Blitz.rules(board.clone());
        if goals == blitz.goals && total == blitz.pool {
            return blitz;
        }
        Rules { pool: total, goals, ..Rules::standard(board) }
    }

    /// The goals, if written.
    pub fn goals(&self) -> Option<Goals> {
        self.goals
    }

    /// The position on a board, in the orientation given.
    pub(crate) fn setup(&self, board: &Board, orientation: Orientation) -> Result<Setup, ZipError> {
        let rings = self.fit(board, orientation).ok_or_else(|| ZipError::Shape(board.clone()))?;
        let marbles = rings.iter().zip(&self.cells).filter_map(|(&ring, &(_, m))| Some((board.label(ring), m?)));
        Ok(Setup {
            marbles: marbles.collect(),
            rings: rings.iter().map(|&ring| board.label(ring)).collect(),
            pool: self.pool,
            captured: self.captured,
            mover: self.mover,
        })
    }

    /// The position under these rules. Written goals must match the rules.
    pub fn position(&self, rules: &Rules) -> Result<Position, ZipError> {
        self.position_oriented(rules, Orientation::Ours)
    }

    pub(crate) fn position_oriented(&self, rules: &Rules, orientation: Orientation) -> Result<Position, ZipError> {
        if let Some(goals) = self.goals.filter(|&goals| goals != rules.goals) {
            return Err(ZipError::Goals(goals, rules.goals));
        }
        Ok(self.setup(&rules.board, orientation)?.position(rules)?)
    }

    /// The ring of the board for each cell, or `None` if the shape does not fit. Tries the shape as written, then mirrored as on
    /// zertz.online (in the opposite order for a text from there), then shifted.
    pub(crate) fn fit(&self, board: &Board, orientation: Orientation) -> Option<Vec<Ring>> {
        let shifted = || {
            let &(first, _) = self.cells.first()?;
            board.all().into_iter().find_map(|ring| {
                let (column, level) = board.place(ring);
                let by = (column - first.0, level - first.1);
                self.fit_with(board, |(column, level)| Some((column + by.0, level + by.1)))
            })
        };
        let found = match orientation {
            Orientation::Ours => self.fit_plain(board).or_else(|| self.fit_mirrored(board)),
            Orientation::Foreign => self.fit_mirrored(board).or_else(|| self.fit_plain(board)),
        };
        found.or_else(shifted).or_else(|| self.cells.is_empty().then(Vec::new))
    }

    fn fit_plain(&self, board: &Board) -> Option<Vec<Ring>> {
        self.fit_with(board, Some)
    }

    fn fit_mirrored(&self, board: &Board) -> Option<Vec<Ring>> {
        if is_mirrored(board) { self.fit_with(board, |place| mirror(THEIRS, OURS, place)) } else { None }
    }

    fn fit_with(&self, board: &Board, to: impl Fn(Place) -> Option<Place>) -> Option<Vec<Ring>> {
        self.cells.iter().map(|&(place, _)| board.ring_at(to(place)?)).collect()
    }

    /// The names of the rings on zertz.online in a game that starts here, in the order of the cells: the first column is `a`, and the
    /// lowest ring of each column is 1.
    pub(crate) fn intrinsic_labels(&self) -> Vec<Option<Label>> {
        // Cells are sorted by column and level, so the first of a column is its lowest.
        let mut lowest = [None; Label::COLUMNS as usize];
        let first = self.cells.first().map_or(0, |&((column, _), _)| column);
        let mut label = |(column, level): Place| {
            let lowest = lowest.get_mut(usize::try_from(column - first).ok()?)?.get_or_insert(level);
            Label::new(u8::try_from(column - first).ok()?, u8::try_from(level - *lowest + 1).ok()?)
        };
        self.cells.iter().map(|&(place, _)| label(place)).collect()
    }
}

const STANDARD_POOL: Marbles = Marbles::new(6, 8, 10);

/// The orientation of the board of 48 rings in a text, when both fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Orientation {
    Ours,
    Foreign,
}

fn is_mirrored(board: &Board) -> bool {
    board.name() == "48"
}

/// The centre column of our board of 48 rings, `d`, and of the mirrored one of zertz.online, `e`.
const OURS: u8 = 3;
const THEIRS: u8 = 4;

/// Mirrors a place on the board of 48 rings: columns change sides, numbers within a column stay.
fn mirror(from: u8, to: u8, at: Place) -> Option<Place> {
    let label = label_at(from, at)?;
    Some(place(to, Label::new(7u8.checked_sub(label.column())?, label.row())?))
}

impl fmt::Display for Zip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = self.cells.iter().peekable();
        for column in 0..self.columns {
            if column > 0 {
                f.write_str("/")?;
            } else if self.columns == 1 && self.cells.is_empty() {
                // The layout cannot be empty, so write a run of no missing rings.
                f.write_str("0")?;
            }
            let mut level = 0;
            while let Some(&((_, at), marble)) = cells.next_if(|((c, _), _)| *c == column) {
                if at > level {
                    write!(f, "{}", at - level)?;
                }
                write!(f, "{}", marble.map_or('o', Colour::letter))?;
                level = at + 1;
            }
        }
        let [one, two] = self.captured;
        write!(f, " {} {one} {two} {}", self.pool, self.mover.index() + 1)?;
        self.goals.map_or(Ok(()), |goals| write!(f, " {goals}"))
    }
}

impl FromStr for Zip {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Zip, SyntaxError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        let (cells, columns) = layout(&mut cursor)?;
        let mut field = |expected| {
            cursor.skip_space();
            let start = cursor.offset();
            let word = cursor.take_while(|c| !c.is_whitespace());
            (word, cursor.error_at(start, expected))
        };
        let mut counts = |expected| {
            let (word, error) = field(expected);
            word.parse::<Marbles>().map_err(|_| error)
        };
        let pool = counts("the pool as white/grey/black, such as 6/8/10")?;
        let one = counts("the captures of player 1, such as 0/0/0")?;
        let two = counts("the captures of player 2, such as 0/0/0")?;
        let mover = match field("whose turn it is, 1 or 2") {
            ("1", _) => Player::One,
            ("2", _) => Player::Two,
            (_, error) => return Err(error),
        };
        let goals = match field("goals as white/grey/black/each, such as 3/4/5/2") {
            ("", _) => None,
            (word, error) => Some(word.parse().map_err(|_| error)?),
        };
        match field("the end of the position") {
            ("", _) => {}
            (_, error) => return Err(error),
        }
        Ok(Zip { cells, columns, pool, captured: [one, two], mover, goals })
    }
}

/// Reads the layout: the cells sorted by column and level, and the number of columns.
fn layout(cursor: &mut Cursor<'_>) -> Result<(Vec<Cell>, i32), SyntaxError> {
    let mut cells = Vec::new();
    let (mut column, mut level) = (0, 0);
    let start = cursor.offset();
    while let Some(c) = cursor.peek().filter(|c| !c.is_whitespace()) {
        if c.is_ascii_digit() {
            let run = cursor.number().filter(|&run| run <= u32::from(Label::ROWS));
            level += run.ok_or_else(|| cursor.error("a run of at most 99 missing rings"))? as i32;
            continue;
        }
        match c {
            '/' => (column, level) = (column + 1, 0),
            'o' | 'O' => cells.push(((column, level), None)),
            _ => match Colour::from_letter(c) {
                Some(colour) => cells.push(((column, level), Some(colour))),
                None => return Err(cursor.error("o, W, G, B, a number or / in the layout")),
            },
        }
        if c != '/' {
            level += 1;
        }
        if cells.len() > 64 {
            return Err(cursor.error("at most 64 rings"));
        }
        if column >= i32::from(Label::COLUMNS) {
            return Err(cursor.error("at most 26 columns"));
        }
        if level > i32::from(Label::ROWS) {
            return Err(cursor.error("at most 99 rings in a column"));
        }
        cursor.bump();
    }
    if cursor.offset() == start {
        return Err(cursor.error("a layout such as oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo"));
    }
    Ok((cells, column + 1))
}

/// Why a ZIP line is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ZipError {
    /// It does not follow the notation.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The layout does not fit on the board.
    #[error("these rings do not fit on the board of {} rings", .0.all().len())]
    Shape(Board),
    /// Its goals differ from those of the rules.
    #[error("the position has the goals {0}, but the rules have {1}")]
    Goals(Goals, Goals),
    /// The position is invalid.
    #[error(transparent)]
    Faults(#[from] Faults),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_column_without_a_ring_has_a_layout() {
        let rules = Rules { pool: Marbles::new(2, 0, 0), ..Rules::standard("custom:a:a1".parse().unwrap()) };
        let start = rules.start();
        let end = start.play(&rules, &start.read_turn(&rules, "Wa1").unwrap()).unwrap();
        let line = Zip::of(&rules, &end).to_string();
        assert_eq!(line, "0 1/0/0 1/0/0 0/0/0 2 4/5/6/3");
        assert_eq!(line.parse::<Zip>().unwrap().position(&rules), Ok(end));
    }

    #[test]
    fn the_highest_board_has_a_layout() {
        let board: Board = "custom:d:d99,e98".parse().unwrap();
        let rules = Rules::standard(board);
        let line = Zip::of(&rules, &rules.start()).to_string();
        assert_eq!(line.parse::<Zip>().unwrap().position(&rules), Ok(rules.start()));
        assert_eq!("custom:d:e99".parse::<Board>(), Err(crate::BoardError::TooHigh));
    }
}
