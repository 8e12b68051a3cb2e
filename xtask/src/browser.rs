//! The browser for tests and measurements, and the server that it opens.

use crate::{
    packages,
    process::{on_path, root, which},
};
use anyhow::{Context, Result};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// The path of Chromium: from the variable `CHROMIUM`, or where the system has it. On Debian it is installed if it is missing.
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
        // Has the letters of all our languages. Without a font, pages have no text.
        packages::ensure(&["fonts-dejavu-core"], purpose)?;
    }
    find().with_context(|| format!("to {purpose}, set CHROMIUM to the path of Chromium or Chrome"))
}

/// The path of Firefox: from the variable `FIREFOX`, or where the system has it. On Debian it is installed if it is missing.
pub fn firefox() -> Result<PathBuf> {
    if let Some(path) = env::var_os("FIREFOX") {
        return Ok(path.into());
    }
    let find = || ["firefox-esr", "firefox"].iter().find_map(|name| which(name));
    if let Some(path) = find() {
        return Ok(path);
    }
    let purpose = "test the web app in Firefox";
    packages::ensure(&["firefox-esr"], purpose)?;
    find().with_context(|| format!("to {purpose}, set FIREFOX to the path of Firefox"))
}

/// The paths of WebKit's driver and of its browser: from `WEBKIT_DRIVER` and `MINI_BROWSER`, or where Debian has them. On Debian both are
/// installed if they are missing, and so is the display that the browser needs.
pub fn webkit() -> Result<(PathBuf, PathBuf)> {
    if let (Some(driver), Some(browser)) = (env::var_os("WEBKIT_DRIVER"), env::var_os("MINI_BROWSER")) {
        return Ok((driver.into(), browser.into()));
    }
    let purpose = "test the web app in WebKit";
    if !(on_path("WebKitWebDriver") && on_path("Xvfb")) {
        packages::ensure(&["webkit2gtk-driver", "xvfb"], purpose)?;
    }
    let wanted =
        || format!("to {purpose}, set WEBKIT_DRIVER and MINI_BROWSER to the paths of these programs of WebKitGTK");
    Ok((which("WebKitWebDriver").with_context(wanted)?, mini_browser().with_context(wanted)?))
}

/// Debian has it in a folder for its architecture and the version of the interface, such as
/// `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1`.
fn mini_browser() -> Option<PathBuf> {
    let folders = |path: PathBuf| fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_webkit = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("webkit"));
    let programs = folders("/usr/lib".into()).flat_map(folders).filter(is_webkit).map(|path| path.join("MiniBrowser"));
    programs.filter(|path| path.is_file()).max()
}

pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}

/// A running `zertz serve`, stopped when the value is dropped.
pub struct Server {
    child: Child,
    /// Its address, such as `http://127.0.0.1:40123`.
    pub address: String,
}

impl Server {
    /// Starts it on a free port, with additional options, and waits until it is ready.
    pub fn start(zertz: &Path, options: &[&str]) -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let database = root().join(format!("target/tmp/server-{}-{number}.db", std::process::id()));
        fs::create_dir_all(root().join("target/tmp")).context("target/tmp cannot be created")?;
        let mut command = Command::new(zertz);
        command.env("ZERTZ_DATABASE_URL", format!("sqlite://{}", database.display()));
        command.args(["serve", "--addr", "127.0.0.1:0"]).args(options).stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.spawn().context("the built `zertz` cannot be started")?;
        let mut server = Self { child, address: String::new() };
        let mut line = String::new();
        if let Some(pipe) = server.child.stdout.take() {
            BufReader::new(pipe).read_line(&mut line).context("the output of `zertz serve` cannot be read")?;
        }
        let word = line.split_whitespace().find(|word| word.starts_with("http://"));
        server.address = word.context("`zertz serve` did not start")?.to_owned();
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
