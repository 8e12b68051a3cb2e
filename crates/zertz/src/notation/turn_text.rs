//! [`TurnText`]: a turn in the designer's notation, `Wd4,d1` or `x d1Gd3Wd5`.

use super::cursor::{Cursor, SyntaxError, shown};
use crate::{Board, Chain, Claims, Colour, IllegalTurn, Label, Position, RingSet, Rules, Turn};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A turn as written, not yet checked against a position.
///
/// `Display` writes one token, `{:#}` the designer's form with spaces. `FromStr` reads both.
///
/// ```
/// use zertz::notation::TurnText;
/// let turn: TurnText = "Bd7,b2 x Wa1Wa2".parse()?;
/// assert_eq!(turn.to_string(), "Bd7,b2xWa1Wa2");
/// assert_eq!(format!("{turn:#}"), "Bd7,b2 x Wa1Wa2");
/// # Ok::<(), zertz::notation::SyntaxError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TurnText {
    /// `Wd4,d1`
    Place {
        /// The marble's colour.
        colour: Colour,
        /// The ring it is placed on.
        ring: Label,
        /// The removed ring.
        removed: Option<Label>,
        /// The claimed marbles: `None` if not written, an empty list for `x-`.
        claimed: Option<Vec<(Colour, Label)>>,
    },
    /// `x d1Gd3Wd5`
    Jump {
        /// Where the marble starts.
        from: Label,
        /// For each jump, the colour of the captured marble and the ring landed on.
        hops: Vec<(Colour, Label)>,
    },
    /// `-`
    Pass,
}

impl TurnText {
    /// The text of a turn that is legal in a position.
    pub fn of(rules: &Rules, position: &Position, turn: &Turn) -> TurnText {
        let board = &rules.board;
        match turn {
            Turn::Pass => TurnText::Pass,
            Turn::Jump(chain) => {
                let colour = |over| position.marble(over).expect("a legal jump goes over a marble");
                let hops = chain.hops(board).map(|(over, to)| (colour(over), board.label(to)));
                TurnText::Jump { from: board.label(chain.from()), hops: hops.collect() }
            }
            Turn::Place { colour, ring, removed, claimed } => {
                let after = placed(position, *colour, board.label(*ring), board);
                let list = board.in_label_order(*claimed);
                let list: Vec<_> = list.filter_map(|r| Some((after.marble(r)?, board.label(r)))).collect();
                let declined = || {
                    let mut after = after;
                    after.rings = after.rings.without(removed.map_or(RingSet::EMPTY, |r| r.only()));
                    rules.claims == Claims::Optional && !after.newly_full(board, *ring, *removed).is_empty()
                };
                TurnText::Place {
                    colour: *colour,
                    ring: board.label(*ring),
                    removed: removed.map(|r| board.label(r)),
                    claimed: if list.is_empty() && !declined() { None } else { Some(list) },
                }
            }
        }
    }

    /// A jump given only by its rings. The colours are taken from the marbles in between.
    pub(crate) fn jump(rules: &Rules, position: &Position, path: &[Label]) -> Result<TurnText, IllegalTurn> {
        let board = &rules.board;
        let find = |label: Label| board.ring(label).ok_or(IllegalTurn::UnknownRing(label));
        let mut hops = Vec::new();
        for pair in path.windows(2) {
            let line = board.jump_line(find(pair[0])?, find(pair[1])?);
            let (_, over) = line.ok_or(IllegalTurn::NotInLine(pair[0], pair[1]))?;
            let colour = position.marble(over).ok_or(IllegalTurn::NoMarble(board.label(over)))?;
            hops.push((colour, pair[1]));
        }
        Ok(TurnText::Jump { from: path[0], hops })
    }

    /// Finds the turn in a position and checks that it is legal.
    pub fn resolve(&self, rules: &Rules, position: &Position) -> Result<Turn, IllegalTurn> {
        let board = &rules.board;
        let find = |label: Label| board.ring(label).ok_or(IllegalTurn::UnknownRing(label));
        let turn = match self {
            TurnText::Pass => Turn::Pass,
            TurnText::Jump { from, hops } => {
                let mut at = find(*from)?;
                let mut chain = Chain::new(at);
                // Every jump captures a marble, so a chain with more jumps than marbles is illegal before its end.
                for &(_, label) in hops.iter().take(position.occupied().len().max(1)) {
                    let to = find(label)?;
                    let line = board.jump_line(at, to);
                    let (direction, _) = line.ok_or(IllegalTurn::NotInLine(board.label(at), label))?;
                    chain.push(direction);
                    at = to;
                }
                Turn::Jump(chain)
            }
            TurnText::Place { colour, ring, removed, claimed } => {
                let ring = find(*ring)?;
                let removed = removed.map(find).transpose()?;
                let mut after = placed(position, *colour, board.label(ring), board);
                after.rings = after.rings.without(removed.map_or(RingSet::EMPTY, |r| r.only()));
                let full = after.newly_full(board, ring, removed);
                let choice = rules.claims == Claims::Optional && !after.vacant().is_empty();
                if full.is_empty() && claimed.is_some() {
                    // If the placement or the removal is illegal too, that is the more helpful reason.
                    let turn = Turn::Place { colour: *colour, ring, removed, claimed: RingSet::EMPTY };
                    return Err(position.play(rules, &turn).err().unwrap_or(IllegalTurn::WrongClaim));
                }
                let claimed = match claimed {
                    Some(list) if choice => list.iter().map(|&(_, l)| find(l)).collect::<Result<RingSet, _>>()?,
                    None if choice && !full.is_empty() => return Err(IllegalTurn::MustDecide),
                    _ => full,
                };
                Turn::Place { colour: *colour, ring, removed, claimed }
            }
        };
        position.play(rules, &turn)?;
        self.check_colours(rules, position, &turn)?;
        Ok(turn)
    }

    /// Compares the marbles named with those that the turn captures or claims.
    fn check_colours(&self, rules: &Rules, position: &Position, turn: &Turn) -> Result<(), IllegalTurn> {
        let board = &rules.board;
        match (self, turn) {
            (TurnText::Jump { hops, .. }, Turn::Jump(chain)) => {
                if hops.len() > chain.len() {
                    return Err(IllegalTurn::TooLong);
                }
                for (&(named, _), (over, _)) in hops.iter().zip(chain.hops(board)) {
                    if let Some(colour) = position.marble(over).filter(|&colour| colour != named) {
                        return Err(IllegalTurn::OtherColour(board.label(over), colour));
                    }
                }
            }
            (TurnText::Place { claimed: Some(list), colour, ring, .. }, Turn::Place { claimed, .. }) => {
                let after = placed(position, *colour, *ring, board);
                let mut named = RingSet::EMPTY;
                for &(colour, label) in list {
                    let there = board.ring(label).ok_or(IllegalTurn::UnknownRing(label))?;
                    if named.contains(there) || !claimed.contains(there) {
                        return Err(IllegalTurn::WrongClaim);
                    }
                    if let Some(actual) = after.marble(there).filter(|&actual| actual != colour) {
                        return Err(IllegalTurn::OtherColour(label, actual));
                    }
                    named |= there.only();
                }
                if named != *claimed {
                    return Err(IllegalTurn::WrongClaim);
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn parse(cursor: &mut Cursor<'_>) -> Result<TurnText, SyntaxError> {
        if cursor.eat('-') {
            return Ok(TurnText::Pass);
        }
        if cursor.eat('x') {
            cursor.skip_space();
            let from = cursor.label().ok_or_else(|| cursor.error("the ring a marble jumps from, such as d1"))?;
            let mut hops = Vec::new();
            while let Some(colour) = cursor.colour() {
                let to = cursor.label().ok_or_else(|| cursor.error("the ring it lands on, such as d3"))?;
                hops.push((colour, to));
            }
            if hops.is_empty() {
                return Err(cursor.error("the colour of the marble jumped over, W, G or B, and the ring behind it"));
            }
            return Ok(TurnText::Jump { from, hops });
        }
        let colour = cursor.colour().ok_or_else(|| cursor.error("a turn such as Wd4,d1 or x d1Gd3 or -"))?;
        let ring = cursor.label().ok_or_else(|| cursor.error("a ring such as d4"))?;
        let mut removed = None;
        if cursor.eat(',') {
            cursor.skip_space();
            removed = Some(cursor.label().ok_or_else(|| cursor.error("the removed ring, such as d1"))?);
        }
        // An x starts either a list of claims or the next turn, a jump.
        let end = cursor.clone();
        cursor.skip_space();
        let mut claimed = None;
        if cursor.eat('x') {
            cursor.skip_space();
            let mut list = Vec::new();
            if cursor.eat('-') {
                claimed = Some(list);
            } else {
                while let Some(colour) = cursor.colour() {
                    let label = cursor.label().ok_or_else(|| cursor.error("a claimed ring, such as a1"))?;
                    list.push((colour, label));
                }
                claimed = Some(list).filter(|list| !list.is_empty());
            }
        }
        if claimed.is_none() {
            *cursor = end;
        }
        Ok(TurnText::Place { colour, ring, removed, claimed })
    }
}

/// The position with a marble placed on a ring, if possible. It is used only to find colours and isolated groups.
fn placed(position: &Position, colour: Colour, ring: Label, board: &Board) -> Position {
    let mut after = *position;
    if let Some(ring) = board.ring(ring).filter(|&ring| position.vacant().contains(ring)) {
        after.marbles[colour.index()] |= ring.only();
    }
    after
}

impl fmt::Display for TurnText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = if f.alternate() { " " } else { "" };
        match self {
            TurnText::Pass => f.write_str("-"),
            TurnText::Jump { from, hops } => {
                write!(f, "x{space}{from}")?;
                hops.iter().try_for_each(|(colour, to)| write!(f, "{}{to}", colour.letter()))
            }
            TurnText::Place { colour, ring, removed, claimed } => {
                write!(f, "{}{ring}", colour.letter())?;
                if let Some(removed) = removed {
                    write!(f, ",{removed}")?;
                }
                match claimed.as_deref() {
                    None => Ok(()),
                    Some([]) => write!(f, "{space}x-"),
                    Some(list) => {
                        write!(f, "{space}x{space}")?;
                        list.iter().try_for_each(|(colour, label)| write!(f, "{}{label}", colour.letter()))
                    }
                }
            }
        }
    }
}

impl FromStr for TurnText {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<TurnText, SyntaxError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        let turn = TurnText::parse(&mut cursor)?;
        cursor.skip_space();
        if cursor.peek().is_some() {
            return Err(cursor.error("the end of the turn"));
        }
        Ok(turn)
    }
}

/// Why a text is not a legal turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnError {
    /// It does not follow the notation.
    // A turn is short, so what was found says where the error is.
    #[error("expected {}, found {}", .0.expected, shown(&.0.found))]
    Syntax(SyntaxError),
    /// It is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalTurn),
}

impl From<SyntaxError> for TurnError {
    fn from(error: SyntaxError) -> TurnError {
        TurnError::Syntax(error)
    }
}

impl Position {
    /// Reads a turn in canonical notation and checks that it is legal here.
    pub fn read_turn(&self, rules: &Rules, text: &str) -> Result<Turn, TurnError> {
        Ok(text.parse::<TurnText>()?.resolve(rules, self)?)
    }

    /// Writes a turn that is legal here in canonical notation.
    pub fn write_turn(&self, rules: &Rules, turn: &Turn) -> TurnText {
        TurnText::of(rules, self, turn)
    }
}

impl crate::Game {
    /// Plays a turn given in canonical notation.
    pub fn play_text(&mut self, text: &str) -> Result<(), TurnError> {
        let text: TurnText = text.parse()?;
        if let Some(outcome) = self.outcome() {
            return Err(IllegalTurn::Over(outcome).into());
        }
        let turn = text.resolve(self.rules(), self.position())?;
        Ok(self.play(&turn)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_and_any_case_of_letters_are_read() {
        for (text, token, designer) in [
            ("Wd4,d1", "Wd4,d1", "Wd4,d1"),
            ("wD4, D1", "Wd4,d1", "Wd4,d1"),
            ("Wd4", "Wd4", "Wd4"),
            ("x d1Gd3", "xd1Gd3", "x d1Gd3"),
            ("XB1gB3wB5", "xb1Gb3Wb5", "x b1Gb3Wb5"),
            ("Bd7,b2xWa1Wa2", "Bd7,b2xWa1Wa2", "Bd7,b2 x Wa1Wa2"),
            ("Bd7 x BB1", "Bd7xBb1", "Bd7 x Bb1"),
            ("Bd7,b2 x-", "Bd7,b2x-", "Bd7,b2 x-"),
            (" - ", "-", "-"),
        ] {
            let turn: TurnText = text.parse().unwrap();
            assert_eq!(turn.to_string(), token);
            assert_eq!(format!("{turn:#}"), designer);
        }
    }

    #[test]
    fn wrong_text_says_what_was_expected() {
        let error = |text: &str| text.parse::<TurnText>().unwrap_err().to_string();
        assert_eq!(error("Wd4,"), "line 1, column 5: expected the removed ring, such as d1, found the end");
        assert!(error("Qd4").contains("column 1: expected a turn such as"));
        assert!(error("x d1").contains("the colour of the marble jumped over"));
        assert!(error("Wd4,d1 and").contains("expected the end of the turn, found \"and\""));
        assert!(error("").contains("found the end"));
        assert!(error("Wd4,d1xWa1W").contains("expected"));
    }
}
