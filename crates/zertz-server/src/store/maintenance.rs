//! Planned maintenance that the operators have announced.

use super::{Result, Store, columns::storable};
use sqlx::{Connection, Row};
use zertz_protocol::{Maintenance, Millis, Moment};

/// How long an announcement lasts after its time, unless it is withdrawn.
const LASTS: Millis = 3600 * 1000;

impl Store {
    /// Announces maintenance, or withdraws the announcement. All servers are told.
    pub async fn announce_maintenance(&self, planned: Option<&Maintenance>) -> Result<()> {
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin_with(self.backend.begin()).await?;
        sqlx::query("DELETE FROM maintenance").execute(&mut *transaction).await?;
        if let Some(Maintenance { at, text }) = planned {
            let sql = "INSERT INTO maintenance (id, at, text) VALUES (1, $1, $2)";
            sqlx::query(sql).bind(at).bind(storable(text)).execute(&mut *transaction).await?;
        }
        self.backend.notify_maintenance(&mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// The maintenance that is planned.
    pub async fn maintenance(&self, now: Moment) -> Result<Option<Maintenance>> {
        let query = sqlx::query("SELECT at, text FROM maintenance WHERE at > $1").bind(now - LASTS);
        let row = query.fetch_optional(&self.pool).await?;
        row.map(|row| Ok(Maintenance { at: row.try_get("at")?, text: row.try_get("text")? })).transpose()
    }
}
