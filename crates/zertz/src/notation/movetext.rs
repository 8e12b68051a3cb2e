//! Turns with numbers, comments and variations, as in PGN. The official format and ZEN share it and differ in how they write a turn.

use super::{
    GameResult, Mark, Note, ReadError, ReadErrorKind, Record, RecordedTurn, SyntaxError, TextPlace, TurnId, Zip,
    cursor::{Cursor, Places},
    marks, tags,
    turn_text::TurnText,
    zen::{Frame, ZenTurn},
    zip::Orientation,
};
use crate::{Game, IllegalTurn, Player, Position, Rules, Turn};

pub(crate) enum Dialect {
    Official,
    Zen(Frame),
}

impl Dialect {
    fn read(
        &self,
        cursor: &mut Cursor<'_>,
        rules: &Rules,
        position: &Position,
    ) -> Result<Result<Turn, IllegalTurn>, SyntaxError> {
        Ok(match self {
            Dialect::Official => TurnText::parse(cursor)?.resolve(rules, position),
            Dialect::Zen(frame) => ZenTurn::parse(cursor)?.resolve(frame, rules, position),
        })
    }

    fn write(&self, rules: &Rules, position: &Position, turn: &Turn) -> String {
        match self {
            Dialect::Official => TurnText::of(rules, position, turn).to_string(),
            Dialect::Zen(frame) => ZenTurn::write(frame, rules, position, turn),
        }
    }
}

pub(crate) fn read(text: &str, zen: bool) -> Result<Record, ReadError> {
    let mut cursor = Cursor::new(text);
    cursor.eat('\u{feff}');
    let orientation = if zen { Orientation::Foreign } else { Orientation::Ours };
    let found = tags::parse(&mut cursor)?;
    let tag_result = tags::result(text, &found)?;
    let (record, zip) = tags::record(text, found, orientation)?;
    let dialect = if zen {
        let zip = zip.unwrap_or_else(|| Zip::foreign(record.rules(), record.start()));
        Dialect::Zen(Frame::new(&zip, &record.rules().board))
    } else {
        Dialect::Official
    };
    let (branch, outer, offsets) = (Branch::default(), Vec::new(), Vec::new());
    let mut reader = Reader { cursor, record, dialect, branch, outer, offsets, places: Places::new(text) };
    // A star after the turns does not contradict a result in the tags.
    let result = reader.turns()?.filter(|&result| result != GameResult::Open).or(tag_result);
    let Reader { mut record, offsets, .. } = reader;
    leave_out_after_repetition(text, &mut record, &offsets);
    record.settle_result(result);
    // ZEN has other names of rings.
    if !zen {
        marks::take_from_comments(&mut record);
    }
    Ok(record)
}

pub(crate) fn play_on(game: &mut Game, text: &str) -> Result<(), ReadError> {
    let mut cursor = Cursor::new(text);
    let mut number = 0;
    loop {
        cursor.skip_space();
        let start = cursor.offset();
        if cursor.peek().is_none() {
            return Ok(());
        }
        if cursor.number().is_some() {
            cursor.skip_space();
            if cursor.take_while(|c| c == '.').is_empty() {
                return Err(cursor.error("a dot after the number of a turn").into());
            }
            continue;
        }
        let written = TurnText::parse(&mut cursor)?;
        if cursor.peek().is_some_and(|c| !c.is_whitespace()) {
            return Err(cursor.error("a space after the turn").into());
        }
        number += 1;
        let over = game.outcome().map(IllegalTurn::Over);
        let turn = over.map_or_else(|| written.resolve(game.rules(), game.position()), Err);
        if let Err(why) = turn.and_then(|turn| game.play(&turn)) {
            return Err(ReadError::at(
                text,
                start,
                ReadErrorKind::Turn { number, turn: shorten(&written.to_string()), why },
            ));
        }
    }
}

/// The branch being read: the main line or a variation.
#[derive(Clone, Default)]
struct Branch {
    /// The last turn, if any. In a variation without turns, the turn before it.
    last: Option<TurnId>,
    /// The number of turns so far.
    number: usize,
    /// Whether a turn of this branch was read.
    begun: bool,
    /// Whether the game is over and the rest is ignored.
    over: bool,
    result: bool,
    /// The comment before the first turn.
    lead: String,
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    record: Record,
    dialect: Dialect,
    branch: Branch,
    outer: Vec<Branch>,
    /// The offset of each turn of the main line.
    offsets: Vec<usize>,
    places: Places<'t>,
}

impl Reader<'_> {
    /// Reads to the end and returns the result, if there is one.
    fn turns(&mut self) -> Result<Option<GameResult>, ReadError> {
        let mut result = None;
        loop {
            self.cursor.skip_space();
            let Some(next) = self.cursor.peek() else { break };
            let written = GameResult::ALL.into_iter().find(|result| self.cursor.eat_word(result.text()));
            if let Some(written) = written {
                if self.outer.is_empty() {
                    result = Some(written);
                    self.branch.result = true;
                }
                continue;
            }
            match next {
                '{' | ';' => self.comment()?,
                '(' => self.open_variation()?,
                ')' => self.close_variation()?,
                '$' | '!' | '?' => self.glyph()?,
                '0'..='9' => {
                    self.cursor.take_while(|c| c.is_ascii_digit());
                    self.cursor.skip_space();
                    if self.cursor.take_while(|c| c == '.' || c == '…').is_empty() {
                        return Err(self.cursor.error("a dot after the number of a turn").into());
                    }
                }
                '[' => return Err(self.cursor.error("a single game, without tags after its turns").into()),
                _ if self.branch.result => {
                    return Err(self.cursor.error("nothing more after the result of the game").into());
                }
                's' | 'S' => self.swap()?,
                _ => self.turn()?,
            }
        }
        if !self.outer.is_empty() {
            return Err(self.cursor.error(") to end the variation").into());
        }
        Ok(result)
    }

    fn turn(&mut self) -> Result<(), ReadError> {
        let start = self.cursor.offset();
        let position = self.record.position(self.branch.last);
        let turn = self.dialect.read(&mut self.cursor, self.record.rules(), position)?;
        if self.cursor.peek().is_some_and(|c| c.is_alphanumeric()) {
            return Err(self.cursor.error("a space after the turn").into());
        }
        self.branch.begun = true;
        if self.branch.over {
            return Ok(());
        }
        let text = self.cursor.text();
        let number = self.branch.number + 1;
        let turn_text = || shorten(&text[start..self.cursor.offset()]);
        match turn {
            Ok(turn) => {
                let added = self.record.add(self.branch.last, turn);
                let id = added.expect("a resolved turn is legal");
                self.record[id].lead = std::mem::take(&mut self.branch.lead);
                if self.outer.is_empty() {
                    self.offsets.push(start);
                }
                self.branch.last = Some(id);
                self.branch.number = number;
                Ok(())
            }
            Err(IllegalTurn::Over(outcome)) => {
                let place = Some(self.places.of(start));
                self.record.notes.push(Note::AfterTheEnd { place, number, turn: turn_text(), outcome });
                self.branch.over = true;
                Ok(())
            }
            Err(why) => Err(ReadError::at(text, start, ReadErrorKind::Turn { number, turn: turn_text(), why })),
        }
    }

    fn comment(&mut self) -> Result<(), ReadError> {
        let start = self.cursor.offset();
        let block = self.cursor.bump() == Some('{');
        let text = self.cursor.take_while(|c| if block { c != '}' } else { c != '\n' });
        if block && !self.cursor.eat('}') {
            return Err(self.cursor.error_at(start, "a } to end this comment").into());
        }
        if self.branch.over {
            return Ok(());
        }
        let target = match self.branch.last {
            Some(id) if self.branch.begun => &mut self.record[id].comment,
            _ if !self.outer.is_empty() => &mut self.branch.lead,
            _ => &mut self.record.comment,
        };
        add_comment(target, text);
        Ok(())
    }

    fn open_variation(&mut self) -> Result<(), ReadError> {
        if !self.branch.begun {
            return Err(self.cursor.error("a turn before its variations").into());
        }
        self.cursor.bump();
        let Branch { last, number, over, .. } = self.branch;
        let variation = match last.filter(|_| !over) {
            Some(last) => Branch { last: self.record[last].parent(), number: number - 1, ..Branch::default() },
            // A variation of an ignored turn is ignored too.
            None => Branch { over: true, ..Branch::default() },
        };
        self.outer.push(std::mem::replace(&mut self.branch, variation));
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), ReadError> {
        match self.outer.pop() {
            Some(outer) => self.branch = outer,
            None => return Err(self.cursor.error("a turn: there is no variation to close").into()),
        }
        self.cursor.bump();
        Ok(())
    }

    fn glyph(&mut self) -> Result<(), ReadError> {
        let start = self.cursor.offset();
        let number = if self.cursor.eat('$') {
            self.cursor.number().and_then(|n| u8::try_from(n).ok())
        } else {
            let marks = self.cursor.take_while(|c| c == '!' || c == '?');
            GLYPHS.iter().position(|&glyph| glyph == marks).map(|i| i as u8 + 1)
        };
        let number = number.ok_or_else(|| self.cursor.error_at(start, "an annotation such as ! or ?? or $3"))?;
        match self.branch.last {
            Some(id) if self.branch.begun && !self.branch.over => self.record[id].glyphs.push(number),
            _ => {}
        }
        Ok(())
    }

    fn swap(&mut self) -> Result<(), ReadError> {
        let start = self.cursor.offset();
        let here = self.outer.is_empty() && self.branch.number == 1 && !self.record.swapped;
        if !self.cursor.eat_word("swap") || !here || !self.record.rules().swap {
            return Err(self
                .cursor
                .error_at(start, "a turn (swap is possible only after the first turn and with the tag Swap \"yes\")")
                .into());
        }
        self.record.swapped = true;
        Ok(())
    }
}

/// The beginning of a turn as it was written, to keep error messages short.
pub(crate) fn shorten(turn: &str) -> String {
    match turn.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &turn[..end]),
        None => turn.to_owned(),
    }
}

pub(crate) fn add_comment(comment: &mut String, text: &str) {
    let text = text.trim();
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// The annotations with a symbol, numbered from 1.
const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Removes the turns of the main line after a draw by repetition, with a note. Only the whole game shows a repetition.
pub(crate) fn leave_out_after_repetition(text: &str, record: &mut Record, offsets: &[usize]) {
    let game = record.game();
    let Some(extra) = record.main_line().nth(game.turns().len()) else { return };
    let Some(outcome) = game.outcome() else { return };
    let number = game.turns().len() + 1;
    let place = offsets.get(number - 1).map(|&offset| TextPlace::of(text, offset));
    let turn = TurnText::of(record.rules(), record[extra].before(), record[extra].turn()).to_string();
    record.notes.push(Note::AfterTheEnd { place, number, turn, outcome });
    record.cut_before(extra);
}

pub(crate) fn write(record: &Record, zen: bool) -> String {
    let rules = record.rules();
    let (zip, dialect) = if zen {
        let zip = Zip::foreign(rules, record.start());
        let frame = Frame::new(&zip, &rules.board);
        (zip, Dialect::Zen(frame))
    } else {
        (Zip::of(rules, record.start()), Dialect::Official)
    };
    // Readers of ZEN that do not know our Board tag take the board from the starting position.
    let always_zip = zen && rules.board.name() != "37";
    let mut lines = Wrapped { out: tags::write(record, &zip, always_zip), width: 0, with_marks: !zen };
    lines.out.push('\n');
    lines.comment_and_marks(&record.comment, &record.marks);
    write_turns(&mut lines, record, &dialect);
    lines.word(record.result.text());
    lines.out.push('\n');
    lines.out
}

/// What is still to be written. A stack of these replaces recursion, which a hostile record could make too deep.
enum Task {
    Turn { id: TurnId, numbered: bool },
    Open,
    Close,
}

fn write_turns(lines: &mut Wrapped, record: &Record, dialect: &Dialect) {
    let mut tasks: Vec<Task> = Vec::new();
    tasks.extend(record.next(None).first().map(|&id| Task::Turn { id, numbered: true }));
    let start = usize::from(record.start().mover() == Player::Two);
    // The number of each turn in its branch. A parent always comes before its children.
    let mut plies = vec![0; record.len()];
    while let Some(task) = tasks.pop() {
        let (id, numbered) = match task {
            Task::Open => {
                lines.word("(");
                continue;
            }
            Task::Close => {
                lines.glue(")");
                continue;
            }
            Task::Turn { id, numbered } => (id, numbered),
        };
        let turn = &record[id];
        let ply = turn.parent().map_or(start, |parent| plies[parent.index()] + 1);
        plies[id.index()] = ply;
        let text = dialect.write(record.rules(), turn.before(), turn.turn());
        lines.turn(turn, &text, ply, numbered);
        let siblings = record.next(turn.parent());
        let swap = record.swapped && turn.parent().is_none() && siblings.first() == Some(&id);
        if swap {
            lines.word("swap");
        }
        // The other continuations follow the first one directly, as variations.
        let others = if siblings.first() == Some(&id) { &siblings[1..] } else { &[] };
        let interrupted = !others.is_empty() || !turn.comment.is_empty() || !turn.marks.is_empty() || swap;
        tasks.extend(turn.next().first().map(|&id| Task::Turn { id, numbered: interrupted }));
        for &other in others.iter().rev() {
            tasks.extend([Task::Close, Task::Turn { id: other, numbered: true }, Task::Open]);
        }
    }
}

struct Wrapped {
    out: String,
    width: usize,
    with_marks: bool,
}

impl Wrapped {
    const WIDTH: usize = 100;

    /// Writes a turn with its number, annotations and comments. A turn of the second player has a number only if `numbered`.
    fn turn(&mut self, turn: &RecordedTurn, text: &str, ply: usize, numbered: bool) {
        self.comment(&turn.lead);
        if ply.is_multiple_of(2) {
            self.word(&format!("{}.", ply / 2 + 1));
        } else if numbered || !turn.lead.is_empty() {
            self.word(&format!("{}...", ply / 2 + 1));
        }
        self.word(text);
        for &glyph in &turn.glyphs {
            match GLYPHS.get(usize::from(glyph).wrapping_sub(1)) {
                Some(sign) if turn.glyphs.len() == 1 => self.glue(sign),
                _ => self.word(&format!("${glyph}")),
            }
        }
        self.comment_and_marks(&turn.comment, &turn.marks);
    }

    fn word(&mut self, word: &str) {
        let len = word.chars().count();
        if self.width > 0 && self.width + 1 + len > Wrapped::WIDTH {
            self.out.push('\n');
            self.width = 0;
        } else if self.width > 0 && !self.out.ends_with('(') {
            self.out.push(' ');
            self.width += 1;
        }
        self.out.push_str(word);
        self.width += len;
    }

    fn glue(&mut self, text: &str) {
        self.out.push_str(text);
        self.width += text.len();
    }

    fn comment_and_marks(&mut self, comment: &str, marks: &[Mark]) {
        let marks = if self.with_marks { marks } else { &[] };
        self.comment(&marks::with_commands(comment, marks));
    }

    fn comment(&mut self, comment: &str) {
        let comment = comment.trim();
        if !comment.is_empty() {
            // A comment cannot contain a closing brace.
            self.word(&format!("{{{}}}", comment.replace('}', ")")));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::official;

    #[test]
    fn a_comment_of_blanks_is_not_written() {
        let mut record = official::read("1. Wd4,d1 {a} *").unwrap();
        let text = official::write(&record);
        record.comment = " ".to_owned();
        let first = record.next(None)[0];
        record[first].comment = " a\n".to_owned();
        assert_eq!(official::write(&record), text);
    }

    #[test]
    fn notes_on_several_lines_tell_the_place_of_each() {
        let text =
            "[Board \"custom:a:a1,a2\"]\n[Goals \"1/1/1/1\"]\nWa1,a2 (Ga1,a2 Ga1)\n(Ba1,a2 Ba1 (Wa2 (Wa1)))\n Wa1 *";
        let record = official::read(text).unwrap();
        let places: Vec<String> = record.notes.iter().map(|note| note.to_string()).collect();
        assert_eq!(places.len(), 3);
        for (place, expected) in places.iter().zip(["line 3, column 16:", "line 4, column 9:", "line 5, column 2:"]) {
            assert!(place.starts_with(expected), "{place}");
        }
    }
}
