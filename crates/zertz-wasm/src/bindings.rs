//! The functions and classes that JavaScript calls. Each converts its arguments, calls the module that does the work, and returns plain
//! data or throws a [`Problem`].

use crate::{
    Constants, FirstTurns, GameData, GameReport, Problem, ProofReply, Proven, QueryParameters, RecordData, RulesData,
    SearchRequest, Searcher, Shape, Steps, TurnRings, Variation, View,
};
use js_sys::Function;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use zertz_protocol::{Applied, Code, ConditionalTurns, Settings, Snapshot, TimeControl, Update};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Data for JavaScript, or a [`Problem`] to throw.
type JsResult<T> = Result<Ts<T>, JsValue>;

/// A snapshot after an update.
#[derive(Tsify, serde::Serialize)]
pub struct AppliedUpdate {
    applied: Applied,
    snapshot: Snapshot,
}

fn from_js<T: Tsify<JsType: Clone> + serde::de::DeserializeOwned>(value: &Ts<T>) -> Result<T, JsValue> {
    value.to_rust().map_err(|error| throw(Problem::new(Code::Data, error)))
}

fn to_js<T: Tsify + serde::Serialize>(result: Result<T, Problem>) -> JsResult<T> {
    result.map_err(throw)?.into_ts().map_err(|error| throw(Problem::new(Code::Data, error)))
}

fn throw(problem: Problem) -> JsValue {
    problem.into_ts().map_or(JsValue::NULL, Into::into)
}

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

/// The milliseconds that a player has after a turn that left this many.
#[wasm_bindgen(js_name = timeAfterTurn)]
pub fn time_after_turn(time: Ts<TimeControl>, left: f64) -> Result<f64, JsValue> {
    Ok(from_js(&time)?.after_turn(left as i64) as f64)
}

/// Applies an update of the server to a snapshot.
#[wasm_bindgen(js_name = applyUpdate)]
pub fn apply_update(snapshot: Ts<Snapshot>, update: Ts<Update>) -> JsResult<AppliedUpdate> {
    let mut snapshot = from_js(&snapshot)?;
    let applied = snapshot.apply(from_js(&update)?);
    to_js(Ok(AppliedUpdate { applied, snapshot }))
}

/// Reads a record or a position in any supported format.
#[wasm_bindgen]
pub fn read(text: &str) -> JsResult<RecordData> {
    to_js(crate::read(text))
}

/// The game along the main line of a record's tree.
#[wasm_bindgen(js_name = mainLine)]
pub fn main_line(record: Ts<RecordData>) -> JsResult<GameData> {
    to_js(crate::main_line(&from_js(&record)?))
}

/// Writes a record in one of the formats `official`, `zen`, `sgf`, `json`.
#[wasm_bindgen]
pub fn write(record: Ts<RecordData>, format: &str) -> Result<String, JsValue> {
    crate::write(&from_js(&record)?, format).map_err(throw)
}

/// The current position as ZIP.
#[wasm_bindgen]
pub fn zip(game: Ts<GameData>) -> Result<String, JsValue> {
    crate::zip(&from_js(&game)?).map_err(throw)
}

/// The current position as an SVG image.
#[wasm_bindgen]
pub fn picture(game: Ts<GameData>) -> Result<String, JsValue> {
    crate::picture(&from_js(&game)?).map_err(throw)
}

/// Reads the certificate of a proof, so that the next functions can answer.
#[wasm_bindgen(js_name = provideProof)]
pub fn provide_proof(certificate: &str) -> Result<(), JsValue> {
    crate::provide_proof(certificate).map_err(throw)
}

/// Who wins the game by force; `undefined` if that is not proven.
#[wasm_bindgen]
pub fn proven(game: Ts<GameData>) -> Result<Option<Ts<Proven>>, JsValue> {
    let result = crate::proven(&from_js(&game)?).map_err(throw)?;
    result.map(|result| to_js(Ok(result))).transpose()
}

/// All turns of the losing player in a proven position, those that last longest first.
#[wasm_bindgen(js_name = proofReplies)]
pub fn proof_replies(game: Ts<GameData>) -> Result<Vec<Ts<ProofReply>>, JsValue> {
    let replies = crate::proof_replies(&from_js(&game)?).map_err(throw)?;
    replies.into_iter().map(|reply| to_js(Ok(reply))).collect()
}

/// The first turns on the board of 37 rings, and which of them are proven to lose.
#[wasm_bindgen(js_name = firstTurns)]
pub fn first_turns() -> JsResult<FirstTurns> {
    to_js(crate::first_turns())
}

#[wasm_bindgen]
impl Searcher {
    /// Creates an engine with a hash table of this many mebibytes and a seed for its random choices.
    #[wasm_bindgen(constructor)]
    pub fn create(megabytes: usize, seed: f64) -> Searcher {
        Searcher::new(megabytes, seed)
    }

    /// Searches for the best turn. `report` receives each variation as it is found.
    pub fn search(&mut self, request: Ts<SearchRequest>, report: &Function) -> JsResult<Variation> {
        let request = from_js(&request)?;
        to_js(self.find(&request, now, |variation| {
            // An error in the page's callback does not end the search.
            if let Ok(variation) = variation.into_ts() {
                let _ = report.call1(&JsValue::NULL, &variation.into());
            }
        }))
    }
}

/// The act of a computer player that demands a capture or swaps sides instead of playing a turn; `undefined` if it does neither. `chance`
/// is its win chance, if it has searched.
#[wasm_bindgen(js_name = insteadOfTurn, unchecked_return_type = "'demand' | 'swap' | undefined")]
pub fn instead_of_turn(game: Ts<GameData>, chance: Option<f64>) -> Result<Option<String>, JsValue> {
    crate::instead_of_turn(&from_js(&game)?, chance).map_err(throw)
}

/// Reviews a game with this many nodes for each position, or with the default number. `progress` receives the share that is done.
#[wasm_bindgen]
pub fn review(game: Ts<GameData>, nodes: Option<f64>, progress: &Function) -> JsResult<GameReport> {
    let nodes = nodes.map(|nodes| nodes.clamp(1.0, 1e15) as u64);
    to_js(crate::review(&from_js(&game)?, nodes, |share| {
        // An error in the page's callback does not end the review.
        let _ = progress.call1(&JsValue::NULL, &share.into());
    }))
}

/// Runs the engine's fixed workload and returns the number of steps searched and the milliseconds it took.
#[wasm_bindgen]
pub fn bench() -> Vec<f64> {
    let began = now();
    let mut nodes = 0;
    zertz_engine::bench::run(zertz_engine::bench::DEPTH, zertz_engine::bench::HASH, |measured| {
        nodes += measured.found.info.nodes;
    });
    vec![nodes as f64, now() - began]
}
