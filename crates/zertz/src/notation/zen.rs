//! ZEN: games as zertz.online writes them.
//!
//! `Wb3-c4` places and removes, `Wa4xc4xe5` names the rings of a chain of jumps, and `+wg` may name the captured colours. The site's board of
//! 48 rings is the mirror image of ours, and a game from another start names rings relative to that start.
//!
//! For optional claims we extend ZEN: `+Wa1Wa2` names the claimed marbles, `+-` declines.

use super::{ReadError, Record, SyntaxError, Zip, cursor::Cursor, movetext, turn_text::TurnText, zip::Orientation};
use crate::{Board, Claims, Colour, IllegalTurn, Label, Position, Ring, Rules, Turn};
use std::{collections::HashMap, fmt::Write};

/// Reads a game.
pub fn read(text: &str) -> Result<Record, ReadError> {
    movetext::read(text, true)
}

/// Writes a game.
pub fn write(record: &Record) -> String {
    movetext::write(record, true)
}

/// Whether a text contains turns in ZEN: a placement and a removal joined by a hyphen, or a jump that starts with a colour.
pub(crate) fn looks_like(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    while let Some(c) = cursor.peek() {
        match c {
            '{' => drop(cursor.take_while(|c| c != '}')),
            '[' => drop(cursor.take_while(|c| c != ']')),
            ';' => drop(cursor.take_while(|c| c != '\n')),
            _ => {}
        }
        if cursor.colour().is_some() && cursor.label().is_some() {
            match cursor.bump() {
                Some(',') => return false,
                Some('-' | '×') => return true,
                // In our notation a list of claims would follow, in which each ring has a colour before it.
                Some('x' | 'X') => return cursor.colour().is_none() && cursor.peek() != Some('-'),
                _ => {}
            }
        } else if cursor.eat('x') {
            return false;
        } else {
            // Go on with the next word, since a turn starts a word.
            cursor.take_while(|c| !c.is_whitespace() && c != '(');
            cursor.take_while(|c| c.is_whitespace() || c == '(');
        }
    }
    false
}

pub(crate) struct Frame {
    rings: HashMap<Label, Ring>,
    labels: HashMap<Ring, Label>,
}

impl Frame {
    pub fn new(start: &Zip, board: &Board) -> Frame {
        let rings = start.fit(board, Orientation::Foreign).unwrap_or_default();
        let pairs: Vec<(Label, Ring)> =
            start.intrinsic_labels().into_iter().zip(rings).filter_map(|(label, ring)| Some((label?, ring))).collect();
        Frame { rings: pairs.iter().copied().collect(), labels: pairs.iter().map(|&(l, r)| (r, l)).collect() }
    }

    /// Converts a ZEN name to ours.
    fn ours(&self, board: &Board, label: Label) -> Result<Label, IllegalTurn> {
        self.rings.get(&label).map(|&ring| board.label(ring)).ok_or(IllegalTurn::UnknownRing(label))
    }

    /// Converts our name to the ZEN name.
    fn theirs(&self, board: &Board, label: Label) -> Label {
        board.ring(label).and_then(|ring| self.labels.get(&ring)).copied().unwrap_or(label)
    }
}

pub(crate) enum ZenTurn {
    Place { colour: Colour, ring: Label, removed: Option<Label>, taken: Taken },
    Jump { colour: Colour, path: Vec<Label>, taken: Taken },
    Pass,
}

/// How a turn names the captured marbles.
pub(crate) enum Taken {
    Unsaid,
    Colours(Vec<Colour>),
    Marbles(Vec<(Colour, Label)>),
}

impl ZenTurn {
    pub fn parse(cursor: &mut Cursor<'_>) -> Result<ZenTurn, SyntaxError> {
        if cursor.eat('-') {
            return Ok(ZenTurn::Pass);
        }
        let colour = cursor.colour().ok_or_else(|| cursor.error("a turn such as Wb3-c4 or Wa4xc4 or -"))?;
        let ring = cursor.label().ok_or_else(|| cursor.error("a ring such as b3"))?;
        let mut path = vec![ring];
        while cursor.eat('x') || cursor.eat('×') {
            path.push(cursor.label().ok_or_else(|| cursor.error("the ring it lands on, such as c4"))?);
        }
        if path.len() > 1 {
            return Ok(ZenTurn::Jump { colour, path, taken: Taken::parse(cursor)? });
        }
        let mut removed = None;
        if cursor.eat('-') {
            removed = Some(cursor.label().ok_or_else(|| cursor.error("the removed ring, such as c4"))?);
        }
        Ok(ZenTurn::Place { colour, ring, removed, taken: Taken::parse(cursor)? })
    }

    pub fn resolve(&self, frame: &Frame, rules: &Rules, position: &Position) -> Result<Turn, IllegalTurn> {
        let board = &rules.board;
        let ours = |label: Label| frame.ours(board, label);
        match self {
            ZenTurn::Pass => TurnText::Pass.resolve(rules, position),
            ZenTurn::Jump { colour, path, taken } => {
                let path = path.iter().map(|&label| ours(label)).collect::<Result<Vec<Label>, _>>()?;
                let text = TurnText::jump(rules, position, &path)?;
                let turn = text.resolve(rules, position)?;
                let jumper = board.ring(path[0]).and_then(|ring| position.marble(ring));
                if let Some(actual) = jumper.filter(|actual| actual != colour) {
                    return Err(IllegalTurn::OtherColour(path[0], actual));
                }
                taken.check(rules, position, &turn)?;
                Ok(turn)
            }
            ZenTurn::Place { colour, ring, removed, taken } => {
                let claimed = match taken {
                    Taken::Marbles(list) => {
                        Some(list.iter().map(|&(c, l)| Ok((c, ours(l)?))).collect::<Result<Vec<_>, IllegalTurn>>()?)
                    }
                    _ => None,
                };
                let removed = removed.map(ours).transpose()?;
                let text = TurnText::Place { colour: *colour, ring: ours(*ring)?, removed, claimed };
                let turn = text.resolve(rules, position)?;
                taken.check(rules, position, &turn)?;
                Ok(turn)
            }
        }
    }

    pub fn write(frame: &Frame, rules: &Rules, position: &Position, turn: &Turn) -> String {
        let theirs = |label: Label| frame.theirs(&rules.board, label);
        let mut out = String::new();
        let mut taken = Vec::new();
        match TurnText::of(rules, position, turn) {
            TurnText::Pass => out.push('-'),
            TurnText::Jump { from, hops } => {
                let jumper = rules.board.ring(from).and_then(|ring| position.marble(ring));
                out.extend(jumper.map(Colour::letter));
                let _ = write!(out, "{}", theirs(from));
                for (colour, to) in hops {
                    let _ = write!(out, "x{}", theirs(to));
                    taken.push(colour);
                }
            }
            TurnText::Place { colour, ring, removed, claimed } => {
                let _ = write!(out, "{}{}", colour.letter(), theirs(ring));
                if let Some(removed) = removed {
                    let _ = write!(out, "-{}", theirs(removed));
                }
                let claimed = match claimed {
                    Some(list) if list.is_empty() => {
                        out.push_str("+-");
                        Vec::new()
                    }
                    list => list.unwrap_or_default(),
                };
                if rules.claims == Claims::Optional && !claimed.is_empty() {
                    out.push('+');
                    for (colour, label) in claimed {
                        let _ = write!(out, "{}{}", colour.letter(), theirs(label));
                    }
                } else {
                    taken.extend(claimed.into_iter().map(|(colour, _)| colour));
                }
            }
        }
        if !taken.is_empty() {
            out.push('+');
            out.extend(taken.into_iter().map(|colour| colour.letter().to_ascii_lowercase()));
        }
        out
    }
}

impl Taken {
    fn parse(cursor: &mut Cursor<'_>) -> Result<Taken, SyntaxError> {
        if !cursor.eat('+') {
            return Ok(Taken::Unsaid);
        }
        if cursor.eat('-') {
            return Ok(Taken::Marbles(Vec::new()));
        }
        let (mut colours, mut marbles) = (Vec::new(), Vec::new());
        while let Some(colour) = cursor.peek().and_then(Colour::from_letter) {
            cursor.bump();
            colours.push(colour);
            marbles.extend(cursor.label().map(|label| (colour, label)));
        }
        match (colours.len(), marbles.len()) {
            (0, _) => Err(cursor.error("the captured colours, such as wg")),
            (_, 0) => Ok(Taken::Colours(colours)),
            (all, named) if all == named => Ok(Taken::Marbles(marbles)),
            _ => Err(cursor.error("a ring for every captured marble, or for none")),
        }
    }

    /// Compares the named colours, in any order, with those that the turn captures.
    fn check(&self, rules: &Rules, position: &Position, turn: &Turn) -> Result<(), IllegalTurn> {
        let Taken::Colours(named) = self else { return Ok(()) };
        let before = position.captured(position.mover());
        let after = position.play_unchecked(rules, turn).captured(position.mover());
        let own = if position.pool().is_empty() { 1 } else { 0 };
        let placed = match turn {
            Turn::Place { colour, .. } => Some(*colour),
            _ => None,
        };
        let right = Colour::ALL.into_iter().all(|colour| {
            let given = if placed == Some(colour) { own } else { 0 };
            let gained = i32::from(after[colour]) - i32::from(before[colour]) + given;
            named.iter().filter(|&&c| c == colour).count() as i32 == gained
        });
        if right { Ok(()) } else { Err(IllegalTurn::WrongClaim) }
    }
}
