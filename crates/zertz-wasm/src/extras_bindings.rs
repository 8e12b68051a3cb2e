//! The functions that only some pages call: records, opening proofs, and updates of games on the server.

use crate::{
    FirstTurns, GameData, ProofReply, Proven, RecordData,
    js::{JsResult, from_js, throw, to_js},
};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use zertz_protocol::{Applied, Snapshot, Update};

/// A snapshot after an update.
#[derive(Tsify, serde::Serialize)]
pub struct AppliedUpdate {
    applied: Applied,
    snapshot: Snapshot,
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
