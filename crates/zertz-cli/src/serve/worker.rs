//! `zertz worker`: does the work of servers that takes long.

use super::{log, open_beside, settings::Settings};
use anyhow::{Context, Result};
use clap::Args;
use std::{io::Write, path::PathBuf, process::ExitCode, time::Duration};
use tokio::time::timeout;
use zertz_server::play::{Hub, usual_threads};

/// How long a worker that stops waits for the database.
const GRACE: Duration = Duration::from_secs(5);

/// Compute turns for the engine opponents of a server, on this or another machine
///
/// Any number of workers may share a database. A server started with --engine-threads 0 leaves all engine turns to them. When a worker
/// fails, another one takes over its turns after five seconds.
#[derive(Args)]
pub struct Worker {
    /// Database of the server, as for `zertz serve`
    #[arg(long, value_name = "URL", env = "ZERTZ_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// Configuration file of the server
    #[arg(long, value_name = "FILE", env = "ZERTZ_CONFIG")]
    config: Option<PathBuf>,
    /// Number of turns to compute in parallel [default: the number of cores minus one, at least 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Worker {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let given = Settings { database_url: self.database_url, ..Settings::default() };
        let settings = given.or_file(self.config.as_deref())?;
        log(&settings)?;
        let threads = self.threads.map_or_else(usual_threads, usize::from);
        let runtime = tokio::runtime::Runtime::new().context("cannot start the worker")?;
        runtime.block_on(work(&settings.database_url()?, threads, out))
    }
}

async fn work(url: &str, threads: usize, out: &mut dyn Write) -> Result<ExitCode> {
    let hub = Hub::worker(open_beside(url).await?).await.context("cannot read the database")?;
    let end = zertz_server::interrupted().context("cannot listen for signals")?;
    let working = hub.work(threads);
    writeln!(out, "The worker is running (press Ctrl-C to stop)").and_then(|()| out.flush())?;
    end.await;
    hub.end();
    // If the database does not answer, the leases run out by themselves.
    let _ = timeout(GRACE, working).await;
    hub.store.close().await;
    Ok(ExitCode::SUCCESS)
}
