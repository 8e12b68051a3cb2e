//! Reading columns by name, with errors that name them; and text that every database can store.

use super::{Result, StoreError};
use serde::de::DeserializeOwned;
use sqlx::{Any, Decode, Row, Type, any::AnyRow};

/// Text without zero bytes, which PostgreSQL does not store.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "")
}

/// Reads columns by name.
pub(super) trait Columns {
    /// A value that may be absent.
    fn maybe<'r, T: Decode<'r, Any> + Type<Any>>(&'r self, column: &str) -> Result<Option<T>>;

    /// A text.
    fn text(&self, column: &str) -> Result<String>;

    /// An integer.
    fn number(&self, column: &str) -> Result<i64>;

    /// A floating-point number.
    fn real(&self, column: &str) -> Result<f64>;

    /// An id.
    fn id<T: TryFrom<String>>(&self, column: &str) -> Result<T> {
        let text = self.text(column)?;
        T::try_from(text).map_err(|_| StoreError::Unreadable(format!("the id in {column}")))
    }

    /// A word that stands for a value.
    fn word<T>(&self, column: &str, named: impl Fn(&str) -> Option<T>) -> Result<T> {
        let text = self.text(column)?;
        named(&text).ok_or_else(|| StoreError::Unreadable(format!("{column}: {text}")))
    }

    /// A word that may be absent.
    fn maybe_word<T>(&self, column: &str, named: impl Fn(&str) -> Option<T>) -> Result<Option<T>> {
        match self.maybe::<String>(column)? {
            None => Ok(None),
            Some(text) => named(&text).map(Some).ok_or_else(|| StoreError::Unreadable(format!("{column}: {text}"))),
        }
    }

    /// A value that is stored as JSON.
    fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T> {
        let text = self.text(column)?;
        serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(format!("{column}: {error}")))
    }
}

impl Columns for AnyRow {
    fn maybe<'r, T: Decode<'r, Any> + Type<Any>>(&'r self, column: &str) -> Result<Option<T>> {
        Ok(self.try_get::<Option<T>, _>(column)?)
    }

    fn text(&self, column: &str) -> Result<String> {
        Ok(self.try_get(column)?)
    }

    fn number(&self, column: &str) -> Result<i64> {
        Ok(self.try_get(column)?)
    }

    fn real(&self, column: &str) -> Result<f64> {
        Ok(self.try_get(column)?)
    }
}
