//! Games in the query strings of URLs: share links, which the web app opens and the server previews.

use crate::{Act, Code, GameData, Problem, RulesData, word};
use serde::{Deserialize, Serialize};
use std::{fmt::Display, str::FromStr};
use zertz::{Preset, notation::Zip};

/// Names and values in the query string of a URL.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
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

/// The game as parameters of a share link: the rules, the starting position and the acts.
pub fn game_to_query(game: &GameData) -> Result<QueryParameters, Problem> {
    let QueryParameters(mut parameters) = rules_to_query(&game.rules)?;
    parameters.extend(game.start.clone().map(|start| ("start".to_owned(), start)));
    if !game.acts.is_empty() {
        let acts: Vec<String> = game.acts.iter().map(|act| act.replace(' ', "-")).collect();
        parameters.push(("turns".to_owned(), acts.join("_")));
    }
    Ok(QueryParameters(parameters))
}

/// The game of a share link, or of a link with a position as ZIP. `None` if the link has no game.
pub fn game_from_query(parameters: &QueryParameters) -> Result<Option<GameData>, Problem> {
    let value = |name: &str| parameters.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    if let Some(zip) = value("zip") {
        return begin_at(zip).map(Some);
    }
    if ["board", "turns", "start"].iter().all(|name| value(name).is_none()) {
        return Ok(None);
    }
    let acts = value("turns").unwrap_or_default().split('_').filter(|act| !act.is_empty());
    Ok(Some(GameData {
        rules: rules_from_query(parameters)?,
        start: value("start").filter(|start| !start.is_empty()).map(str::to_owned),
        acts: acts.map(act).collect(),
    }))
}

/// The game that begins with a position as ZIP.
fn begin_at(position: &str) -> Result<GameData, Problem> {
    let zip: Zip = position.parse().map_err(|why| Problem::new(Code::Position, why))?;
    let rules = zip.rules(zip.board());
    let start = zip.position(&rules).map_err(|why| Problem::new(Code::Position, why))?;
    let start = (start != rules.start()).then(|| Zip::of(&rules, &start).to_string());
    Ok(GameData::begin(&rules, start))
}

/// An act of a link, which has a hyphen between two words: `resign-1`.
fn act(text: &str) -> String {
    let words = Act::OTHERS.iter().filter_map(Act::words).find(|words| words.replace(' ', "-") == text);
    words.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Claims, Rules};

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
    fn a_game_survives_a_share_link() {
        let mut game = GameData::begin(&Rules::standard(Board::rings48()), None);
        game.acts = ["Wd4,d1", "Gd5,a1", "xd5Wd3", "-", "resign 2"].map(str::to_owned).to_vec();
        assert_eq!(game_from_query(&game_to_query(&game).unwrap()).unwrap(), Some(game.clone()));
        game.start = Some("Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1".to_owned());
        game.acts.clear();
        assert_eq!(game_from_query(&game_to_query(&game).unwrap()).unwrap(), Some(game));
    }

    #[test]
    fn a_link_may_have_a_position_or_no_game() {
        let query = |name: &str, value: &str| QueryParameters(vec![(name.to_owned(), value.to_owned())]);
        let line = "Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1";
        assert_eq!(game_from_query(&query("zip", line)).unwrap().unwrap().start.as_deref(), Some(line));
        assert_eq!(game_from_query(&query("review", "1")).unwrap(), None);
        let usual = Zip::of(&Rules::standard(Board::rings37()), &Rules::standard(Board::rings37()).start());
        assert_eq!(game_from_query(&query("zip", &usual.to_string())).unwrap().unwrap().start, None);
        assert_eq!(game_from_query(&query("zip", "nonsense")).unwrap_err().code, Code::Position);
    }
}
