//! Certificates: proofs that a player wins by force, as texts.
//!
//! `docs/theory.md` describes the format. Anybody can check a certificate with the rules alone; `zertz check` does so with the reference
//! implementation of the rules.

use super::Planner;
use std::collections::{BTreeMap, HashSet};
use thiserror::Error;
use zertz::{
    Player, Position, Rules, Turn,
    notation::{Images, TurnText, Zip},
};

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotProven {
    /// The planner did not find a forced win within its budget.
    #[error("no forced win was found {0}")]
    Line(String),
    /// The planner has proven a position but did not find its turn again.
    #[error("the winning turn was lost in {0}")]
    Turn(String),
}

impl Planner<'_> {
    /// Proves that a player wins after each of these lines of turns from the start, and writes the certificate. Each proof gets the same
    /// budget of nodes. `report` is called with the number of proven lines.
    pub fn certificate(
        &mut self,
        winner: Player,
        lines: &[Vec<Turn>],
        budget: u64,
        report: &mut dyn FnMut(usize),
    ) -> Result<String, NotProven> {
        let rules = self.rules;
        let images = Images::new(&rules.board);
        let mut writer = Writer { planner: self, winner, images, seen: HashSet::new(), turns: Vec::new() };
        let mut starts = String::new();
        for (index, line) in lines.iter().enumerate() {
            let mut position = rules.start();
            let mut text = String::new();
            for turn in line {
                text += &format!(" {}", position.write_turn(rules, turn));
                position = position.play_unchecked(rules, turn);
            }
            if writer.planner.prove(winner, &position, budget) != Some(true) {
                let place = if line.is_empty() { "at the start".to_owned() } else { format!("after{text}") };
                return Err(NotProven::Line(place));
            }
            writer.visit(position)?;
            starts += &format!("start{text}\n");
            report(index + 1);
        }
        let Rules { board, pool, goals, .. } = rules;
        let (winner, count) = (winner.index() + 1, writer.turns.len());
        let lines: Vec<String> = writer.turns.chunks(TURNS_PER_LINE).map(|turns| turns.join(" ")).collect();
        let head = format!("zertz-proof 1\nboard {board}\npool {pool}\ngoals {goals}\nwinner {winner}\n{starts}");
        Ok(format!("{head}turns {count}\n{}\n", lines.join("\n")))
    }
}

const TURNS_PER_LINE: usize = 16;

struct Writer<'p, 'r> {
    planner: &'p mut Planner<'r>,
    winner: Player,
    images: Images,
    /// The canonical ZIP lines of the positions that have a turn.
    seen: HashSet<String>,
    turns: Vec<String>,
}

impl Writer<'_, '_> {
    /// Writes the winner's turns in a position and in all that follow from it, depth first.
    fn visit(&mut self, position: Position) -> Result<(), NotProven> {
        let mut stack = vec![position];
        while let Some(position) = stack.pop() {
            let after = if position.mover() == self.winner {
                let zip = self.canonical(&position);
                if !self.seen.insert(zip.clone()) {
                    continue;
                }
                let turn = self.planner.winning_turn(&position).ok_or(NotProven::Turn(zip))?;
                self.write(&position, &turn);
                position.play_unchecked(self.planner.rules, &turn)
            } else {
                position
            };
            if after.outcome(self.planner.rules).is_none() {
                stack.extend(self.replies(&after).into_values().rev());
            }
        }
        Ok(())
    }

    /// The different positions after a reply, by their canonical ZIP line.
    fn replies(&self, position: &Position) -> BTreeMap<String, Position> {
        let mut replies = BTreeMap::new();
        position.turns(self.planner.rules).for_each(|turn| {
            let after = position.play_unchecked(self.planner.rules, &turn);
            replies.insert(self.canonical(&after), after);
        });
        replies
    }

    /// Writes a turn as it is in the canonical image of the position, without claims: they follow from the rules.
    fn write(&mut self, position: &Position, turn: &Turn) {
        let (image, back) = self.images.smallest(position);
        let turn = turn.transformed(&self.planner.rules.board, &back.inverse());
        let mut text = image.write_turn(self.planner.rules, &turn);
        if let TurnText::Place { claimed, .. } = &mut text {
            *claimed = None;
        }
        self.turns.push(text.to_string());
    }

    /// The smallest ZIP line of all images of a position.
    fn canonical(&self, position: &Position) -> String {
        Zip::of(self.planner.rules, &self.images.smallest(position).0).to_string()
    }
}
