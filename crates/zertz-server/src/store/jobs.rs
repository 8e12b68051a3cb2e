//! Jobs: work that takes long, such as an engine's turn.
//!
//! A job is written in the transaction that makes it necessary, and deleted in the one that settles it, so none is lost or left over.
//! A worker leases a job and renews the lease. If the worker dies, the lease runs out and another worker takes the job. Leases are not
//! synced to the disk: after a crash of the machine there is nobody who could hold one. Their times are those of the database.

use super::{Result, Store, columns::Columns};
use crate::{id::engine_level, table::Table};
use serde::{Deserialize, Serialize};
use sqlx::{AnyConnection, Connection, Row};
use zertz_protocol::{GameId, Millis, Moment, PlayerId, TimeControl, word};

/// How long a job belongs to a worker that does not renew its lease.
pub const LEASE: Millis = 5_000;

/// How often a job is tried. After that, something is wrong with the job.
const TRIES: i64 = 5;

/// What is to be done.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// An engine has to move. The subject is the game.
    EngineTurn,
    /// The engine looks at the games of a player for a moderator. The subject is the player.
    FairPlay,
}

/// How urgent a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Priority {
    /// A person waits for it.
    Waiting = 0,
    /// The person comes back later.
    Away = 1,
    /// Nobody waits for it.
    Background = 2,
}

/// A job that a worker has leased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeasedJob {
    /// What is to be done.
    pub kind: JobKind,
    /// What it is about.
    pub subject: String,
    /// The state of the subject that it is about.
    pub version: i64,
}

/// Brings the job of an engine up to date with its game, in the transaction that writes the game.
pub(super) async fn follow(
    connection: &mut AnyConnection,
    game: &GameId,
    table: &Table,
    at: Moment,
) -> Result<(), sqlx::Error> {
    if !table.seats().0.iter().flatten().any(|player| engine_level(player).is_some()) {
        return Ok(());
    }
    let kind = word(JobKind::EngineTurn);
    if table.engine_to_move().is_none() {
        let sql = "DELETE FROM jobs WHERE kind = $1 AND subject = $2";
        return sqlx::query(sql).bind(kind).bind(game.as_str()).execute(connection).await.map(drop);
    }
    let owner = table.seats()[table.mover().other()].as_ref().map_or("", PlayerId::as_str);
    let away = matches!(table.settings().time, TimeControl::Correspondence { .. });
    let priority = if away { Priority::Away } else { Priority::Waiting };
    // A chat message changes nothing for a worker that is thinking.
    let sql = "INSERT INTO jobs (kind, subject, version, priority, owner, origin, queued, tries) \
               VALUES ($1, $2, $3, $4, $5, COALESCE((SELECT network FROM open_games WHERE game = $2), $5), $6, 0) \
               ON CONFLICT (kind, subject) DO UPDATE SET version = excluded.version, queued = excluded.queued, worker = NULL, \
               lease = NULL, tries = 0 WHERE jobs.version <> excluded.version";
    let query = sqlx::query(sql).bind(kind).bind(game.as_str()).bind(table.position_seq()).bind(priority as i64);
    query.bind(owner).bind(at).execute(connection).await.map(drop)
}

/// Adds a job for which nobody waits, unless there is one already.
pub(super) async fn add_background(
    connection: &mut AnyConnection,
    kind: JobKind,
    subject: &str,
    now: Moment,
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO jobs (kind, subject, version, priority, owner, origin, queued, tries) \
               VALUES ($1, $2, $3, $4, $5, $5, $3, 0) ON CONFLICT (kind, subject) DO UPDATE SET tries = 0";
    let query = sqlx::query(sql).bind(word(kind)).bind(subject).bind(now).bind(Priority::Background as i64);
    query.bind(word(kind)).execute(connection).await.map(drop)
}

impl Store {
    /// Leases the next job to a worker. Those for which a person waits come first. Then it is the turn of the address with the fewest jobs
    /// in progress, and of those the one that was served longest ago; in the same way that of the player. One address gets at most
    /// `per_origin` of this worker's threads.
    pub async fn lease_job(&self, worker: &str, per_origin: usize) -> Result<Option<LeasedJob>> {
        let (now, skip) = (self.backend.now(), self.backend.skip_locked("j"));
        // A lease that ends later than any lease can was given before the clock of the database was set back.
        let held = format!("lease BETWEEN {now} AND {now} + {LEASE}");
        let mut connection = self.leases.acquire().await?;
        let mut transaction = connection.begin_with(self.backend.begin()).await?;
        let sql = format!(
            "SELECT j.kind, j.subject, j.version, j.owner, j.origin FROM jobs j \
             LEFT JOIN (SELECT origin, COUNT(*) AS running, COUNT(CASE WHEN worker = $1 THEN 1 END) AS here FROM jobs \
             WHERE {held} GROUP BY origin) o ON o.origin = j.origin \
             LEFT JOIN (SELECT owner, COUNT(*) AS running FROM jobs WHERE {held} GROUP BY owner) p ON p.owner = j.owner \
             LEFT JOIN job_owners so ON so.owner = j.origin LEFT JOIN job_owners sp ON sp.owner = j.owner \
             WHERE (j.lease IS NULL OR NOT (j.{held})) AND j.kind IN ($4, $5) AND j.tries < $2 AND COALESCE(o.here, 0) < $3 \
             ORDER BY j.priority, COALESCE(o.running, 0), COALESCE(so.served, 0), COALESCE(p.running, 0), COALESCE(sp.served, 0), \
             j.queued, j.subject LIMIT 1{skip}"
        );
        let query = sqlx::query(&sql).bind(worker).bind(TRIES).bind(per_origin as i64);
        // A newer version may have added jobs that this one cannot do.
        let query = query.bind(word(JobKind::EngineTurn)).bind(word(JobKind::FairPlay));
        let Some(row) = query.fetch_optional(&mut *transaction).await? else { return Ok(None) };
        let job =
            LeasedJob { kind: row.word("kind")?, subject: row.try_get("subject")?, version: row.try_get("version")? };
        let sql = format!(
            "UPDATE jobs SET worker = $3, lease = {now} + $4, tries = tries + 1 WHERE kind = $1 AND subject = $2"
        );
        let query = sqlx::query(&sql).bind(word(job.kind)).bind(&job.subject).bind(worker).bind(LEASE);
        query.execute(&mut *transaction).await?;
        for column in ["origin", "owner"] {
            let sql = format!(
                "INSERT INTO job_owners (owner, served) VALUES ($1, {now}) \
                 ON CONFLICT (owner) DO UPDATE SET served = excluded.served"
            );
            sqlx::query(&sql).bind(row.try_get::<String, _>(column)?).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(Some(job))
    }

    /// Renews all leases of a worker.
    pub async fn renew_leases(&self, worker: &str) -> Result<()> {
        let sql = format!("UPDATE jobs SET lease = {} + $2 WHERE worker = $1", self.backend.now());
        sqlx::query(&sql).bind(worker).bind(LEASE).execute(&self.leases).await?;
        Ok(())
    }

    /// Gives up a job that could not be done. When its lease has run out, it is tried again.
    pub async fn give_up_job(&self, job: &LeasedJob) -> Result<()> {
        self.change_job("UPDATE jobs SET worker = NULL", job).await
    }

    /// Deletes a job that is settled.
    pub async fn settle_job(&self, job: &LeasedJob) -> Result<()> {
        self.change_job("DELETE FROM jobs", job).await
    }

    async fn change_job(&self, change: &str, job: &LeasedJob) -> Result<()> {
        let sql = format!("{change} WHERE kind = $1 AND subject = $2 AND version = $3");
        sqlx::query(&sql).bind(word(job.kind)).bind(&job.subject).bind(job.version).execute(&self.leases).await?;
        Ok(())
    }

    /// Returns all jobs of a worker that stops.
    pub async fn return_jobs(&self, worker: &str) -> Result<()> {
        let sql = "UPDATE jobs SET worker = NULL, lease = NULL, tries = tries - 1 WHERE worker = $1";
        sqlx::query(sql).bind(worker).execute(&self.leases).await?;
        Ok(())
    }

    /// The number of jobs.
    pub async fn count_jobs(&self) -> Result<i64> {
        Ok(sqlx::query_scalar("SELECT COUNT(*) FROM jobs").fetch_one(&self.pool).await?)
    }

    /// Forgets who was served before this moment.
    pub async fn forget_served(&self, before: Moment) -> Result<()> {
        sqlx::query("DELETE FROM job_owners WHERE served < $1").bind(before).execute(&self.pool).await?;
        Ok(())
    }
}
