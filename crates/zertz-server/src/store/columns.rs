//! Values in columns: ids and words as in the API, JSON, and text that every database can store.

use super::{Result, StoreError};
use serde::{
    Serialize,
    de::{DeserializeOwned, IntoDeserializer, value},
};
use sqlx::{Row, any::AnyRow};
use std::fmt::Display;

/// Text without zero bytes, which PostgreSQL does not store.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "")
}

pub(super) fn json(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Reads columns that contain more than text and numbers.
pub(super) trait Columns {
    /// An id or a word.
    fn word<T: DeserializeOwned>(&self, column: &str) -> Result<T>;

    /// An id or a word, unless the column is NULL.
    fn maybe_word<T: DeserializeOwned>(&self, column: &str) -> Result<Option<T>>;

    /// A value that is stored as JSON.
    fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T>;
}

impl Columns for AnyRow {
    fn word<T: DeserializeOwned>(&self, column: &str) -> Result<T> {
        self.maybe_word(column)?.ok_or_else(|| unreadable(column, "NULL"))
    }

    fn maybe_word<T: DeserializeOwned>(&self, column: &str) -> Result<Option<T>> {
        let Some(text) = self.try_get::<Option<String>, _>(column)? else { return Ok(None) };
        T::deserialize(text.into_deserializer()).map(Some).map_err(|error: value::Error| unreadable(column, error))
    }

    fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T> {
        serde_json::from_str(&self.try_get::<String, _>(column)?).map_err(|error| unreadable(column, error))
    }
}

fn unreadable(column: &str, why: impl Display) -> StoreError {
    StoreError::Unreadable(format!("{column}: {why}"))
}
