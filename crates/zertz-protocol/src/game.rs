//! [`GameData`]: a game as plain data, which the web app stores and the server sends.

use crate::{Code, Problem};
use serde::{Deserialize, Serialize};
use std::{fmt::Display, str::FromStr, sync::Arc};
use utoipa::ToSchema;
use zertz::{Board, Captures, Claims, Colour, Game, Goals, Marbles, Preset, Rules, Stuck, notation::Zip};

/// The rules of a game as plain data.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RulesData {
    /// The name of the board.
    pub board: String,
    /// The white, grey and black marbles in the pool at the start.
    pub pool: [u8; 3],
    /// How many white, grey and black marbles win, and how many of each colour.
    pub goals: [u8; 4],
    /// Whether isolated groups are claimed: `automatic` or `optional`.
    #[cfg_attr(feature = "ts", tsify(type = "'automatic' | 'optional'"))]
    #[schema(value_type = String)]
    #[serde(with = "word")]
    pub claims: Claims,
    /// Whether captures are `enforced`, or `on-demand`: the opponent may demand a missed one.
    #[cfg_attr(feature = "ts", tsify(type = "'enforced' | 'on-demand'"))]
    #[schema(value_type = String)]
    #[serde(with = "word")]
    pub captures: Captures,
    /// The result when neither player can move: `draw` or `both-lose`.
    #[cfg_attr(feature = "ts", tsify(type = "'draw' | 'both-lose'"))]
    #[schema(value_type = String)]
    #[serde(with = "word")]
    pub stuck: Stuck,
    /// Whether the second player may swap sides after the first turn.
    pub swap: bool,
    /// Whether a player must place the marble and remove the ring that they touch.
    pub touch_move: bool,
}

/// A game as plain data.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct GameData {
    /// The rules.
    pub rules: RulesData,
    /// The starting position as ZIP; absent if it is the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Turns and other actions, in order: turns in canonical notation, `swap`, `demand` (a missed capture), `resign 1`, `resign
    /// 2`, `time 1`,
    /// `time 2` (the player who lost on time) and `draw`.
    pub acts: Vec<String>,
}

/// The rules of a preset on a board.
pub fn rules(preset: &str, board: &str) -> Result<RulesData, Problem> {
    let preset: Preset = parse(Code::Rules, preset)?;
    Ok(RulesData::of(&preset.rules(parse(Code::Board, board)?)))
}

/// Options of the rules as words, which the rules crate reads and writes.
pub(crate) mod word {
    use super::{Display, FromStr};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(option: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(option)
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

fn parse<T: FromStr<Err: Display>>(code: Code, text: &str) -> Result<T, Problem> {
    text.parse().map_err(|why| Problem::new(code, why))
}

impl RulesData {
    /// The rules as data.
    pub fn of(rules: &Rules) -> RulesData {
        let goal = |colour| rules.goals.of(colour);
        RulesData {
            board: rules.board.to_string(),
            pool: rules.pool.counts(),
            goals: [goal(Colour::White), goal(Colour::Grey), goal(Colour::Black), rules.goals.each()],
            claims: rules.claims,
            captures: rules.captures,
            stuck: rules.stuck,
            swap: rules.swap,
            touch_move: rules.touch_move,
        }
    }

    /// The rules that the data describes.
    pub fn rules(&self) -> Result<Rules, Problem> {
        let board: Board = parse(Code::Board, &self.board)?;
        let [white, grey, black] = self.pool;
        let [w, g, b, each] = self.goals;
        let goals = Goals::new(w, g, b, each).ok_or(Code::Goals)?;
        Ok(Rules {
            board,
            pool: Marbles::new(white, grey, black),
            goals,
            claims: self.claims,
            captures: self.captures,
            stuck: self.stuck,
            swap: self.swap,
            touch_move: self.touch_move,
        })
    }
}

impl GameData {
    /// A game without any acts.
    pub fn begin(rules: &Rules, start: Option<String>) -> GameData {
        GameData { rules: RulesData::of(rules), start, acts: Vec::new() }
    }

    /// The game before its first act.
    pub fn start(&self) -> Result<Game, Problem> {
        let rules = Arc::new(self.rules.rules()?);
        let Some(start) = &self.start else { return Ok(Game::new(rules)) };
        let zip: Zip = parse(Code::Position, start)?;
        let position = zip.position(&rules).map_err(|why| Problem::new(Code::Position, why))?;
        Ok(Game::from_position(rules, position))
    }

    /// The game after all its acts.
    pub fn game(&self) -> Result<Game, Problem> {
        let mut game = self.start()?;
        for act in &self.acts {
            crate::act(&mut game, act)?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Player;

    #[test]
    fn rules_survive_a_round_trip_through_data() {
        for preset in Preset::ALL {
            for board in Board::presets() {
                let rules = preset.rules(board);
                let text = serde_json::to_string(&RulesData::of(&rules)).unwrap();
                assert_eq!(serde_json::from_str::<RulesData>(&text).unwrap().rules().unwrap(), rules);
            }
        }
    }

    #[test]
    fn options_are_words_and_other_words_are_refused() {
        let mut data = serde_json::to_value(RulesData::of(&Rules::tournament(Board::rings48()))).unwrap();
        assert_eq!((&data["claims"], &data["captures"]), (&"automatic".into(), &"on-demand".into()));
        data["captures"] = "claimed".into();
        let read = |data: &serde_json::Value| serde_json::from_value::<RulesData>(data.clone());
        assert_eq!(read(&data).unwrap().captures, Captures::OnDemand, "the word of the first release");
        data["captures"] = "never".into();
        assert_eq!(read(&data).unwrap_err().to_string(), "captures can be enforced or on-demand");
    }

    #[test]
    fn a_game_is_a_list_of_acts() {
        let rules = Rules { swap: true, ..Rules::tournament(Board::rings37()) };
        let mut data = GameData::begin(&rules, None);
        // The third turn misses a capture, which the opponent demands.
        data.acts = ["Wd4,d1", "swap", "Gd5,a1", "Bc3,a2", "demand", "xd5Wd3", "resign 2"].map(str::to_owned).to_vec();
        let game = data.game().unwrap();
        assert_eq!(game.turns().len(), 3);
        assert!(game.is_swapped());
        assert_eq!(game.outcome().unwrap().winner(), Some(Player::One));
        data.acts.push("draw".to_owned());
        assert_eq!(data.game().unwrap_err().code, Code::Over);
    }

    #[test]
    fn a_wrong_act_is_reported_with_its_code() {
        let mut data = GameData::begin(&Rules::standard(Board::rings37()), None);
        for (act, code) in [
            ("Wz9", Code::UnknownRing),
            ("resign 3", Code::NotATurn),
            ("demand", Code::NothingMissed),
            ("Wd4,d4", Code::Occupied),
        ] {
            data.acts = vec![act.to_owned()];
            assert_eq!(data.game().unwrap_err().code, code, "{act}");
        }
    }
}
