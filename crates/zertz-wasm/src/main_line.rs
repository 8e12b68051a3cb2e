//! [`main_line`]: the game of a record whose tree of turns was edited.

use crate::{GameData, Problem, RecordData};
use std::iter::successors;
use zertz_protocol::{Act, act};

/// The game along the main line of a record's tree. The sides are swapped and the game ends as in the record, as far as that is still legal.
pub fn main_line(record: &RecordData) -> Result<GameData, Problem> {
    let mut game = record.game.start()?;
    let (mut swap, mut end) = (None, None);
    for text in &record.game.acts {
        match act(&mut game, text)? {
            Act::Swap => swap = Some(text.clone()),
            Act::Resign(_) | Act::Time(_) | Act::Draw => end = Some(text.clone()),
            Act::Turn(_) | Act::Demand => {}
        }
    }
    let first_child = |parent: i32| record.turns.iter().position(|turn| turn.parent == parent);
    let turns = successors(first_child(-1), |&index| first_child(i32::try_from(index).ok()?));
    let mut wanted: Vec<String> = turns.map(|index| record.turns[index].turn.clone()).collect();
    if let Some(swap) = swap.filter(|_| !wanted.is_empty()) {
        wanted.insert(1, swap);
    }
    let mut game = record.game.start()?;
    let mut acts = Vec::new();
    for text in wanted.into_iter().chain(end) {
        if game.outcome().is_some() {
            break;
        }
        act(&mut game, &text)?;
        acts.push(text);
    }
    Ok(GameData { acts, ..record.game.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::TreeTurn;
    use zertz::{Board, Rules};

    #[test]
    fn the_main_line_keeps_the_swap_and_the_end() {
        let mut game = GameData::begin(&Rules { swap: true, ..Rules::standard(Board::rings37()) }, None);
        game.acts = ["Wd4,d1", "swap", "Gb2,a1", "resign 2"].map(str::to_owned).to_vec();
        let turn = |turn: &str, parent| TreeTurn {
            turn: turn.to_owned(),
            parent,
            comment: String::new(),
            glyphs: vec![],
            marks: vec![],
        };
        let turns = vec![turn("Wd4,d1", -1), turn("Gb2,a1", 0), turn("Bd6,a1", 0), turn("Bf2,a2", 1)];
        let record = RecordData { game, tags: vec![], comment: String::new(), marks: vec![], turns, notes: vec![] };
        assert_eq!(main_line(&record).unwrap().acts, ["Wd4,d1", "swap", "Gb2,a1", "Bf2,a2", "resign 2"]);
        let none = RecordData { turns: vec![], ..record };
        assert_eq!(main_line(&none).unwrap().acts, ["resign 2"]);
    }
}
