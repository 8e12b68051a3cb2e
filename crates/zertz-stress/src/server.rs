//! [`Server`] and [`Worker`]: `zertz serve` and `zertz worker` in their own processes.

use anyhow::{Context, Result};
use std::{fs::File, path::Path, process::Stdio};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};
use zertz_client::Client;

/// A running `zertz serve`, which is killed when this value is dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Its address, such as `http://127.0.0.1:40123`.
    pub address: String,
}

impl Server {
    /// Starts a server on any port without rate limits, with a minimal web app, and waits until it is ready.
    pub async fn start(zertz: &Path, database: &str, app: &Path) -> Result<Server> {
        Server::start_with(zertz, database, app, &["--rate-limits", "off"], None).await
    }

    /// The same with other options, and with a limit of open files.
    pub async fn start_with(
        zertz: &Path,
        database: &str,
        app: &Path,
        options: &[&str],
        files: Option<u32>,
    ) -> Result<Server> {
        Server::start_in(zertz, database, app, options, files, &[], None).await
    }

    /// The same with more environment variables, and with a file for the log.
    pub async fn start_in(
        zertz: &Path,
        database: &str,
        app: &Path,
        options: &[&str],
        files: Option<u32>,
        environment: &[(String, String)],
        log: Option<File>,
    ) -> Result<Server> {
        std::fs::create_dir_all(app).context("cannot create the folder of the app")?;
        std::fs::write(app.join("index.html"), "<!doctype html><title>ZÈRTZ</title>")
            .context("cannot write the app")?;
        let mut command = match files {
            None => Command::new(zertz),
            Some(files) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit -n {files} && exec \"$@\""), "sh"]).arg(zertz);
                shell
            }
        };
        command.args(["serve", "--addr", "127.0.0.1:0", "--database-url", database, "--app"]).arg(app).args(options);
        command.envs(environment.iter().cloned()).stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        if let Some(log) = log {
            command.stderr(log);
        }
        let mut child = command.spawn().context("cannot start `zertz`")?;
        let pipe = child.stdout.take().context("`zertz serve` prints nothing")?;
        let mut line = String::new();
        BufReader::new(pipe).read_line(&mut line).await.context("`zertz serve` prints nothing")?;
        let word = line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = word.context("`zertz serve` did not start")?.to_owned();
        Ok(Server { child, address })
    }

    /// Kills the server without warning.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("cannot kill the server")
    }

    /// Whether the server says that it can serve.
    pub async fn is_ready(&self) -> bool {
        let Ok(mut client) = Client::new(&self.address) else { return false };
        client.raw("GET", "/readyz", &[], "").await.is_ok_and(|response| response.status().is_success())
    }

    /// The memory that the server uses, in bytes; only on Linux.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }

    /// The processor time that the server has used, in seconds; only on Linux.
    pub fn processor(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        // User and system time, in hundredths of a second.
        Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) / 100.0)
    }
}

/// A running `zertz worker`, which is killed when this value is dropped.
#[derive(Debug)]
pub struct Worker(Child);

impl Worker {
    /// Starts a worker for a database that exists.
    pub fn start(zertz: &Path, database: &str) -> Result<Worker> {
        let mut command = Command::new(zertz);
        command.args(["worker", "--threads", "2", "--database-url", database]).stdin(Stdio::null());
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true).spawn();
        child.map(Worker).context("cannot start `zertz worker`")
    }

    /// Kills the worker without warning.
    pub async fn kill(mut self) -> Result<()> {
        self.0.kill().await.context("cannot kill the worker")
    }
}
