//! Facts about the rules that the page shows or links to: [`Constants`], presets, and rules in share links.

use crate::{Problem, RulesData};
use serde::{Deserialize, Serialize};
use std::{fmt::Display, str::FromStr};
use tsify::Tsify;
use zertz::{
    Board, Colour, Preset,
    notation::{Format, TurnText},
};
use zertz_protocol::{ANY_TURN, Code, GameResult, LIMITS, Limits, Pace, ReportReason, word};

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
    /// The boards of the rulebook, smallest first.
    pub boards: Vec<String>,
    /// The paces, fastest first.
    pub paces: Vec<Pace>,
    /// The results of finished games.
    pub results: Vec<GameResult>,
    /// The reasons for a report.
    pub report_reasons: Vec<ReportReason>,
    /// The formats of game records.
    #[tsify(type = "RecordFormat[]")]
    pub formats: Vec<String>,
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
        results: GameResult::ALL.to_vec(),
        report_reasons: ReportReason::ALL.to_vec(),
        formats: Format::ALL.iter().map(|format| format.name().to_owned()).collect(),
        limits: LIMITS,
        any_turn: ANY_TURN.to_owned(),
    }
}

/// Names and values in the query of an address.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct QueryParameters(pub Vec<(String, String)>);

/// The rules as parameters of a share link: the board, the preset that differs least, and the differences.
pub fn rules_to_query(rules: &RulesData) -> Result<QueryParameters, Problem> {
    let board = rules.rules()?.board;
    let wanted = options(rules);
    let differences = |preset: &Preset| {
        let base = options(&RulesData::of(&preset.rules(board.clone())));
        wanted.iter().zip(base).filter(|(wanted, base)| *wanted != base).map(|(wanted, _)| wanted.clone()).collect()
    };
    let candidates = Preset::ALL.map(|preset| (preset, differences(&preset)));
    let nearest = candidates.into_iter().min_by_key(|(_, changed): &(Preset, Vec<_>)| changed.len());
    let (preset, changed) = nearest.expect("there are presets");
    let mut parameters = vec![("board".to_owned(), rules.board.clone())];
    if preset != Preset::Standard {
        parameters.push(("rules".to_owned(), preset.to_string()));
    }
    parameters.extend(changed.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Ok(QueryParameters(parameters))
}

/// The options of rules, by the names that share links give them.
fn options(rules: &RulesData) -> [(&'static str, String); 7] {
    let list = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    [
        ("pool", list(&rules.pool)),
        ("goals", list(&rules.goals)),
        ("claims", rules.claims.to_string()),
        ("captures", rules.captures.to_string()),
        ("stuck", rules.stuck.to_string()),
        ("swap", rules.swap.to_string()),
        ("touchMove", rules.touch_move.to_string()),
    ]
}

/// The rules of a share link. Other parameters are ignored.
pub fn rules_from_query(parameters: &QueryParameters) -> Result<RulesData, Problem> {
    let value = |name: &str| parameters.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut rules = crate::rules(value("rules").unwrap_or("standard"), value("board").unwrap_or("37"))?;
    if let Some(pool) = value("pool") {
        rules.pool = numbers(Code::Pool, pool)?;
    }
    if let Some(goals) = value("goals") {
        rules.goals = numbers(Code::Goals, goals)?;
    }
    rules.claims = option(Code::Claims, value("claims"), rules.claims)?;
    rules.captures = option(Code::Captures, value("captures"), rules.captures)?;
    rules.stuck = option(Code::Stuck, value("stuck"), rules.stuck)?;
    rules.swap = value("swap").map_or(rules.swap, |swap| swap == "true");
    rules.touch_move = value("touchMove").map_or(rules.touch_move, |touch| touch == "true");
    rules.rules()?;
    Ok(rules)
}

/// The value of an option: a word, or the default without one.
fn option<T: FromStr<Err: Display>>(code: Code, given: Option<&str>, default: T) -> Result<T, Problem> {
    given.map_or(Ok(default), |given| given.parse().map_err(|error| Problem::new(code, error)))
}

fn numbers<const N: usize>(code: Code, text: &str) -> Result<[u8; N], Problem> {
    let list: Option<Vec<u8>> = text.split(',').map(|number| number.parse().ok()).collect();
    let list = list.and_then(|list| list.try_into().ok());
    list.ok_or_else(|| {
        Problem::new(code, format!("{} must be {N} numbers from 0 to 255, separated by commas", word(code)))
    })
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
    use zertz::{Claims, Rules};

    #[test]
    fn every_board_is_listed_by_a_name_that_can_be_read() {
        let boards: Vec<Board> = constants().boards.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(boards, Board::presets().collect::<Vec<_>>());
    }

    #[test]
    fn rules_survive_a_share_link() {
        let tournament = Rules { swap: true, ..Rules::tournament(Board::rings48()) };
        let mut own = RulesData::of(&Rules::blitz(Board::rings61()));
        (own.pool, own.claims) = ([3, 4, 5], Claims::Optional);
        for rules in [RulesData::of(&Rules::standard(Board::rings37())), RulesData::of(&tournament), own] {
            assert_eq!(rules_from_query(&rules_to_query(&rules).unwrap()).unwrap(), rules);
        }
    }

    #[test]
    fn a_share_link_names_the_nearest_preset_and_the_differences() {
        let rules = Rules { swap: true, ..Rules::tournament(Board::rings48()) };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let QueryParameters(parameters) = rules_to_query(&RulesData::of(&rules)).unwrap();
        assert_eq!(parameters, [pair("board", "48"), pair("rules", "tournament"), pair("swap", "true")]);
    }

    #[test]
    fn a_bad_share_link_says_what_is_wrong() {
        for (name, value) in [("pool", "6,8"), ("goals", "4,5,6,-3"), ("goals", "0,5,6,3"), ("captures", "never")] {
            let query = QueryParameters(vec![(name.to_owned(), value.to_owned())]);
            assert_eq!(word(rules_from_query(&query).unwrap_err().code), name, "{value}");
        }
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
