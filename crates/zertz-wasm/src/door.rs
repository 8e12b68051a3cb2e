//! What a page can call. Each function reads its arguments, asks the module that knows, and gives or throws plain data.

use crate::{GameData, Question, RecordData, RulesData, Shape, Thinker, Thought, Trouble, View};
use js_sys::Function;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const COLOUR: &str = "/** The letter of a colour: white, grey, black. */\nexport type Colour = 'W' | 'G' | 'B';";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// What a function gives: data, or a [`Trouble`] thrown.
type Answer<T> = Result<Ts<T>, JsValue>;

fn taken<T: Tsify<JsType: Clone> + serde::de::DeserializeOwned>(value: &Ts<T>) -> Result<T, JsValue> {
    value.to_rust().map_err(|why| thrown(Trouble::new("data", why)))
}

fn given<T: Tsify + serde::Serialize>(answer: Result<T, Trouble>) -> Answer<T> {
    answer.map_err(thrown)?.into_ts().map_err(|why| thrown(Trouble::new("data", why)))
}

fn thrown(trouble: Trouble) -> JsValue {
    trouble.into_ts().map_or(JsValue::NULL, Into::into)
}

/// The rules of a preset on a board.
#[wasm_bindgen]
pub fn rules(preset: &str, board: &str) -> Answer<RulesData> {
    given(crate::rules(preset, board))
}

/// The plan of a board.
#[wasm_bindgen]
pub fn shape(board: &str) -> Answer<Shape> {
    given(crate::shape(board))
}

/// The game as it stands, with a turn of which some steps are made.
#[wasm_bindgen]
pub fn look(game: Ts<GameData>, steps: Vec<String>) -> Answer<View> {
    given(crate::look(&taken(&game)?, &steps))
}

/// A turn that somebody typed, as the canonical notation has it.
#[wasm_bindgen]
pub fn spell(game: Ts<GameData>, turn: &str) -> Result<String, JsValue> {
    crate::spell(&taken(&game)?, turn).map_err(thrown)
}

/// Reads a record or a position in any of the formats.
#[wasm_bindgen]
pub fn read(text: &str) -> Answer<RecordData> {
    given(crate::read(text))
}

/// Writes a record in one of the formats: `official`, `zen`, `sgf`, `json`.
#[wasm_bindgen]
pub fn write(record: Ts<RecordData>, format: &str) -> Result<String, JsValue> {
    crate::write(&taken(&record)?, format).map_err(thrown)
}

/// The position as ZIP.
#[wasm_bindgen]
pub fn zip(game: Ts<GameData>) -> Result<String, JsValue> {
    crate::zip(&taken(&game)?).map_err(thrown)
}

/// The position as an SVG picture.
#[wasm_bindgen]
pub fn picture(game: Ts<GameData>) -> Result<String, JsValue> {
    crate::picture(&taken(&game)?).map_err(thrown)
}

/// The engine, for a worker.
#[wasm_bindgen(js_name = Thinker)]
pub struct JsThinker(Thinker);

#[wasm_bindgen(js_class = Thinker)]
impl JsThinker {
    /// An engine with a table of so many mebibytes, and with a seed for what is left to chance.
    #[wasm_bindgen(constructor)]
    pub fn new(megabytes: usize, seed: f64) -> JsThinker {
        JsThinker(Thinker::new(megabytes, seed))
    }

    /// Looks for the best turn. `report` gets each thought as it comes.
    pub fn think(&mut self, question: Ts<Question>, report: &Function) -> Answer<Thought> {
        let question = taken(&question)?;
        given(self.0.think(&question, now, |thought| {
            // A page that does not listen does not end the search.
            if let Ok(thought) = thought.into_ts() {
                let _ = report.call1(&JsValue::NULL, &thought.into());
            }
        }))
    }
}

/// Runs the engine's fixed workload; gives the number of steps and of milliseconds it took.
#[wasm_bindgen]
pub fn bench() -> Vec<f64> {
    let began = now();
    let mut nodes = 0;
    zertz_engine::bench::run(zertz_engine::bench::DEPTH, zertz_engine::bench::HASH, |measured| {
        nodes += measured.found.info.nodes;
    });
    vec![nodes as f64, now() - began]
}
