//! Reading SGF: the properties of nodes, and the facts in the first node.

use super::{
    super::{
        ReadError, ReadErrorKind, Record,
        cursor::Cursor,
        marks,
        movetext::add_comment,
        tags::{self, Tag},
        zip::Orientation,
    },
    FACTS, SETUPS,
    actions::Reader,
};

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
    let (found, comment) = facts(text, properties(&mut cursor)?)?;
    let result = tags::result(text, &found)?;
    let (mut record, _) = tags::record(text, found, Orientation::Ours)?;
    record.comment = comment;
    let mut reader = Reader::new(text, record);
    reader.nodes(&mut cursor)?;
    let mut record = reader.finish(result);
    marks::take_from_comments(&mut record);
    Ok(record)
}

/// Reads the properties of the first node as tags and a comment.
fn facts(text: &str, root: Vec<Property<'_>>) -> Result<(Vec<Tag>, String), ReadError> {
    let (mut found, mut board, mut comment) = (Vec::new(), None, String::new());
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
                let known = SETUPS.iter().find(|(ours, _)| ours.eq_ignore_ascii_case(setup));
                let (_, name) = known.ok_or_else(|| wrong("it can be Zertz, Zertz+11 or Zertz+24"))?;
                board = Some(tag("Board", name));
            }
            "GM" if value.trim() != "22" => {
                return Err(wrong("ZÈRTZ is game 22; this is another game"));
            }
            // These are seats. The first turn shows who is the first player.
            "P0" => found.extend(player(&value).map(|player| tag("Player1", player))),
            "P1" => found.extend(player(&value).map(|player| tag("Player2", player))),
            "ZT" => {
                let (name, value) = value.split_once(' ').unwrap_or((&value, ""));
                found.push(tag(name, value));
            }
            "C" => add_comment(&mut comment, &value),
            _ => {
                let fact = FACTS.iter().find(|(property, _)| *property == name);
                found.extend(fact.map(|(_, fact)| tag(fact, value.trim())));
            }
        }
    }
    // A tag names boards that Boardspace does not have.
    if !found.iter().any(|tag| tag.name == "Board") {
        found.extend(board);
    }
    Ok((found, comment))
}

/// The name in `id "name"`, with or without quotation marks.
fn player(value: &str) -> Option<&str> {
    let id = value.trim().strip_prefix("id")?.trim();
    let quoted = id.strip_prefix('"').and_then(|id| id.strip_suffix('"'));
    Some(quoted.unwrap_or(id))
}

pub(super) struct Property<'t> {
    pub name: &'t str,
    pub value: String,
    pub offset: usize,
}

/// Reads the properties of a node, up to the next node or the end of the variation.
pub(super) fn properties<'t>(cursor: &mut Cursor<'t>) -> Result<Vec<Property<'t>>, ReadError> {
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
            let value = cursor.escaped(']').ok_or_else(|| cursor.error_at(offset, "] to end this value"))?;
            found.push(Property { name, value, offset });
            cursor.skip_space();
        }
    }
}
