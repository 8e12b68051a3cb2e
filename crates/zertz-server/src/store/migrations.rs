//! Bringing the tables up to date.

use super::{Result, StoreError};
use sqlx::{
    AnyConnection, Executor,
    migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator},
};

/// All migrations, in order. A migration that was released never changes.
fn migrator() -> Migrator {
    let sources = [
        ("start", include_str!("../../migrations/0001_start.sql")),
        ("bullet", include_str!("../../migrations/0002_bullet.sql")),
        ("results", include_str!("../../migrations/0003_results.sql")),
        ("jobs", include_str!("../../migrations/0004_jobs.sql")),
        ("nodes", include_str!("../../migrations/0005_nodes.sql")),
        ("ratings", include_str!("../../migrations/0006_ratings.sql")),
        ("lobby", include_str!("../../migrations/0007_lobby.sql")),
        ("names", include_str!("../../migrations/0008_names.sql")),
        ("moderation", include_str!("../../migrations/0009_moderation.sql")),
        ("operations", include_str!("../../migrations/0010_operations.sql")),
        ("voids", include_str!("../../migrations/0011_voids.sql")),
        ("quick pairing", include_str!("../../migrations/0012_quick_pairing.sql")),
        ("lists", include_str!("../../migrations/0013_lists.sql")),
        ("bots", include_str!("../../migrations/0014_bots.sql")),
    ];
    let migration = |(version, (name, sql)): (i64, (&'static str, &'static str))| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into(), false)
    };
    let migrations = (1..).zip(sources).map(migration).collect();
    // The caller holds a lock.
    Migrator { migrations, locking: false, ..Migrator::DEFAULT }
}

/// Runs the migrations that are missing, within a transaction that keeps out other servers.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<()> {
    let migrator = migrator();
    adopt_first_release(connection, &migrator).await?;
    migrator.run_direct(connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) => StoreError::Newer,
        error => StoreError::Migration(error),
    })
}

/// The first release kept its own list, the table `migrations`. Its entries move to the list that sqlx keeps.
async fn adopt_first_release(connection: &mut AnyConnection, migrator: &Migrator) -> Result<()> {
    connection.execute(sqlx::raw_sql("CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)")).await?;
    let done: Vec<i64> = sqlx::query_scalar("SELECT version FROM migrations").fetch_all(&mut *connection).await?;
    connection.ensure_migrations_table().await.map_err(StoreError::Migration)?;
    for version in done {
        let migration = migrator.iter().find(|known| known.version == version).ok_or(StoreError::Newer)?;
        let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                   VALUES ($1, $2, TRUE, $3, 0)";
        let query = sqlx::query(sql).bind(version).bind(migration.description.to_string());
        query.bind(migration.checksum.to_vec()).execute(&mut *connection).await?;
    }
    connection.execute(sqlx::raw_sql("DROP TABLE migrations")).await?;
    Ok(())
}
