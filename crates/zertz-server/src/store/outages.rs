//! Outages: times in which no server could write to the database. They are not the players' fault.

use super::{Result, Store};
use crate::table::Outage;
use sqlx::{Connection, Row, any::AnyRow};
use zertz_protocol::{Millis, Moment};

/// A gap between heartbeats of at least this length is an outage.
pub const OUTAGE: Millis = 2_000;

impl Store {
    /// The time to start from: that of the database, but never before the last heartbeat, so that a clock that was set back does not stop
    /// the clocks of games.
    pub async fn start_time(&self) -> Result<Moment> {
        let sql = format!("SELECT {} AS now, (SELECT MAX(alive) FROM heartbeat) AS alive", self.backend.now());
        let row = sqlx::query(&sql).fetch_one(&self.pool).await?;
        Ok(row.try_get::<i64, _>("now")?.max(row.try_get::<Option<i64>, _>("alive")?.unwrap_or(0)))
    }

    /// Notes that a server can write. Stores an outage if none could before. Returns the moment. The time is asked when the row is locked:
    /// that may take as long as an outage.
    pub async fn beat(&self, now: impl Fn() -> Moment) -> Result<Moment> {
        let mut connection = self.leases.acquire().await?;
        let mut transaction = connection.begin_with(self.backend.begin()).await?;
        let sql = "INSERT INTO heartbeat (id, alive) VALUES (1, $1) ON CONFLICT DO NOTHING";
        sqlx::query(sql).bind(now()).execute(&mut *transaction).await?;
        let sql = format!("SELECT alive FROM heartbeat WHERE id = 1{}", self.backend.for_update());
        let alive: i64 = sqlx::query_scalar(&sql).fetch_one(&mut *transaction).await?;
        let now = now();
        if now - alive >= OUTAGE {
            let sql = "INSERT INTO outages (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(alive).bind(now).execute(&mut *transaction).await?;
        }
        sqlx::query("UPDATE heartbeat SET alive = $1 WHERE alive < $1").bind(now).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(now)
    }

    /// The outages that ended after a moment, in order.
    pub async fn outages(&self, after: Moment) -> Result<Vec<Outage>> {
        let sql = "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began";
        let rows = sqlx::query(sql).bind(after).fetch_all(&self.leases).await?;
        let outage = |row: &AnyRow| Ok(Outage { from: row.try_get("began")?, to: row.try_get("ended")? });
        rows.iter().map(outage).collect()
    }
}
