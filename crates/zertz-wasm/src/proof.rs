//! [`provide_proof`] and [`may_be_proven`]: the certificate of what is proven about openings.
//!
//! It is not part of the WebAssembly. A page or a worker loads it when it is needed and provides it. Without it, nothing is proven.

use crate::{
    GameData, Problem,
    js::{from_js, throw},
};
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use zertz_engine::theory::{self, Proof};
use zertz_protocol::Code;

/// Reads the certificate of a proof, so that this module can use it.
#[wasm_bindgen(js_name = provideProof)]
pub fn provide_proof(certificate: &str) -> Result<(), JsValue> {
    provide(certificate).map_err(throw)
}

/// Whether a certificate may say something about a game. Ask before you load one.
#[wasm_bindgen(js_name = mayBeProven)]
pub fn may_be_proven(game: Ts<GameData>) -> Result<bool, JsValue> {
    let game = from_js(&game)?.game().map_err(throw)?;
    Ok(theory::may_cover(&game))
}

fn provide(certificate: &str) -> Result<(), Problem> {
    theory::provide(Proof::parse(certificate).map_err(|error| Problem::new(Code::Data, error))?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_that_cannot_be_read_is_refused() {
        assert_eq!(provide("zertz-proof 2").unwrap_err().code, Code::Data);
    }
}
