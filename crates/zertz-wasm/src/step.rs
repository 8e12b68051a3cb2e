//! [`StepData`]: a step of a turn as plain data.

use crate::Problem;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::{Board, Colour, IllegalTurn, Ring, Step};
use zertz_protocol::Code;

/// A step of a turn: what a player touches.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StepData {
    /// Places a marble.
    Place {
        /// The letter of its colour.
        #[tsify(type = "Colour")]
        colour: char,
        /// The ring it is placed on.
        ring: String,
    },
    /// Removes a ring.
    Remove {
        /// Its name.
        ring: String,
    },
    /// Jumps over a marble.
    Jump {
        /// The ring that the jump starts from.
        from: String,
        /// The ring that it lands on.
        to: String,
    },
    /// Claims the isolated group.
    Claim,
    /// Leaves the isolated group on the board.
    Decline,
    /// Passes.
    Pass,
}

/// The steps of an unfinished turn.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Steps(pub Vec<StepData>);

impl StepData {
    /// The step on a board.
    pub fn step(&self, board: &Board) -> Result<Step, Problem> {
        let wrong = || Problem::new(Code::NotAStep, format!("{self:?} is not a step of a turn"));
        let ring = |label: &str| -> Result<Ring, Problem> {
            let label = label.parse().map_err(|_| wrong())?;
            Ok(board.ring(label).ok_or(IllegalTurn::UnknownRing(label))?)
        };
        Ok(match self {
            StepData::Place { colour, ring: on } => {
                Step::Place(Colour::from_letter(*colour).ok_or_else(wrong)?, ring(on)?)
            }
            StepData::Remove { ring: gone } => Step::Remove(ring(gone)?),
            StepData::Jump { from, to } => {
                let (from, to) = (ring(from)?, ring(to)?);
                let line = board.jump_line(from, to);
                let (direction, _) = line.ok_or(IllegalTurn::NotInLine(board.label(from), board.label(to)))?;
                Step::Jump(from, direction)
            }
            StepData::Claim => Step::Claim,
            StepData::Decline => Step::Decline,
            StepData::Pass => Step::Pass,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_step_is_reported_with_its_code() {
        let code = |step: StepData| step.step(&Board::rings37()).unwrap_err().code;
        let text = str::to_owned;
        assert_eq!(code(StepData::Place { colour: 'W', ring: text("z9") }), Code::UnknownRing);
        assert_eq!(code(StepData::Place { colour: 'X', ring: text("d4") }), Code::NotAStep);
        assert_eq!(code(StepData::Remove { ring: text("é") }), Code::NotAStep);
        assert_eq!(code(StepData::Jump { from: text("a1"), to: text("c2") }), Code::NotInLine);
    }
}
