//! JSON: games for programs. A game is one object with turns in canonical notation, in a flat list.
//!
//! ```json
//! {
//!   "tags": { "Player1": "Anna" },
//!   "rules": { "Board": "37", "Rules": "standard" },
//!   "start": "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1",
//!   "result": "*",
//!   "turns": [{ "turn": "Wd4,d1" }, { "turn": "Gd5,a1", "comment": "forces" }, { "turn": "Bd5,a1", "parent": 0 }]
//! }
//! ```
//!
//! A turn follows the one before it in the list, or the one with the index `parent`; `-1` is the start.

use super::{
    Mark, Note, ReadError, ReadErrorKind, Record, TextPlace, TurnId, TurnText, Zip,
    movetext::{add_comment, leave_out_after_repetition, shorten},
    tags::{self, Tag},
    turn_text::TurnError,
    zip::Orientation,
};
use crate::{IllegalTurn, Turn};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::MapAccess};
use std::fmt;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonGame {
    #[serde(default)]
    tags: Pairs,
    #[serde(default)]
    rules: Pairs,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// How the game ended, as a sentence. It is written but not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    swapped: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    turns: Vec<JsonTurn>,
}

/// An object of strings that keeps its order.
#[derive(Default)]
struct Pairs(Vec<(String, String)>);

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonTurn {
    turn: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<i64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    lead: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
}

/// Reads a game. Errors in a turn give its number, because JSON does not keep its place in the text.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let game: JsonGame = serde_json::from_str(text).map_err(|error| {
        let place = Some(TextPlace { line: error.line().max(1), column: error.column().max(1) });
        // The message repeats the place at its end.
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or(&why).to_owned();
        ReadError { place, kind: ReadErrorKind::Json { why } }
    })?;
    let of_the_start = game.start.map(|zip| ("ZIP".to_owned(), zip));
    let of_the_end = game.result.map(|result| ("Result".to_owned(), result));
    // The rules take precedence over a tag of the same name.
    let all = game.rules.0.into_iter().chain(of_the_start).chain(of_the_end).chain(game.tags.0);
    let found: Vec<Tag> = all.map(|(name, value)| Tag { name, value, offset: None }).collect();
    let result = tags::result(text, &found)?;
    let (mut record, _) = tags::record(text, found, Orientation::Ours)?;
    record.comment = game.comment;
    let marks = marks(&record, &game.marks).map_err(|why| ReadErrorKind::Json { why });
    record.marks = marks.map_err(|kind| ReadError { place: None, kind })?;
    record.swapped = game.swapped && record.rules().swap;
    add_turns(&mut record, game.turns).map_err(|kind| ReadError { place: None, kind })?;
    leave_out_after_repetition(text, &mut record, &[]);
    record.settle_result(result);
    Ok(record)
}

fn add_turns(record: &mut Record, turns: Vec<JsonTurn>) -> Result<(), ReadErrorKind> {
    // The record's turn for each entry, `None` for one after the end of its game, and its depth.
    let mut ids: Vec<(Option<TurnId>, usize)> = Vec::new();
    for (index, entry) in turns.into_iter().enumerate() {
        let wrong = |why: &str| ReadErrorKind::Json { why: format!("turns[{index}]: {why}") };
        let parent = match entry.parent.unwrap_or(index as i64 - 1) {
            -1 => Some((None, 0)),
            parent => usize::try_from(parent).ok().and_then(|parent| ids.get(parent)).copied(),
        };
        let marks = marks(record, &entry.marks).map_err(|why| wrong(&why))?;
        let (after, depth) = parent.ok_or_else(|| wrong("its parent must come before it"))?;
        let number = depth + 1;
        if after.is_none() && depth > 0 {
            ids.push((None, number));
            continue;
        }
        let id = match record.position(after).read_turn(record.rules(), &entry.turn) {
            Ok(turn) => {
                let id = add_turn(record, after, turn, entry);
                record[id].marks = marks;
                Some(id)
            }
            Err(TurnError::Illegal(IllegalTurn::Over(outcome))) => {
                record.notes.push(Note::AfterTheEnd { place: None, number, turn: entry.turn, outcome });
                None
            }
            Err(TurnError::Illegal(why)) => {
                return Err(ReadErrorKind::Turn { number, turn: shorten(&entry.turn), why });
            }
            Err(error) => return Err(wrong(&error.to_string())),
        };
        ids.push((id, number));
    }
    Ok(())
}

/// Reads marks, which must be on the board.
fn marks(record: &Record, marks: &[String]) -> Result<Vec<Mark>, String> {
    let read = |text: &String| match text.parse::<Mark>() {
        Ok(mark) if mark.is_on(&record.rules().board) => Ok(mark),
        Ok(_) => Err(format!("the board has no such ring: {}", shorten(text))),
        Err(error) => Err(error.to_string()),
    };
    marks.iter().map(read).collect()
}

fn add_turn(record: &mut Record, after: Option<TurnId>, turn: Turn, entry: JsonTurn) -> TurnId {
    let id = record.add(after, turn).expect("a turn that was read is legal");
    // Only the first turn of a variation has a comment before it. Elsewhere that comment belongs to the previous turn.
    let target = if record.next(after).first() != Some(&id) {
        &mut record[id].lead
    } else if let Some(before) = after {
        &mut record[before].comment
    } else {
        &mut record.comment
    };
    add_comment(target, &entry.lead);
    record[id].comment = entry.comment;
    record[id].glyphs = entry.glyphs;
    id
}

/// Writes a game.
pub fn write(record: &Record) -> String {
    let rules = record.rules();
    let mut turns = Vec::new();
    let mut index_of = vec![0; record.len()];
    for id in record.depth_first() {
        let turn = &record[id];
        let parent = turn.parent().map_or(-1, |parent| index_of[parent.index()]);
        let index = turns.len() as i64;
        index_of[id.index()] = index;
        turns.push(JsonTurn {
            turn: TurnText::of(rules, turn.before(), turn.turn()).to_string(),
            parent: Some(parent).filter(|&parent| parent != index - 1),
            lead: turn.lead.clone(),
            comment: turn.comment.clone(),
            glyphs: turn.glyphs.clone(),
            marks: turn.marks.iter().map(ToString::to_string).collect(),
        });
    }
    let game = JsonGame {
        tags: Pairs(tags::facts(record).map(|(name, value)| (name, value.to_owned())).collect()),
        rules: Pairs(tags::of_the_rules(rules).into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        start: Some(Zip::of(rules, record.start()).to_string()),
        result: Some(record.result.text().to_owned()),
        outcome: record.game().outcome().map(|outcome| outcome.to_string()),
        swapped: record.swapped,
        comment: record.comment.clone(),
        marks: record.marks.iter().map(ToString::to_string).collect(),
        turns,
    };
    let mut text = serde_json::to_string_pretty(&game).expect("strings and numbers can always be written");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_before_a_turn_of_the_main_line_belongs_to_the_turn_before() {
        let text = r#"{ "comment": "a", "turns": [
            { "turn": "Wd4,d1", "lead": "b", "comment": " c " },
            { "turn": "Gd5,a1", "lead": "d" },
            { "turn": "Gd5,a2", "lead": "e", "parent": 0 } ] }"#;
        let record = read(text).unwrap();
        let main: Vec<TurnId> = record.main_line().collect();
        assert_eq!(record.comment, "a b");
        assert_eq!(record[main[0]].comment, " c  d");
        assert!(main.iter().all(|&id| record[id].lead.is_empty()));
        assert_eq!(record[record.next(Some(main[0]))[1]].lead, "e");
    }
}
