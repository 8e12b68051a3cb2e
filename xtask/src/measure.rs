//! `cargo xtask web-bench`, `cargo xtask first-tap` and `cargo xtask lighthouse`: measure the web app in a browser.

use crate::{
    browser::{Server, chromium},
    node::{self, npm},
    process::{output, quietly, root, run},
    run::zertz,
    table::{table, thousands},
    web,
};
use anyhow::{Context, Result, ensure};
use std::{num::NonZeroU32, path::Path, process::Command};

/// The engine in a browser must reach this share of its native speed.
const SHARE: f64 = 0.45;

/// The best of this many runs counts: other load on the machine can only slow it down.
const ROUNDS: usize = 3;

/// The limit for the median time from a click to the next frame while the engine searches, in milliseconds.
const ANSWER: u64 = 50;

pub fn bench() -> Result<()> {
    web::build()?;
    let (zertz, chromium) = (zertz()?, chromium()?);
    speed(&zertz, &chromium)?;
    clicks(&zertz, &chromium)
}

fn clicks(zertz: &Path, chromium: &Path) -> Result<()> {
    let server = Server::start(zertz, &[])?;
    let said = output(web::script("clicks.mjs").arg(&server.address).env("CHROMIUM", chromium))?;
    let (median, worst) = (number(&said, "median ")?, number(&said, "worst ")?);
    println!("\nWhile the engine searches, the page responds to a click in {median} ms (median), {worst} ms at worst.");
    ensure!(
        median < ANSWER,
        "while the engine searches, the page must respond to half of the clicks within {ANSWER} ms"
    );
    Ok(())
}

/// Runs the same search in a browser and natively.
fn speed(zertz: &Path, chromium: &Path) -> Result<()> {
    let folder = root().join("target/web-bench");
    web::bare_module(&folder)?;
    let server = Server::start(zertz, &["--app", &folder.to_string_lossy()])?;
    let (mut native, mut browser) = (Speed::default(), Speed::default());
    for round in 1..=ROUNDS {
        println!("▶ round {round} of {ROUNDS}");
        native.take(&output(Command::new(zertz).arg("bench"))?)?;
        browser.take(&output(web::script("bench.mjs").arg(&server.address).env("CHROMIUM", chromium))?)?;
    }
    ensure!(native.nodes == browser.nodes, "the engine visits other nodes in the browser: {native:?}, {browser:?}");
    let share = browser.nps as f64 / native.nps as f64;
    let row = |name: &str, speed: &Speed| {
        let share = 100.0 * speed.nps as f64 / native.nps as f64;
        vec![name.to_owned(), thousands(speed.nodes), thousands(speed.nps), format!("{share:.0}%")]
    };
    let rows = [row("native", &native), row("browser", &browser)];
    println!("\n{}", table(&["where", "nodes", "nodes per second", "share"], &[1, 2, 3], &rows));
    ensure!(share >= SHARE, "in the browser, the engine must reach {:.0}% of its native speed", 100.0 * SHARE);
    Ok(())
}

/// The best of several runs of the same work.
#[derive(Debug, Default, PartialEq, Eq)]
struct Speed {
    nodes: u64,
    nps: u64,
}

impl Speed {
    /// Reads the lines `nodes N` and `nps N`.
    fn take(&mut self, text: &str) -> Result<()> {
        self.nodes = number(text, "nodes ")?;
        self.nps = self.nps.max(number(text, "nps ")?);
        Ok(())
    }
}

/// The number in the line that starts with the given name.
fn number(text: &str, name: &str) -> Result<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.with_context(|| format!("the benchmark did not print {name}"))
}

/// Measures how long a new player waits until the first taps of a game are accepted: in this app, and in another build of it beside it.
pub fn first_tap(runs: NonZeroU32, other: Option<&Path>) -> Result<()> {
    web::build()?;
    let (zertz, chromium) = (zertz()?, chromium()?);
    let other = other.map(|folder| folder.to_string_lossy());
    let mut servers = vec![("this app".to_owned(), Server::start(&zertz, &[])?)];
    if let Some(folder) = &other {
        servers.push((folder.to_string(), Server::start(&zertz, &["--app", folder])?));
    }
    let mut script = web::script("first-tap.mjs");
    script.arg(runs.to_string()).args(servers.iter().map(|(_, server)| &server.address));
    let said = output(script.env("CHROMIUM", chromium))?;
    let times = said.lines().map(Times::read).collect::<Result<Vec<_>>>()?;
    ensure!(times.len() == 2 * servers.len(), "the measurement printed something else: {said}");
    let rows = servers.iter().zip(times.chunks(2)).map(|((name, _), times)| {
        let range = |times: &Times| format!("{} ms ({} to {})", times.median, times.best, times.worst);
        vec![name.clone(), range(&times[0]), range(&times[1])]
    });
    println!("\n{}", table(&["app", "marble picked up", "marble placed"], &[1, 2], &rows.collect::<Vec<_>>()));
    if let [_, ours, _, theirs] = &times[..] {
        let change = 100.0 * (ours.median as f64 / theirs.median as f64 - 1.0);
        println!(
            "\nIn this app, the first marble is placed {:.0}% {}.",
            change.abs(),
            if change < 0.0 { "sooner" } else { "later" }
        );
    }
    Ok(())
}

/// The times of several runs, in milliseconds.
#[derive(Debug, PartialEq, Eq)]
struct Times {
    median: u64,
    best: u64,
    worst: u64,
}

impl Times {
    /// Reads a line such as `placed 1200 1250 1300`, which is sorted.
    fn read(line: &str) -> Result<Self> {
        let times: Result<Vec<u64>, _> = line.split_whitespace().skip(1).map(str::parse).collect();
        let times = times.ok().filter(|times| !times.is_empty());
        let times = times.with_context(|| format!("the measurement printed no times: {line}"))?;
        Ok(Self { median: times[times.len() / 2], best: times[0], worst: times[times.len() - 1] })
    }
}

pub const PAGES: [&str; 2] = ["/", "/game/new"];

pub fn lighthouse(pages: &[String]) -> Result<()> {
    web::build()?;
    let (zertz, chromium) = (zertz()?, chromium()?);
    let folder = root().join("target/lighthouse");
    install_lighthouse(&folder)?;
    let server = Server::start(&zertz, &[])?;
    let mut script = web::script("lighthouse.mjs");
    script.arg(&folder).args(pages.iter().map(|page| format!("{}{page}", server.address)));
    run(script.env("CHROME_PATH", chromium))
}

/// Installs Lighthouse when it is first used: it is larger than all other packages of the app together.
fn install_lighthouse(folder: &Path) -> Result<()> {
    if folder.join("node_modules/lighthouse/package.json").is_file() {
        return Ok(());
    }
    node::ensure()?;
    println!("Installing Lighthouse");
    quietly(npm("install --no-audit --no-fund --no-save lighthouse@12 chrome-launcher@1 --prefix").arg(folder))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_several_runs_counts() {
        let mut speed = Speed::default();
        for text in ["start 10 ms\nnodes 500\nnps 20", "nodes 500\nnps 30\n", "nodes 500\nnps 25"] {
            speed.take(text).unwrap();
        }
        assert_eq!(speed, Speed { nodes: 500, nps: 30 });
        assert_eq!(speed.take("nodes 5").unwrap_err().to_string(), "the benchmark did not print nps ");
    }
    #[test]
    fn the_time_in_the_middle_counts() {
        assert_eq!(Times::read("placed 90 100 300").unwrap(), Times { median: 100, best: 90, worst: 300 });
        assert!(Times::read("placed").is_err() && Times::read("placed soon").is_err());
    }
}
