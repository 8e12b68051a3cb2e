//! Tags: `[Name "value"]` lines. Some define the rules and the start, the others are facts about the game.

use super::{GameResult, ReadError, ReadErrorKind, Record, SyntaxError, Zip, cursor::Cursor, zip::Orientation};
use crate::{Preset, Rules};
use std::{
    fmt::{Display, Write},
    str::FromStr,
};

/// A tag as read, with the offset of its value if known.
pub(crate) struct Tag {
    pub name: String,
    pub value: String,
    pub offset: Option<usize>,
}

/// The tags that define the rules. They are read into [`Rules`] and the start and not kept as text.
const OF_THE_RULES: [&str; 11] =
    ["Board", "Rules", "Pool", "Goals", "Claims", "Captures", "Stuck", "Swap", "TouchMove", "ZIP", "Result"];

pub(crate) fn parse(cursor: &mut Cursor<'_>) -> Result<Vec<Tag>, SyntaxError> {
    let mut tags = Vec::new();
    loop {
        cursor.skip_space();
        if !cursor.eat('[') {
            return Ok(tags);
        }
        cursor.skip_space();
        let name = cursor.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        if name.is_empty() {
            return Err(cursor.error("the name of a tag"));
        }
        cursor.skip_space();
        let offset = cursor.offset();
        if !cursor.eat('"') {
            return Err(cursor.error("the value of the tag in quotation marks"));
        }
        let value = cursor.escaped('"');
        let value = value.ok_or_else(|| cursor.error("a quotation mark to end the value of the tag"))?;
        cursor.skip_space();
        if !cursor.eat(']') {
            return Err(cursor.error("] to end the tag"));
        }
        tags.push(Tag { name, value, offset: Some(offset) });
    }
}

fn is_of_the_rules(name: &str) -> bool {
    OF_THE_RULES.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

pub(crate) fn result(text: &str, tags: &[Tag]) -> Result<Option<GameResult>, ReadError> {
    value(text, tags, "Result")
}

/// An empty record with the rules, start and facts from the tags. Also returns the ZIP tag, which determines the names of rings in ZEN.
pub(crate) fn record(text: &str, tags: Vec<Tag>, orientation: Orientation) -> Result<(Record, Option<Zip>), ReadError> {
    let zip_tag = find(&tags, "ZIP");
    let wrong = |error| ReadError::at(text, zip_tag.and_then(|tag| tag.offset), ReadErrorKind::Position(error));
    let zip = zip_tag.map(|tag| tag.value.parse()).transpose().map_err(|error: SyntaxError| wrong(error.into()))?;
    let rules = rules(text, &tags, zip.as_ref())?;
    let start = match &zip {
        Some(zip) => zip.position_oriented(&rules, orientation).map_err(wrong)?,
        None => rules.start(),
    };
    let mut record = Record::new(rules, start);
    let facts = tags.into_iter().filter(|tag| !is_of_the_rules(&tag.name));
    record.tags = facts.map(|tag| (tag.name, tag.value)).collect();
    Ok((record, zip))
}

/// The first tag of that name, in upper or lower case.
fn find<'t>(tags: &'t [Tag], name: &str) -> Option<&'t Tag> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
}

fn value<T: FromStr<Err: Display>>(text: &str, tags: &[Tag], name: &str) -> Result<Option<T>, ReadError> {
    let read = |tag: &Tag| {
        let kind = |why: T::Err| ReadErrorKind::Tag { name: tag.name.clone(), why: why.to_string() };
        tag.value.trim().parse().map_err(|why| ReadError::at(text, tag.offset, kind(why)))
    };
    find(tags, name).map(read).transpose()
}

/// The rules that the tags define, with the defaults of a starting position.
fn rules(text: &str, tags: &[Tag], zip: Option<&Zip>) -> Result<Rules, ReadError> {
    let preset: Option<Preset> = value(text, tags, "Rules")?;
    let board = value(text, tags, "Board")?
        .or_else(|| zip.map(Zip::board))
        .unwrap_or_else(|| preset.unwrap_or(Preset::Standard).usual_board());
    let mut rules = match (preset, zip) {
        (Some(preset), _) => preset.rules(board),
        (None, Some(zip)) => zip.rules(board),
        (None, None) => Rules::standard(board),
    };
    rules.goals = value(text, tags, "Goals")?.unwrap_or(rules.goals);
    rules.pool = value(text, tags, "Pool")?.unwrap_or(rules.pool);
    rules.claims = value(text, tags, "Claims")?.unwrap_or(rules.claims);
    rules.captures = value(text, tags, "Captures")?.unwrap_or(rules.captures);
    rules.stuck = value(text, tags, "Stuck")?.unwrap_or(rules.stuck);
    rules.swap = value(text, tags, "Swap")?.map_or(rules.swap, |YesNo(yes)| yes);
    rules.touch_move = value(text, tags, "TouchMove")?.map_or(rules.touch_move, |YesNo(yes)| yes);
    Ok(rules)
}

struct YesNo(bool);

impl FromStr for YesNo {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<YesNo, &'static str> {
        match text.to_ascii_lowercase().as_str() {
            "yes" => Ok(YesNo(true)),
            "no" => Ok(YesNo(false)),
            _ => Err("it must be yes or no"),
        }
    }
}

/// The tags for the rules except ZIP and Result: the preset and the differences from it.
pub(crate) fn of_the_rules(rules: &Rules) -> Vec<(&'static str, String)> {
    let preset = rules.preset().unwrap_or(Preset::Standard);
    let base = preset.rules(rules.board.clone());
    let mut tags = vec![("Board", rules.board.to_string()), ("Rules", preset.to_string())];
    let mut differ = |name, here: String, there: String| {
        if here != there {
            tags.push((name, here));
        }
    };
    let yes_no = |yes| if yes { "yes" } else { "no" }.to_owned();
    differ("Pool", rules.pool.to_string(), base.pool.to_string());
    differ("Goals", rules.goals.to_string(), base.goals.to_string());
    differ("Claims", rules.claims.to_string(), base.claims.to_string());
    differ("Captures", rules.captures.to_string(), base.captures.to_string());
    differ("Stuck", rules.stuck.to_string(), base.stuck.to_string());
    differ("Swap", yes_no(rules.swap), yes_no(base.swap));
    differ("TouchMove", yes_no(rules.touch_move), yes_no(base.touch_move));
    tags
}

/// The facts of a record, with names that every format can write: letters, digits and underscores. Facts with the name of a rules tag
/// would be read as rules, so they are left out.
pub(crate) fn facts(record: &Record) -> impl Iterator<Item = (String, &str)> {
    let in_name = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '_' };
    let facts =
        record.tags.iter().map(move |(name, value)| (name.chars().map(in_name).collect::<String>(), value.as_str()));
    facts
        .map(|(name, value)| (if name.is_empty() { "_".to_owned() } else { name }, value))
        .filter(|(name, _)| !is_of_the_rules(name))
}

/// All tags of a record as lines, with `zip` as its start unless that is the start of the rules.
pub(crate) fn write(record: &Record, zip: &Zip, always_zip: bool) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(out, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
    };
    for (name, value) in facts(record) {
        line(&name, value);
    }
    line("Result", record.result.text());
    for (name, value) in of_the_rules(record.rules()) {
        line(name, &value);
    }
    if always_zip || *record.start() != record.rules().start() {
        line("ZIP", &zip.to_string());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Record};
    use crate::{Board, Rules};

    #[test]
    fn tags_of_any_name_can_be_written_and_read() {
        let rules = Rules::standard(Board::rings37());
        let mut record = Record::new(rules.clone(), rules.start());
        let tags = [("odd name]", "a"), ("", "b"), ("Board", "61"), ("Näme_2", " \"c\\ "), ("Event", "d")];
        record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        for format in Format::ALL {
            let again = format.read(&format.write(&record)).unwrap();
            assert_eq!(again.rules().board, rules.board, "{format}");
            let expected = [("odd_name_", "a"), ("_", "b"), ("Näme_2", " \"c\\ "), ("Event", "d")];
            for (name, value) in expected {
                assert_eq!(again.tag(name), Some(value), "{format}");
            }
            assert_eq!(again.tags.len(), expected.len(), "{format}");
        }
    }
}
