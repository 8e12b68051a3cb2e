//! Restarting the PostgreSQL server under test.

use anyhow::{Context, Result, ensure};
use sqlx::{Connection, PgConnection};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};
use tokio::{process::Command, time::sleep};

/// How long the server may take to stop, or to start.
const TIME: Duration = Duration::from_secs(60);

/// Stops the server, in an orderly way or as in a crash, and waits until it runs again. Whoever runs the server starts it again after as
/// many seconds as `file` says: `cargo xtask` does so.
pub(crate) async fn restart(database: &str, file: &Path, away: Duration, crash: bool) -> Result<()> {
    let mut connection = PgConnection::connect(database).await.context("PostgreSQL does not answer")?;
    let note: String = sqlx::query_scalar("SELECT pg_read_file('postmaster.pid')").fetch_one(&mut connection).await?;
    drop(connection);
    let process: u32 = note.lines().next().unwrap_or_default().trim().parse().context("PostgreSQL has no process")?;
    fs::write(file, away.as_secs_f64().to_string()).context("PostgreSQL would not be started again")?;
    let signal = if crash { "-QUIT" } else { "-INT" };
    let sent = Command::new("kill").args([signal, &process.to_string()]).status().await?;
    ensure!(sent.success(), "PostgreSQL cannot be stopped");
    let began = Instant::now();
    while Path::new(&format!("/proc/{process}")).exists() {
        ensure!(began.elapsed() < TIME, "PostgreSQL does not stop");
        sleep(Duration::from_millis(10)).await;
    }
    while PgConnection::connect(database).await.is_err() {
        ensure!(began.elapsed() < away + TIME, "PostgreSQL does not start again");
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}
