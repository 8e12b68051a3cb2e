//! Conversions between Rust and JavaScript.

use crate::Problem;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::JsValue;
use zertz_protocol::Code;

/// Data for JavaScript, or a [`Problem`] to throw.
pub type JsResult<T> = Result<Ts<T>, JsValue>;

pub fn from_js<T: Tsify<JsType: Clone> + serde::de::DeserializeOwned>(value: &Ts<T>) -> Result<T, JsValue> {
    value.to_rust().map_err(|error| throw(Problem::new(Code::Data, error)))
}

pub fn to_js<T: Tsify + serde::Serialize>(result: Result<T, Problem>) -> JsResult<T> {
    result.map_err(throw)?.into_ts().map_err(|error| throw(Problem::new(Code::Data, error)))
}

pub fn throw(problem: Problem) -> JsValue {
    problem.into_ts().map_or(JsValue::NULL, Into::into)
}
