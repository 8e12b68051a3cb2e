//! Reading SGF: puts turns together from actions.

use super::{
    super::{
        GameResult, Note, ReadError, ReadErrorKind, Record, TurnId,
        cursor::{Cursor, Places},
        movetext::{add_comment, leave_out_after_repetition, shorten},
        turn_text::TurnText,
    },
    read::{Property, properties},
};
use crate::{Colour, IllegalTurn, Label, Player, Position, Rules, Turn};

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
    /// Who plays the turn, and the offset of its first action.
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

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Rack {
    #[default]
    Pool,
    Own,
    Opponents,
}

pub(super) struct Reader<'t> {
    text: &'t str,
    record: Record,
    state: State,
    outer: Vec<State>,
    first_seat: Option<usize>,
    resigned: Option<usize>,
    /// The offset of each turn of the main line.
    offsets: Vec<usize>,
    places: Places<'t>,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str, record: Record) -> Reader<'t> {
        Reader {
            text,
            record,
            state: State { main: true, ..State::default() },
            outer: Vec::new(),
            first_seat: None,
            resigned: None,
            offsets: Vec::new(),
            places: Places::new(text),
        }
    }

    /// Reads all nodes after the first, including variations, to the closing parenthesis.
    pub fn nodes(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ReadError> {
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

    /// The record, given the result in its tags.
    pub fn finish(self, result: Option<GameResult>) -> Record {
        let Reader { text, mut record, offsets, .. } = self;
        // Whoever played the first turn is our first player, in either seat.
        let first = self.first_seat.unwrap_or(0);
        if first == 1 {
            exchange_players(&mut record.tags);
        }
        leave_out_after_repetition(text, &mut record, &offsets);
        let by_resignation =
            self.resigned.map(|seat| if seat == first { GameResult::Second } else { GameResult::First });
        record.settle_result(by_resignation.or(result));
        record
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
        let Some(verb) = words.next().filter(|verb| !matches!(*verb, "Start" | "time" | "id")) else { return Ok(()) };
        if self.state.seat.is_some_and(|(other, _)| other != seat) {
            self.finish_turn()?;
        }
        match verb {
            // Marbles that were picked up and put back.
            "RtoR" | "Edit" => Ok(()),
            "Done" => self.finish_turn(),
            "Resign" => {
                self.finish_turn()?;
                // Variations may end by resignation too, but only the main line gives the result.
                if self.outer.is_empty() || self.state.main && self.record.next(self.state.last).is_empty() {
                    self.resigned = Some(seat);
                }
                Ok(())
            }
            _ => self.action(seat, property, verb, &words.collect::<Vec<_>>()),
        }
    }

    fn action(&mut self, seat: usize, property: &Property<'_>, verb: &str, words: &[&str]) -> Result<(), ReadError> {
        let text = self.text;
        let unreadable = || {
            let found = property.value.chars().take(40).collect();
            ReadError::at(text, property.offset, ReadErrorKind::Syntax { expected: expected(verb), found })
        };
        // A new turn of the same player: the opponent must have passed.
        if verb == "Swap" || self.state.is_complete_before(verb) {
            self.finish_turn()?;
        }
        if verb == "Swap" {
            let may_swap = self.record.rules().swap && self.state.number == 1 && self.state.main;
            self.record.swapped = may_swap;
            return if may_swap { Ok(()) } else { Err(unreadable()) };
        }
        let state = &mut self.state;
        state.seat.get_or_insert((seat, property.offset));
        match verb {
            "RtoB" => (state.placed, state.rack) = placement(seat, words).ok_or_else(unreadable)?,
            "R-" => state.removed = Some(ring(words, 0).ok_or_else(unreadable)?),
            "R+" => state.removed = None,
            "BtoR" => state.placed = None,
            "BtoB" => {
                let (from, to) = ring(words, 0).zip(ring(words, 2)).ok_or_else(unreadable)?;
                self.hop(from, to)?;
            }
            "Claim" => state.claim = Some(claim(words).ok_or_else(unreadable)?),
            "Pass" => state.pass = true,
            _ => return Err(unreadable()),
        }
        // A marble that was put back leaves no turn.
        if self.state.is_empty() {
            self.state.seat = None;
        }
        Ok(())
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
        let position = self.record.position(self.state.last);
        // A pass has no action. It shows only because the same player continues.
        if position.mover() != player && position.must_pass(self.record.rules()) {
            self.play(Turn::Pass, offset);
        }
        let (rules, position) = (self.record.rules(), self.record.position(self.state.last));
        let written = written(&state, rules, position);
        let number = self.state.number + 1;
        let shown = || {
            let source = self.text[offset..].split(']').next().unwrap_or("");
            shorten(&written.as_ref().map_or_else(|_| source.to_owned(), TurnText::to_string))
        };
        match resolve(&state, &written, player, rules, position) {
            Ok(turn) => {
                self.play(turn, offset);
                if let Some(last) = self.state.last {
                    add_comment(&mut self.record[last].comment, &state.comment);
                }
            }
            Err(IllegalTurn::Over(outcome)) => {
                let note = Note::AfterTheEnd { place: Some(self.places.of(offset)), number, turn: shown(), outcome };
                self.record.notes.push(note);
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

impl State {
    fn is_empty(&self) -> bool {
        self.placed.is_none() && self.removed.is_none() && self.path.is_empty() && !self.pass
    }

    /// Whether the turn is complete because this action can only begin another one. A ring may be removed before the placement.
    fn is_complete_before(&self, verb: &str) -> bool {
        let placed = self.placed.is_some() && self.removed.is_some();
        match verb {
            "RtoB" | "R-" => placed || !self.path.is_empty() || self.pass,
            "BtoB" => placed || self.pass,
            _ => false,
        }
    }
}

/// What should stand in place of an unreadable action.
fn expected(verb: &str) -> &'static str {
    match verb {
        "RtoB" => "RtoB with rack, colour, column and row, such as RtoB 2 0 E 4",
        "R-" => "R- with column and row, such as R- A 3",
        "BtoB" => "BtoB with column and row, twice, such as BtoB B 4 D 4",
        "Claim" => "Claim with columns and rows, such as Claim A 1 A 2",
        "Swap" => "Swap only after the first turn and with the tag Swap",
        _ => "an action such as RtoB, R-, BtoB, Done or Resign",
    }
}

/// The ring named by two words of an action, a column and a row.
fn ring(words: &[&str], at: usize) -> Option<Label> {
    format!("{}{}", words.get(at)?, words.get(at + 1)?).parse().ok()
}

fn claim(words: &[&str]) -> Option<Vec<Label>> {
    let rings: Option<Vec<Label>> = (0..words.len()).step_by(2).map(|at| ring(words, at)).collect();
    rings.filter(|rings| rings.len() <= 64)
}

fn placement(seat: usize, words: &[&str]) -> Option<(Option<(Colour, Label)>, Rack)> {
    let rack = match *words.first()? {
        "2" => Rack::Pool,
        "0" | "1" if words[0] == seat.to_string() => Rack::Own,
        "0" | "1" => Rack::Opponents,
        _ => return None,
    };
    let colour = Colour::ALL.get(words.get(1)?.parse::<usize>().ok()?)?;
    Some((Some((*colour, ring(words, 2)?)), rack))
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

fn resolve(
    state: &State,
    written: &Result<TurnText, IllegalTurn>,
    player: Player,
    rules: &Rules,
    position: &Position,
) -> Result<Turn, IllegalTurn> {
    let supply = if position.pool().is_empty() { Rack::Own } else { Rack::Pool };
    if let Some(outcome) = position.outcome(rules) {
        return Err(IllegalTurn::Over(outcome));
    }
    match written {
        _ if position.mover() != player => Err(IllegalTurn::OpponentsTurn),
        _ if state.placed.is_some() && state.rack != supply => Err(IllegalTurn::WrongSupply),
        Ok(text) => text.resolve(rules, position),
        Err(why) => Err(*why),
    }
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
