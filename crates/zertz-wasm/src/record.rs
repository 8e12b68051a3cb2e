//! Reading and writing records, ZIP and SVG.

use crate::{GameData, Problem};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::{
    Board, SvgOptions,
    notation::{self, Format, FormatError, Mark, MarkColour, Record, TurnId, Zip},
    svg,
};
use zertz_protocol::{Act, Code};

/// A game record with its variations, comments and marks.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct RecordData {
    /// The rules, the start position and the main line.
    pub game: GameData,
    /// Tags, such as the players' names.
    pub tags: Vec<(String, String)>,
    /// The comment before the first turn.
    pub comment: String,
    /// What somebody drew on the starting position.
    #[serde(default)]
    pub marks: Vec<MarkData>,
    /// All turns, variations included. Each turn comes after its parent.
    pub turns: Vec<TreeTurn>,
    /// Inconsistencies that the reader found and resolved, in English.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// A turn in a tree of turns.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct TreeTurn {
    /// In canonical notation.
    pub turn: String,
    /// The index of the previous turn, or -1 for a first turn.
    pub parent: i32,
    /// The comment after it.
    pub comment: String,
    /// Numeric annotation glyphs: 1 good, 2 mistake, 3 brilliant, 4 blunder.
    pub glyphs: Vec<u8>,
    /// What somebody drew on the position after it.
    #[serde(default)]
    pub marks: Vec<MarkData>,
}

/// A ring or an arrow that somebody drew on a position.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct MarkData {
    /// The marked ring, or the ring where the arrow begins.
    pub from: String,
    /// The ring where the arrow ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The colour.
    #[tsify(type = "MarkColour")]
    pub brush: String,
}

impl MarkData {
    fn of(mark: &Mark) -> MarkData {
        MarkData {
            from: mark.from().to_string(),
            to: mark.to().map(|to| to.to_string()),
            brush: mark.colour().name().to_owned(),
        }
    }

    /// The mark, if its colour and its rings exist and an arrow has two of them.
    fn mark(&self, board: &Board) -> Option<Mark> {
        let colour = MarkColour::ALL.into_iter().find(|colour| colour.name() == self.brush)?;
        let to = self.to.as_ref().map(|to| to.parse()).transpose().ok()?;
        Mark::new(self.from.parse().ok()?, to, colour).ok().filter(|mark| mark.is_on(board))
    }
}

pub fn read(text: &str) -> Result<RecordData, Problem> {
    let record = notation::read(text)?;
    let rules = record.rules();
    let start = (*record.start() != rules.start()).then(|| Zip::of(rules, record.start()).to_string());
    let mut game = GameData::begin(rules, start);
    // Ids count up from the start, but some turns may have been removed.
    let mut turns = Vec::new();
    let mut index_of = vec![-1; record.len()];
    for id in record.depth_first() {
        let turn = &record[id];
        index_of[id.index()] = turns.len() as i32;
        turns.push(TreeTurn {
            turn: turn.before().write_turn(rules, turn.turn()).to_string(),
            parent: turn.parent().map_or(-1, |parent| index_of[parent.index()]),
            comment: turn.comment.clone(),
            glyphs: turn.glyphs.clone(),
            marks: turn.marks.iter().map(MarkData::of).collect(),
        });
    }
    let played = record.game();
    game.acts = record
        .main_line()
        .take(played.turns().len())
        .map(|id| turns[index_of[id.index()] as usize].turn.clone())
        .collect();
    if record.swapped && played.is_swapped() {
        game.acts.insert(1, Act::Swap.write(&played));
    }
    let by_players = game.game()?.outcome() != played.outcome();
    if by_players && let Some(outcome) = played.outcome() {
        let end = outcome.winner().map_or(Act::Draw, |winner| Act::Resign(winner.other()));
        game.acts.push(end.write(&played));
    }
    Ok(RecordData {
        game,
        tags: record.tags.clone(),
        comment: record.comment.clone(),
        marks: record.marks.iter().map(MarkData::of).collect(),
        turns,
        notes: record.notes.iter().map(ToString::to_string).collect(),
    })
}

pub fn write(data: &RecordData, format: &str) -> Result<String, Problem> {
    let format: Format = format.parse().map_err(|why: FormatError| Problem::new(Code::Format, why))?;
    let game = data.game.game()?;
    let marks = |list: &[MarkData]| list.iter().filter_map(|mark| mark.mark(&game.rules().board)).collect();
    let mut record = Record::of(&game);
    if !data.turns.is_empty() {
        let mut tree = Record::new(game.rules().clone(), *game.start());
        (tree.swapped, tree.result) = (record.swapped, record.result);
        let mut ids: Vec<TurnId> = Vec::new();
        for entry in &data.turns {
            let parent = usize::try_from(entry.parent).ok().and_then(|index| ids.get(index).copied());
            let turn = tree.position(parent).read_turn(game.rules(), &entry.turn)?;
            let id = tree.add(parent, turn)?;
            tree[id].comment.clone_from(&entry.comment);
            tree[id].glyphs.clone_from(&entry.glyphs);
            tree[id].marks = marks(&entry.marks);
            ids.push(id);
        }
        record = tree;
    }
    record.tags.clone_from(&data.tags);
    record.comment.clone_from(&data.comment);
    record.marks = marks(&data.marks);
    Ok(format.write(&record))
}

pub fn zip(game: &GameData) -> Result<String, Problem> {
    let game = game.game()?;
    Ok(Zip::of(game.rules(), game.position()).to_string())
}

pub fn picture(game: &GameData) -> Result<String, Problem> {
    let game = game.game()?;
    let last = game.turns().last().map(|(_, turn)| turn);
    Ok(svg(game.rules(), game.position(), last, SvgOptions::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_with_variations_survive_every_format() {
        let text = "[Player1 \"Anna\"]\n1. Wd4,d1 {first} Gd5,a1 (1... Bd6,a1 2. We5,d7) 2. xd5Wd3 1-0";
        let data = read(text).unwrap();
        assert_eq!(data.game.acts, ["Wd4,d1", "Gd5,a1", "xd5Wd3", "resign 2"]);
        assert_eq!(data.turns.len(), 5);
        for format in ["official", "zen", "sgf", "json"] {
            let again = read(&write(&data, format).unwrap()).unwrap();
            assert_eq!(again.turns, data.turns, "{format}");
            assert_eq!(again.game, data.game, "{format}");
            assert_eq!(again.tags, data.tags, "{format}");
        }
    }

    #[test]
    fn marks_and_comments_survive_the_formats_that_have_them() {
        let text = "{start [%csl Bd4]} 1. Wd4,d1 {first [%cal Yd4d6,Oa1b1]} (1. Wd5,d1 {[%csl Od5]}) 1... Gd5,a1 *";
        let data = read(text).unwrap();
        assert_eq!((data.comment.as_str(), data.marks[0].brush.as_str()), ("start", "blue"));
        assert_eq!((data.turns[0].comment.as_str(), data.turns[0].marks.len()), ("first", 2));
        for format in ["official", "sgf", "json"] {
            assert_eq!(read(&write(&data, format).unwrap()).unwrap(), data, "{format}");
        }
        let zen = write(&data, "zen").unwrap();
        assert!(zen.contains("{first}") && !zen.contains('%'), "{zen}");
    }

    #[test]
    fn a_record_is_written_without_what_is_no_mark() {
        let mut data = read("1. Wd4,d1 {[%csl Bd4]} *").unwrap();
        let marks = data.turns[0].marks.clone();
        for (from, to, brush) in [("d4", Some("d4"), "blue"), ("z9", None, "blue"), ("d4", None, "pink")] {
            let mark = MarkData { from: from.to_owned(), to: to.map(str::to_owned), brush: brush.to_owned() };
            data.turns[0].marks.push(mark);
        }
        for format in ["official", "sgf", "json"] {
            assert_eq!(read(&write(&data, format).unwrap()).unwrap().turns[0].marks, marks, "{format}");
        }
    }

    #[test]
    fn a_position_is_a_record_without_turns() {
        let line = "Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1";
        let data = read(line).unwrap();
        assert!(data.turns.is_empty());
        assert_eq!(zip(&data.game).unwrap(), line);
    }

    #[test]
    fn a_text_that_is_no_record_says_where() {
        let problem = read("1. Wd4,d1 Wd4,a1").unwrap_err();
        assert_eq!((problem.code, problem.place), (Code::Unreadable, Some((1, 11))));
    }
}
