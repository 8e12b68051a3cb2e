//! [`Server`]: the real program, as a process of its own.

use anyhow::{Context, Result};
use std::{path::Path, process::Stdio};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

/// A running `zertz serve`, killed with this value.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Where it is, such as `http://127.0.0.1:40123`.
    pub address: String,
}

impl Server {
    /// Starts it on any port without limits, with a small app of its own, and waits until it is ready.
    pub async fn start(zertz: &Path, database: &str, app: &Path) -> Result<Server> {
        std::fs::create_dir_all(app).context("no folder for the app")?;
        std::fs::write(app.join("index.html"), "<!doctype html><title>ZÈRTZ</title>").context("no app")?;
        let mut command = Command::new(zertz);
        command.args(["serve", "--addr", "127.0.0.1:0", "--rate-limits", "off", "--database-url", database, "--app"]);
        command.arg(app).stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().context("`zertz` cannot be started")?;
        let pipe = child.stdout.take().context("`zertz serve` says nothing")?;
        let mut line = String::new();
        BufReader::new(pipe).read_line(&mut line).await.context("`zertz serve` says nothing")?;
        let word = line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = word.context("`zertz serve` did not start")?.to_owned();
        Ok(Server { child, address })
    }

    /// Kills it without warning.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("the server cannot be killed")
    }

    /// The memory it has, in bytes; only Linux tells.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }

    /// The processor time it has used, in seconds; only Linux tells.
    pub fn processor(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        // User and system time, in hundredths.
        Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) / 100.0)
    }
}
