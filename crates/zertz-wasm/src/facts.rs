//! Facts about the rules that the page shows: [`Constants`], and the rings of a turn.

use crate::Problem;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use tsify::Tsify;
use zertz::{
    Board, Colour, Preset,
    notation::{Format, MarkColour, TurnText},
};
use zertz_protocol::{ANY_TURN, Code, GameResult, LIMITS, Limits, Pace, ReportReason, USUAL_TIMES, UsualTimes};

/// Lists and limits that are the same for all games.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Constants {
    /// The colours, in the order in which marbles are counted.
    #[tsify(type = "Colour[]")]
    pub colours: Vec<char>,
    /// The sets of rules.
    #[tsify(type = "Preset[]")]
    pub presets: Vec<String>,
    /// The boards in the rulebook, smallest first.
    pub boards: Vec<String>,
    /// The paces, fastest first.
    pub paces: Vec<Pace>,
    /// The time controls that are offered for quick selection.
    pub times: UsualTimes,
    /// The results of finished games.
    pub results: Vec<GameResult>,
    /// The reasons for a report.
    pub report_reasons: Vec<ReportReason>,
    /// The formats of game records.
    #[tsify(type = "RecordFormat[]")]
    pub formats: Vec<String>,
    /// The colours of marks on the board.
    #[tsify(type = "MarkColour[]")]
    pub mark_colours: Vec<String>,
    /// The limits of games, chat, accounts and lists.
    pub limits: Limits,
    /// The opponent's turn that stands for any turn in conditional turns.
    pub any_turn: String,
}

pub fn constants() -> Constants {
    Constants {
        colours: Colour::ALL.map(Colour::letter).to_vec(),
        presets: Preset::ALL.map(|preset| preset.to_string()).to_vec(),
        boards: Board::preset_names().map(str::to_owned).collect(),
        paces: Pace::ALL.to_vec(),
        times: USUAL_TIMES,
        results: GameResult::ALL.to_vec(),
        report_reasons: ReportReason::ALL.to_vec(),
        formats: Format::ALL.iter().map(|format| format.name().to_owned()).collect(),
        mark_colours: MarkColour::ALL.map(|colour| colour.name().to_owned()).to_vec(),
        limits: LIMITS,
        any_turn: ANY_TURN.to_owned(),
    }
}

/// The rings that a turn names, by what it does with them.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnRings {
    /// The ring that a marble is placed on.
    pub placed: Option<String>,
    /// The ring that is removed.
    pub removed: Option<String>,
    /// The rings that a marble jumps from and lands on, in order.
    pub path: Vec<String>,
}

/// The rings that a turn names. The turn need not be legal in any position.
pub fn turn_rings(turn: &str) -> Result<TurnRings, Problem> {
    Ok(match TurnText::from_str(turn).map_err(|error| Problem::new(Code::NotATurn, error))? {
        TurnText::Place { ring, removed, .. } => TurnRings {
            placed: Some(ring.to_string()),
            removed: removed.map(|ring| ring.to_string()),
            ..TurnRings::default()
        },
        TurnText::Jump { from, hops } => {
            let path = std::iter::once(from).chain(hops.into_iter().map(|(_, to)| to));
            TurnRings { path: path.map(|ring| ring.to_string()).collect(), ..TurnRings::default() }
        }
        TurnText::Pass => TurnRings::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_listed_by_a_name_that_can_be_read() {
        let boards: Vec<Board> = constants().boards.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(boards, Board::presets().collect::<Vec<_>>());
    }

    #[test]
    fn a_turn_names_its_rings() {
        let rings = |turn: &str| {
            let TurnRings { placed, removed, path } = turn_rings(turn).unwrap();
            (placed.unwrap_or_default(), removed.unwrap_or_default(), path.join(" "))
        };
        let text = |placed: &str, removed: &str, path: &str| (placed.to_owned(), removed.to_owned(), path.to_owned());
        assert_eq!(rings("Wd4,d1"), text("d4", "d1", ""));
        assert_eq!(rings("Bg1,f2xBg1"), text("g1", "f2", ""));
        assert_eq!(rings("Wx4"), text("x4", "", ""));
        assert_eq!(rings("xc2Be3Ge5"), text("", "", "c2 e3 e5"));
        assert_eq!(rings("-"), text("", "", ""));
        assert_eq!(turn_rings("d4").unwrap_err().code, Code::NotATurn);
    }
}
