//! [`Page`]: one page of a list with the newest entry first.

use super::columns::storable;
use sqlx::{Any, any::AnyArguments, query::Query};
use zertz_protocol::Moment;

/// One page of a list with the newest entry first. The index of each list begins with its filters and goes on with the time and the id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The time and the id of the last entry of the page before.
    pub after: Option<(Moment, String)>,
    /// The maximum number of entries.
    pub limit: i64,
}

impl Page {
    /// The first page.
    pub fn first(limit: i64) -> Page {
        Page { after: None, limit }
    }

    /// The page after an entry.
    pub fn after(before: Option<Moment>, id: Option<String>, limit: i64) -> Page {
        Page { after: before.map(|at| (at, id.unwrap_or_default())), limit }
    }

    /// The query for the rows of a table. A filter without a value is left out.
    pub(super) fn select(&self, table: &str, filters: &[(&str, Option<String>)]) -> String {
        let given = filters.iter().filter(|(_, value)| value.is_some());
        let filters: String =
            given.enumerate().map(|(index, (column, _))| format!(" AND {column} = ${}", index + 4)).collect();
        format!("SELECT * FROM {table} WHERE at <= $1 AND (at < $1 OR id > $2){filters} ORDER BY at DESC, id LIMIT $3")
    }

    /// Binds the values of the query.
    pub(super) fn bind<'q, const N: usize>(
        &self,
        query: Query<'q, Any, AnyArguments<'q>>,
        filters: [(&str, Option<String>); N],
    ) -> Query<'q, Any, AnyArguments<'q>> {
        let (at, id) = self.after.clone().unwrap_or((Moment::MAX, String::new()));
        let query = query.bind(at).bind(storable(&id)).bind(self.limit);
        filters.into_iter().filter_map(|(_, value)| value).fold(query, |query, value| query.bind(value))
    }
}
