//! Node.js, npm and the packages of the web app.

use crate::{
    packages,
    process::{command, on_path, output, quietly, root},
    stamp::Stamp,
};
use anyhow::{Context, Result, bail};
use std::{fs, path::PathBuf, process::Command};

/// The oldest version that Vite supports.
const OLDEST: (u32, u32) = (20, 19);

pub fn web() -> PathBuf {
    root().join("web")
}

pub fn node() -> Command {
    let mut node = command("node");
    node.current_dir(web());
    node
}

/// A command that runs npm in the folder of the web app. Arguments cannot contain spaces.
pub fn npm(words: &str) -> Command {
    let mut npm = command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(web()).arg("--loglevel=error").args(words.split_whitespace());
    // We parse the output, which must have no colour codes.
    npm.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    npm
}

/// Installs Node if it is missing and possible; fails when it is too old.
pub fn ensure() -> Result<()> {
    let purpose = "build the web app";
    // One after the other: Debian has two packages, elsewhere npm usually comes with Node.
    if cfg!(target_os = "linux") {
        if !on_path("node") {
            packages::ensure(&["nodejs"], purpose)?;
        }
        packages::ensure(&["npm"], purpose)?;
    }
    let asked = output(node().arg("--version"));
    let version = asked.with_context(|| format!("to {purpose}, install Node.js first: https://nodejs.org"))?;
    let version = version.trim();
    if parse(version).is_none_or(|version| version < OLDEST) {
        let (major, minor) = OLDEST;
        bail!("to {purpose}, install Node.js {major}.{minor} or newer: this is {version}");
    }
    Ok(())
}

/// The major and minor version of text such as `v20.19.2`.
fn parse(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Installs the packages of the lock file, unless they are installed.
pub fn install() -> Result<()> {
    let folder = web().join("node_modules");
    let stamp = Stamp::of(["web/package-lock.json"])?;
    if stamp.is_in(&folder) || is_newer() {
        return Ok(());
    }
    ensure()?;
    println!("Installing the packages of the web app");
    quietly(&mut npm("ci --no-audit --no-fund"))?;
    stamp.write(&folder)
}

/// Whether packages were installed with npm after the last change of the lock file.
fn is_newer() -> bool {
    let changed = |file: &str| fs::metadata(web().join(file)).and_then(|data| data.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed > locked,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(parse("v20.19.2"), Some((20, 19)));
        assert!(parse("v20.9.0").unwrap() < OLDEST);
        assert!(parse("v22.0.0").unwrap() > OLDEST);
        assert_eq!(parse("node"), None);
    }
}
