//! The functions that every page calls. Each converts its arguments, calls the module that does the work, and returns plain data or throws a
//! [`Problem`](crate::Problem).

use crate::{
    Constants, GameData, QueryParameters, RulesData, Shape, Steps, TurnRings, View,
    js::{JsResult, from_js, throw, to_js},
};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use zertz_protocol::{ConditionalTurns, Settings, TimeControl};

/// The rules of a preset on a board.
#[wasm_bindgen]
pub fn rules(preset: &str, board: &str) -> JsResult<RulesData> {
    to_js(crate::rules(preset, board))
}

/// Lists and limits that are the same for all games.
#[wasm_bindgen]
pub fn constants() -> JsResult<Constants> {
    to_js(Ok(crate::constants()))
}

/// The preset that these rules are; `undefined` if they are custom, or not valid.
#[wasm_bindgen(js_name = presetOf, unchecked_return_type = "Preset | undefined")]
pub fn preset_of(rules: Ts<RulesData>) -> Option<String> {
    Some(from_js(&rules).ok()?.rules().ok()?.preset()?.to_string())
}

/// The game as parameters of a share link.
#[wasm_bindgen(js_name = gameToQuery)]
pub fn game_to_query(game: Ts<GameData>) -> JsResult<QueryParameters> {
    to_js(crate::game_to_query(&from_js(&game)?))
}

/// The game of a share link; `undefined` if it has none.
#[wasm_bindgen(js_name = gameFromQuery)]
pub fn game_from_query(parameters: Ts<QueryParameters>) -> Result<Option<Ts<GameData>>, JsValue> {
    let game = crate::game_from_query(&from_js(&parameters)?).map_err(throw)?;
    game.map(|game| to_js(Ok(game))).transpose()
}

/// The beginning of a first turn, however it was typed.
#[wasm_bindgen(js_name = canonicalOpening)]
pub fn canonical_opening(text: &str) -> String {
    crate::canonical_opening(text)
}

/// Where the rings of a board lie.
#[wasm_bindgen]
pub fn shape(board: &str) -> JsResult<Shape> {
    to_js(crate::shape(board))
}

/// The current position, with the steps of an unfinished turn applied.
///
/// Not `view` in JavaScript, where nearly every caller has a variable of that name.
#[wasm_bindgen(js_name = viewOf)]
pub fn view(game: Ts<GameData>, steps: Ts<Steps>) -> JsResult<View> {
    to_js(crate::view(&from_js(&game)?, &from_js(&steps)?.0))
}

/// A turn as typed, in canonical notation.
#[wasm_bindgen(js_name = canonicalTurn)]
pub fn canonical_turn(game: Ts<GameData>, turn: &str) -> Result<String, JsValue> {
    crate::canonical_turn(&from_js(&game)?, turn).map_err(throw)
}

/// The rings that a turn in canonical notation names.
#[wasm_bindgen(js_name = turnRings)]
pub fn turn_rings(turn: &str) -> JsResult<TurnRings> {
    to_js(crate::turn_rings(turn))
}

/// The position in which a player makes a premove.
#[wasm_bindgen(js_name = premoveGame)]
pub fn premove_game(game: Ts<GameData>) -> JsResult<GameData> {
    to_js(crate::premove_game(&from_js(&game)?))
}

/// Conditional turns with another line.
#[wasm_bindgen(js_name = withLine)]
pub fn with_line(turns: Ts<ConditionalTurns>, line: Vec<String>) -> JsResult<ConditionalTurns> {
    to_js(Ok(from_js(&turns)?.with_line(line)))
}

/// Whether a game with these settings can be rated, if both players have accounts.
#[wasm_bindgen(js_name = canBeRated)]
pub fn can_be_rated(settings: Ts<Settings>) -> Result<bool, JsValue> {
    Ok(from_js(&settings)?.can_be_rated())
}

/// Whether the players stay at the board while they play.
#[wasm_bindgen(js_name = isLive)]
pub fn is_live(time: Ts<TimeControl>) -> Result<bool, JsValue> {
    Ok(from_js(&time)?.is_live())
}

/// The milliseconds that a player has at the start; `undefined` without a clock.
#[wasm_bindgen(js_name = initialTime)]
pub fn initial_time(time: Ts<TimeControl>) -> Result<Option<f64>, JsValue> {
    Ok(from_js(&time)?.initial().map(|millis| millis as f64))
}

/// The milliseconds that a player has more for the next turn.
#[wasm_bindgen(js_name = timeIncrement)]
pub fn time_increment(time: Ts<TimeControl>) -> Result<f64, JsValue> {
    Ok(from_js(&time)?.increment() as f64)
}

/// The milliseconds that a player has left now, if `left` were left when the clock started at `since`.
#[wasm_bindgen(js_name = timeLeft)]
pub fn time_left(left: f64, since: f64, now: f64) -> f64 {
    zertz_protocol::time_left(left as i64, since as i64, now as i64) as f64
}

/// The milliseconds that a player has after a turn that left this many.
#[wasm_bindgen(js_name = timeAfterTurn)]
pub fn time_after_turn(time: Ts<TimeControl>, left: f64) -> Result<f64, JsValue> {
    Ok(from_js(&time)?.after_turn(left as i64) as f64)
}

/// The act of a computer player that demands a capture or swaps sides instead of playing a turn; `undefined` if it does neither. `chance`
/// is its win chance, if it has searched.
#[wasm_bindgen(js_name = insteadOfTurn, unchecked_return_type = "'demand' | 'swap' | undefined")]
pub fn instead_of_turn(game: Ts<GameData>, chance: Option<f64>) -> Result<Option<String>, JsValue> {
    crate::instead_of_turn(&from_js(&game)?, chance).map_err(throw)
}
