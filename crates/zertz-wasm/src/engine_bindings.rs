//! The functions and the class that the engine's web worker calls.

use crate::{
    DefenceData, GameData, GameReport, SearchRequest, Searcher, SolveRequest, Solved, Variation,
    js::{JsResult, from_js, throw, to_js},
};
use js_sys::Function;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
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

    /// Whether the player to move wins by force. `progress` receives the share of the nodes that is searched.
    pub fn prove(&mut self, request: Ts<SolveRequest>, progress: &Function) -> JsResult<Solved> {
        let request = from_js(&request)?;
        to_js(self.solve(&request, |share| {
            let _ = progress.call1(&JsValue::NULL, &share.into());
        }))
    }

    /// Which turns of the player to move lose by force. `report` receives the result of each turn.
    pub fn defend(&mut self, request: Ts<SolveRequest>, report: &Function) -> Result<(), JsValue> {
        let tell = |defence: DefenceData| {
            if let Ok(defence) = defence.into_ts() {
                let _ = report.call1(&JsValue::NULL, &defence.into());
            }
        };
        self.defences(&from_js(&request)?, tell).map_err(throw)
    }
}

/// Whether the engine can use the opening proof in this search. Ask before you load the certificate.
#[wasm_bindgen(js_name = wantsProof)]
pub fn wants_proof(request: Ts<SearchRequest>) -> Result<bool, JsValue> {
    from_js(&request)?.wants_proof().map_err(throw)
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
