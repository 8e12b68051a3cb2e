//! Rows: each column read once, with an error that names it; and texts as every database can keep them.

use super::{Answer, StoreError};
use serde::de::DeserializeOwned;
use sqlx::{Any, Decode, Row, Type, any::AnyRow};

/// Somebody's text without zeros, which PostgreSQL keeps in no text.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "")
}

/// Reads columns by their names.
pub(super) trait Get {
    /// A value or nothing.
    fn maybe<'r, T: Decode<'r, Any> + Type<Any>>(&'r self, column: &str) -> Answer<Option<T>>;

    /// A text.
    fn text(&self, column: &str) -> Answer<String>;

    /// A whole number.
    fn number(&self, column: &str) -> Answer<i64>;

    /// A number.
    fn real(&self, column: &str) -> Answer<f64>;

    /// One of our ids.
    fn id<T: TryFrom<String>>(&self, column: &str) -> Answer<T> {
        let text = self.text(column)?;
        T::try_from(text).map_err(|_| StoreError::Unreadable(format!("the id in {column}")))
    }

    /// A value that is stored as JSON.
    fn json<T: DeserializeOwned>(&self, column: &str) -> Answer<T> {
        let text = self.text(column)?;
        serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(format!("{column}: {error}")))
    }
}

impl Get for AnyRow {
    fn maybe<'r, T: Decode<'r, Any> + Type<Any>>(&'r self, column: &str) -> Answer<Option<T>> {
        Ok(self.try_get::<Option<T>, _>(column)?)
    }

    fn text(&self, column: &str) -> Answer<String> {
        Ok(self.try_get(column)?)
    }

    fn number(&self, column: &str) -> Answer<i64> {
        Ok(self.try_get(column)?)
    }

    fn real(&self, column: &str) -> Answer<f64> {
        Ok(self.try_get(column)?)
    }
}
