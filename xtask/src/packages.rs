//! System packages: what a command needs that cargo cannot bring.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{on_path, quietly, works};

/// Sees to it that the packages are there. As root on a Debian system it installs what is missing;
/// elsewhere it fails with a sentence that says what to install and that it is needed to `purpose`.
pub fn ensure(packages: &[&str], purpose: &str) -> Result<()> {
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_there(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    if !on_path("apt-get") || !is_root() {
        bail!("{}", request(&names, purpose));
    }
    println!("Installing {names} to {purpose}");
    // A list that cannot be renewed may still be good enough; if it is not, the install itself says
    // what is wrong.
    works(apt().arg("update"));
    // Never at the price of removing something: a machine's own compiler stays.
    quietly(apt().args(["install", "--yes", "--no-install-recommends", "--no-remove"]).args(&missing))
        .with_context(|| format!("{names} cannot be installed to {purpose}"))
}

/// A package counts as there when dpkg says so or, for systems without dpkg, when a program has its
/// name.
fn is_there(package: &str) -> bool {
    let mut dpkg = Command::new("dpkg-query");
    dpkg.args(["--show", "--showformat=${db:Status-Status}", package]);
    on_path(package) || dpkg.output().is_ok_and(|answer| answer.status.success() && answer.stdout == b"installed")
}

/// Whether we may do everything on this machine.
pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
}

fn request(names: &str, purpose: &str) -> String {
    format!("to {purpose}, install {names} first (on Debian, as root: `apt-get install {names}`)")
}

fn apt() -> Command {
    let mut apt = Command::new("apt-get");
    // Another install may be under way: wait for it rather than fail.
    apt.args(["--quiet=2", "--option=DPkg::Lock::Timeout=300"]).env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_not_installed_again() {
        // A program of that name is on every system this runs on.
        ensure(&["cargo"], "test").unwrap();
    }

    #[test]
    fn a_missing_package_is_asked_for_in_one_sentence() {
        assert!(!is_there("no-such-package"));
        assert_eq!(
            request("valgrind", "count instructions"),
            "to count instructions, install valgrind first \
             (on Debian, as root: `apt-get install valgrind`)"
        );
    }
}
