//! Reading SGF: puts turns together from actions.

use super::{
    super::{
        GameResult, Note, ReadError, ReadErrorKind, Record, TurnId,
        cursor::{Cursor, Places},
        movetext::{add_comment, leave_out_after_repetition, shorten},
        tags::{self, Tag},
        turn_text::TurnText,
        zip::Orientation,
    },
    FACTS, SETUPS,
};
use crate::{Colour, IllegalTurn, Label, Player, Position, Rules, Turn};

/// Reads a game.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut cursor = Cursor::new(text);
    cursor.eat('\u{feff}');
    cursor.skip_space();
    if !cursor.eat('(') {
        return Err(cursor.error("( to begin the game").into());
    }
    cursor.skip_space();
    if !cursor.eat(';') {
        return Err(cursor.error("; to begin the first node").into());
    }
    let root = properties(&mut cursor)?;
    let mut found = Vec::new();
    let mut board = None;
    let mut comment = String::new();
    for Property { name, value, offset } in root {
        let tag =
            |name: &str, value: &str| Tag { name: name.to_owned(), value: value.to_owned(), offset: Some(offset) };
        let wrong = |why: &str| {
            let kind = ReadErrorKind::Tag { name: name.to_owned(), why: why.to_owned() };
            ReadError::at(text, offset, kind)
        };
        match name {
            "SU" => {
                // Options of the program may follow the setup.
                let setup = value.split_whitespace().next().unwrap_or("");
                match SETUPS.iter().find(|(ours, _)| ours.eq_ignore_ascii_case(setup)) {
                    Some((_, name)) => board = Some(tag("Board", name)),
                    None => return Err(wrong("it can be Zertz, Zertz+11 or Zertz+24")),
                }
            }
            "GM" if value.trim() != "22" => {
                return Err(wrong("ZÈRTZ is game 22; this is another game"));
            }
            "P0" | "P1" => {
                // These are seats. The first turn shows who is the first player.
                let id = value.trim().strip_prefix("id").map(str::trim);
                let quoted = |id: &str| Some(id.strip_prefix('"')?.strip_suffix('"')?.to_owned());
                let player = if name == "P0" { "Player1" } else { "Player2" };
                found.extend(id.map(|id| tag(player, &quoted(id).unwrap_or_else(|| id.to_owned()))));
            }
            "ZT" => {
                let (name, value) = value.split_once(' ').unwrap_or((&value, ""));
                found.push(tag(name, value));
            }
            "C" => add_comment(&mut comment, &value),
            _ => {
                if let Some((_, fact)) = FACTS.iter().find(|(property, _)| *property == name) {
                    found.push(tag(fact, value.trim()));
                }
            }
        }
    }
    // A tag names boards that Boardspace does not have.
    if !found.iter().any(|tag| tag.name == "Board") {
        found.extend(board);
    }
    let result = tags::result(text, &found)?;
    let (mut record, _) = tags::record(text, found, Orientation::Ours)?;
    record.comment = comment;
    let mut reader = Reader {
        text,
        record,
        state: State { main: true, ..State::default() },
        outer: Vec::new(),
        first_seat: None,
        resigned: None,
        offsets: Vec::new(),
        places: Places::new(text),
    };
    reader.nodes(&mut cursor)?;
    let Reader { mut record, resigned, first_seat, offsets, .. } = reader;
    // Whoever made the first turn is our first player, in either seat.
    let first = first_seat.unwrap_or(0);
    if first == 1 {
        exchange_players(&mut record.tags);
    }
    leave_out_after_repetition(text, &mut record, &offsets);
    let by_resignation = resigned.map(|seat| if seat == first { GameResult::Second } else { GameResult::First });
    record.settle_result(by_resignation.or(result));
    Ok(record)
}

/// Exchanges the two players. The tag of player 1 stays first.
fn exchange_players(tags: &mut [(String, String)]) {
    for (name, _) in tags.iter_mut() {
        match name.as_str() {
            "Player1" => *name = "Player2".to_owned(),
            "Player2" => *name = "Player1".to_owned(),
            _ => {}
        }
    }
    let place = |player| tags.iter().position(|(name, _)| name == player);
    if let (Some(one), Some(two)) = (place("Player1"), place("Player2"))
        && two < one
    {
        tags.swap(one, two);
    }
}

/// A property with one of its values.
struct Property<'t> {
    name: &'t str,
    value: String,
    offset: usize,
}

/// Reads the properties of a node, up to the next node or the end of the variation.
fn properties<'t>(cursor: &mut Cursor<'t>) -> Result<Vec<Property<'t>>, ReadError> {
    let mut found = Vec::new();
    loop {
        cursor.skip_space();
        let name = cursor.take_while(|c| c.is_ascii_alphanumeric());
        if name.is_empty() {
            return Ok(found);
        }
        cursor.skip_space();
        if cursor.peek() != Some('[') {
            return Err(cursor.error("[ and the value of the property").into());
        }
        while cursor.eat('[') {
            let offset = cursor.offset();
            let mut value = String::new();
            loop {
                value.push_str(cursor.take_while(|c| c != ']' && c != '\\'));
                match cursor.bump() {
                    Some('\\') => value.extend(cursor.bump()),
                    Some(_) => break,
                    None => return Err(cursor.error_at(offset, "] to end this value").into()),
                }
            }
            found.push(Property { name, value, offset });
            cursor.skip_space();
        }
    }
}

/// The turn being put together, and its place in the record.
#[derive(Clone, Default)]
struct State {
    last: Option<TurnId>,
    number: usize,
    over: bool,
    /// Whether `last` is in the main line.
    main: bool,
    /// Whether branches have continued from here.
    branched: bool,
    /// Who makes the turn, and the offset of its first action.
    seat: Option<(usize, usize)>,
    placed: Option<(Colour, Label)>,
    rack: Rack,
    removed: Option<Label>,
    path: Vec<Label>,
    claim: Option<Vec<Label>>,
    pass: bool,
    /// The comments on its actions.
    comment: String,
}

/// Where a marble was taken from.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Rack {
    #[default]
    Pool,
    Own,
    Opponents,
}

struct Reader<'t> {
    text: &'t str,
    record: Record,
    state: State,
    outer: Vec<State>,
    first_seat: Option<usize>,
    resigned: Option<usize>,
    offsets: Vec<usize>,
    places: Places<'t>,
}

impl Reader<'_> {
    /// Reads all nodes after the first, including variations, to the closing parenthesis.
    fn nodes(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ReadError> {
        loop {
            cursor.skip_space();
            let start = cursor.offset();
            match cursor.bump() {
                Some(';') => {
                    for property in properties(cursor)? {
                        self.property(&property)?;
                    }
                }
                Some('(') => {
                    // A variation may start in the middle of a turn. Comments so far belong to the first one.
                    if self.is_complete() {
                        self.finish_turn()?;
                    }
                    let comment = std::mem::take(&mut self.state.comment);
                    self.outer.push(State { branched: true, ..self.state.clone() });
                    self.state.comment = comment;
                    self.state.branched = false;
                }
                Some(')') => {
                    // If variations started in the middle of a turn, each of them completed it.
                    if !self.state.branched {
                        self.finish_turn()?;
                    }
                    match self.outer.pop() {
                        Some(state) => self.state = state,
                        None => break,
                    }
                }
                Some(_) => return Err(cursor.error_at(start, "; or ( or )").into()),
                None => return Err(cursor.error(") to end the game").into()),
            }
        }
        cursor.skip_space();
        match cursor.peek() {
            None => Ok(()),
            Some(_) => Err(cursor.error("the end of the file after one game").into()),
        }
    }

    fn property(&mut self, property: &Property<'_>) -> Result<(), ReadError> {
        let seat = match property.name {
            "P0" => 0,
            "P1" => 1,
            "C" => {
                let target = match (self.state.seat, self.state.last) {
                    (Some(_), _) => &mut self.state.comment,
                    (None, Some(last)) => &mut self.record[last].comment,
                    (None, None) => &mut self.record.comment,
                };
                add_comment(target, &property.value);
                return Ok(());
            }
            _ => return Ok(()),
        };
        let mut words = property.value.split_whitespace().peekable();
        // Newer records number the actions.
        words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let Some(verb) = words.next() else { return Ok(()) };
        let rest: Vec<&str> = words.collect();
        if !matches!(verb, "Start" | "time" | "id") && self.state.seat.is_some_and(|(other, _)| other != seat) {
            self.finish_turn()?;
        }
        let expected = self.action(seat, property.offset, verb, &rest)?;
        match expected {
            None => Ok(()),
            Some(expected) => {
                let found = property.value.chars().take(40).collect();
                Err(ReadError::at(self.text, property.offset, ReadErrorKind::Syntax { expected, found }))
            }
        }
    }

    /// Carries out an action. For one that it cannot read, returns what was expected.
    fn action(
        &mut self,
        seat: usize,
        offset: usize,
        verb: &str,
        words: &[&str],
    ) -> Result<Option<&'static str>, ReadError> {
        let label = |at: usize| -> Option<Label> { format!("{}{}", words.get(at)?, words.get(at + 1)?).parse().ok() };
        match verb {
            // Clocks, seats, and marbles that were picked up and put back.
            "time" | "id" | "Start" | "RtoR" | "Edit" => return Ok(None),
            "Done" => {
                self.finish_turn()?;
                return Ok(None);
            }
            "Resign" => {
                self.finish_turn()?;
                // Variations may end by resignation too, but only the main line gives the result.
                if self.outer.is_empty() || self.state.main && self.record.next(self.state.last).is_empty() {
                    self.resigned = Some(seat);
                }
                return Ok(None);
            }
            "Swap" => {
                self.finish_turn()?;
                if !self.record.rules().swap || self.state.number != 1 || !self.state.main {
                    return Ok(Some("Swap only after the first turn and with the tag Swap"));
                }
                self.record.swapped = true;
                return Ok(None);
            }
            _ => {}
        }
        // A new turn of the same player: the opponent must have passed. A ring may be removed before the placement.
        let state = &self.state;
        let complete = match verb {
            "RtoB" | "R-" => state.placed.is_some() && state.removed.is_some() || !state.path.is_empty() || state.pass,
            "BtoB" => state.removed.is_some() && state.placed.is_some() || state.pass,
            _ => false,
        };
        if complete {
            self.finish_turn()?;
        }
        self.state.seat.get_or_insert((seat, offset));
        match verb {
            "RtoB" => {
                let rack = words.first().copied();
                let colour = words.get(1).and_then(|word| word.parse::<usize>().ok());
                let colour = colour.and_then(|index| Colour::ALL.get(index).copied());
                match (rack, colour, label(2)) {
                    (Some("0" | "1" | "2"), Some(colour), Some(ring)) => {
                        self.state.placed = Some((colour, ring));
                        self.state.rack = match rack {
                            Some("2") => Rack::Pool,
                            Some(number) if number == seat.to_string() => Rack::Own,
                            _ => Rack::Opponents,
                        };
                    }
                    _ => return Ok(Some("RtoB with rack, colour, column and row, such as RtoB 2 0 E 4")),
                }
            }
            "R-" => match label(0) {
                Some(ring) => self.state.removed = Some(ring),
                None => return Ok(Some("R- with column and row, such as R- A 3")),
            },
            "R+" => self.state.removed = None,
            "BtoR" => self.state.placed = None,
            "BtoB" => match (label(0), label(2)) {
                (Some(from), Some(to)) => self.hop(from, to)?,
                _ => return Ok(Some("BtoB with column and row, twice, such as BtoB B 4 D 4")),
            },
            "Claim" => {
                let rings: Option<Vec<Label>> = (0..words.len()).step_by(2).map(label).collect();
                match rings {
                    Some(rings) if rings.len() <= 64 => self.state.claim = Some(rings),
                    _ => return Ok(Some("Claim with columns and rows, such as Claim A 1 A 2")),
                }
            }
            "Pass" => self.state.pass = true,
            _ => return Ok(Some("an action such as RtoB, R-, BtoB, Done or Resign")),
        }
        // A marble that was put back leaves no turn.
        let state = &mut self.state;
        let nothing = state.placed.is_none() && state.removed.is_none() && state.path.is_empty() && !state.pass;
        if nothing {
            state.seat = None;
        }
        Ok(None)
    }

    fn hop(&mut self, from: Label, to: Label) -> Result<(), ReadError> {
        if from == to {
            return Ok(()); // lifted and put back
        }
        if let Some(placed) = self.state.placed.as_mut().filter(|(_, ring)| *ring == from) {
            placed.1 = to; // moved before the turn was done
            return Ok(());
        }
        let path = &mut self.state.path;
        match path.as_slice() {
            [.., before, last] if *before == to && *last == from => {
                // A jump back to where it came from is a correction.
                path.pop();
                if path.len() == 1 {
                    path.clear();
                }
            }
            // No chain is longer than the number of rings, so a longer one is illegal anyway.
            [.., last] if *last == from && path.len() > 64 => {}
            [.., last] if *last == from => path.push(to),
            [] if self.state.placed.is_none() => path.extend([from, to]),
            _ => {
                // Another marble moves: the opponent must have passed in between.
                let seat = self.state.seat;
                self.finish_turn()?;
                self.state.seat = seat;
                self.state.path.extend([from, to]);
            }
        }
        Ok(())
    }

    /// Whether the actions so far make a complete turn.
    fn is_complete(&self) -> bool {
        let state = &self.state;
        let position = self.record.position(state.last);
        let rules = self.record.rules();
        state.seat.is_some() && written(state, rules, position).and_then(|t| t.resolve(rules, position)).is_ok()
    }

    /// Plays the turn put together so far, if any.
    fn finish_turn(&mut self) -> Result<(), ReadError> {
        let state = std::mem::take(&mut self.state);
        self.state =
            State { last: state.last, number: state.number, over: state.over, main: state.main, ..State::default() };
        let Some((seat, offset)) = state.seat.filter(|_| !state.over) else { return Ok(()) };
        let first = *self.first_seat.get_or_insert(match self.record.start().mover() {
            Player::One => seat,
            Player::Two => 1 - seat,
        });
        let player = Player::BOTH[usize::from(seat != first)];
        let mut position = *self.record.position(self.state.last);
        // A pass has no action. It shows only because the same player continues.
        if position.mover() != player && position.must_pass(self.record.rules()) {
            self.play(Turn::Pass, offset);
            position = *self.record.position(self.state.last);
        }
        let number = self.state.number + 1;
        let rules = self.record.rules().clone();
        let written = written(&state, &rules, &position);
        let supply = if position.pool().is_empty() { Rack::Own } else { Rack::Pool };
        let wrong_supply = state.placed.is_some() && state.rack != supply;
        let turn = match &written {
            _ if position.outcome(&rules).is_some() => {
                Err(IllegalTurn::Over(position.outcome(&rules).expect("just seen")))
            }
            _ if position.mover() != player => Err(IllegalTurn::OpponentsTurn),
            _ if wrong_supply => Err(IllegalTurn::WrongSupply),
            Ok(text) => text.resolve(&rules, &position),
            Err(why) => Err(*why),
        };
        let source = self.text[offset..].split(']').next().unwrap_or("");
        let shown = || shorten(&written.as_ref().map_or_else(|_| source.to_owned(), |text| text.to_string()));
        match turn {
            Ok(turn) => {
                self.play(turn, offset);
                if let Some(last) = self.state.last {
                    add_comment(&mut self.record[last].comment, &state.comment);
                }
            }
            Err(IllegalTurn::Over(outcome)) => {
                let place = Some(self.places.of(offset));
                self.record.notes.push(Note::AfterTheEnd { place, number, turn: shown(), outcome });
                self.state.over = true;
            }
            Err(why) => {
                return Err(ReadError::at(self.text, offset, ReadErrorKind::Turn { number, turn: shown(), why }));
            }
        }
        Ok(())
    }

    fn play(&mut self, turn: Turn, offset: usize) {
        let id = self.record.add(self.state.last, turn).expect("a resolved turn is legal");
        self.state.main &= self.record.next(self.state.last).first() == Some(&id);
        if self.state.main {
            self.offsets.push(offset);
        }
        self.state.last = Some(id);
        self.state.number += 1;
    }
}

/// The text of the turn put together so far.
fn written(state: &State, rules: &Rules, position: &Position) -> Result<TurnText, IllegalTurn> {
    match (&state.placed, state.path.as_slice()) {
        (Some((colour, ring)), _) => {
            let colour_at = |label: Label| rules.board.ring(label).and_then(|ring| position.marble(ring));
            let claimed = |&label: &Label| (colour_at(label).unwrap_or(*colour), label);
            let claimed = state.claim.as_ref().map(|rings| rings.iter().map(claimed).collect());
            Ok(TurnText::Place { colour: *colour, ring: *ring, removed: state.removed, claimed })
        }
        (None, []) if state.pass => Ok(TurnText::Pass),
        (None, []) => Err(IllegalTurn::NothingPlaced),
        (None, path) => TurnText::jump(rules, position, path),
    }
}
