//! The browser that tests and measures the web app, and the server it looks at.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result};

use crate::packages;
use crate::process::{on_path, root, which};

/// A Chromium: the one named by the variable `CHROMIUM`, one of this machine, or Debian's, which is installed.
pub fn chromium() -> Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let mac = Path::new("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    let find = || names.iter().find_map(|name| which(name)).or_else(|| fs::exists(mac).ok()?.then(|| mac.to_owned()));
    if let Some(path) = find() {
        return Ok(path);
    }
    let purpose = "test the web app in a browser";
    packages::ensure(&["chromium"], purpose)?;
    if on_path("apt-get") {
        // Letters of all our languages; without any font a page has no text to look at.
        packages::ensure(&["fonts-dejavu-core"], purpose)?;
    }
    find().with_context(|| format!("to {purpose}, set CHROMIUM to the path of Chromium or Chrome"))
}

/// A port that nobody listens on.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}

/// A running `zertz serve`, ended with this value.
pub struct Server {
    child: Child,
    /// Where it is, such as `http://127.0.0.1:40123`.
    pub address: String,
}

impl Server {
    /// Starts it on any port, with more options, and waits until it is ready.
    pub fn start(zertz: &Path, options: &[&str]) -> Result<Self> {
        let database = root().join(format!("target/tmp/server-{}.db", std::process::id()));
        fs::create_dir_all(root().join("target/tmp")).context("target/tmp cannot be made")?;
        let mut command = Command::new(zertz);
        command.env("ZERTZ_DATABASE_URL", format!("sqlite://{}", database.display()));
        command.args(["serve", "--addr", "127.0.0.1:0"]).args(options).stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.spawn().context("the built `zertz` cannot be started")?;
        let mut server = Self { child, address: String::new() };
        let mut line = String::new();
        if let Some(pipe) = server.child.stdout.take() {
            BufReader::new(pipe).read_line(&mut line).context("`zertz serve` says nothing")?;
        }
        let word = line.split_whitespace().find(|word| word.starts_with("http://"));
        server.address = word.context("`zertz serve` did not start")?.to_owned();
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // If it has ended by itself, so much the better.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
