//! Games and openings in the queries of addresses.

use crate::{GameData, Problem, QueryParameters, rules_from_query, rules_to_query};
use zertz::notation::Zip;
use zertz_protocol::{Act, Code};

/// The game as parameters of a share link: the rules, the start position and the acts.
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

/// The beginning of a first turn, however it was typed: the letter of the colour in upper case, rings in lower case.
pub fn canonical_opening(text: &str) -> String {
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    let colour = letters.next().map(|letter| letter.to_ascii_uppercase());
    colour.into_iter().chain(letters.map(|letter| letter.to_ascii_lowercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};

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

    #[test]
    fn an_opening_is_found_however_it_is_typed() {
        assert_eq!(canonical_opening("wD4, D1"), "Wd4,d1");
        assert_eq!(canonical_opening(""), "");
    }
}
