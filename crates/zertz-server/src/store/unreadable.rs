//! Rows that cannot be read. One such row must not stop anything else: it is reported once and left out.

use super::{Result, StoreError};
use sqlx::any::AnyRow;
use std::{
    collections::HashSet,
    sync::{LazyLock, Mutex, PoisonError},
};

/// How many rows are remembered. If more are damaged, some are reported again.
const MEMORY: usize = 10_000;

static REPORTED: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Logs that stored data cannot be read, the first time. Returns whether it was.
pub fn report_unreadable(what: &str) -> bool {
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    if reported.len() >= MEMORY {
        reported.clear();
    }
    let is_new = reported.insert(what.to_owned());
    if is_new {
        tracing::error!("stored data cannot be read: {what}");
    }
    is_new
}

/// Reads the rows of a list, without those that cannot be read.
pub(super) fn readable<'a, T>(
    table: &str,
    rows: impl IntoIterator<Item = &'a AnyRow>,
    read: impl Fn(&AnyRow) -> Result<T>,
) -> Vec<T> {
    use sqlx::Row;
    let one = |row: &'a AnyRow| match read(row) {
        Ok(value) => Some(value),
        Err(error) => {
            let id: String = row.try_get(0).unwrap_or_default();
            let why = match error {
                StoreError::Unreadable(why) => why,
                error => error.to_string(),
            };
            report_unreadable(&format!("{table} {id}: {why}"));
            None
        }
    };
    rows.into_iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_row_is_reported_once() {
        assert!(report_unreadable("game one"));
        assert!(report_unreadable("game two"));
        assert!(!report_unreadable("game one"));
    }
}
