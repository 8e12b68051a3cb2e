//! System packages that commands need.

use crate::process::{on_path, quietly, works};
use anyhow::{Context, Result, bail};
use std::process::Command;

/// Installs missing packages as root on Debian. Elsewhere, fails with a message that says which packages to install and for which
/// `purpose`.
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
    // If this fails, the old list may still do. If not, the install itself reports an error.
    works(apt().arg("update"));
    // Never remove anything, such as a compiler.
    quietly(apt().args(["install", "--yes", "--no-install-recommends", "--no-remove"]).args(&missing))
        .with_context(|| format!("{names} cannot be installed to {purpose}"))?;
    Ok(())
}

/// Whether dpkg lists the package as installed or, on systems without dpkg, there is a program of that name.
fn is_there(package: &str) -> bool {
    let mut dpkg = Command::new("dpkg-query");
    dpkg.args(["--show", "--showformat=${db:Status-Status}", package]);
    on_path(package) || dpkg.output().is_ok_and(|answer| answer.status.success() && answer.stdout == b"installed")
}

pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
}

fn request(names: &str, purpose: &str) -> String {
    format!("to {purpose}, install {names} first (on Debian, as root: `apt-get install {names}`)")
}

fn apt() -> Command {
    let mut apt = Command::new("apt-get");
    // Wait for another installation to end rather than fail.
    apt.args(["--quiet=2", "--option=DPkg::Lock::Timeout=300"]).env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_not_installed_again() {
        // Every system that runs these tests has a program of that name.
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
