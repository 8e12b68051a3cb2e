//! The rules for the crates that we depend on: their licences, their source and their number.
//!
//! cargo-deny checks the same and more, but there is no current binary of it in the package registries, and building it takes minutes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, output, root};

/// Licences that ask for no more than a notice.
const LICENCES: [&str; 8] =
    ["Apache-2.0", "BSD-3-Clause", "BSL-1.0", "CDLA-Permissive-2.0", "ISC", "MIT", "Unicode-3.0", "Zlib"];

/// Crates that come in several versions because other crates need them. A new one is worth a look: often an update brings both
/// together.
const SEVERAL_VERSIONS: [&str; 14] = [
    "block-buffer",
    "cpufeatures",
    "crypto-common",
    "digest",
    "foldhash",
    "getrandom",
    "hashbrown",
    "rand",
    "rand_chacha",
    "rand_core",
    "sha2",
    "syn",
    "webpki-roots",
    "winnow",
];

/// Fails when a dependency breaks a rule.
pub fn check() -> Result<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).context("Cargo.lock cannot be read")?;
    let mut tree = cargo("tree --workspace --edges normal,build,dev --prefix none --no-dedupe --format");
    // The mark is on crates that have been printed before.
    let tree = output(tree.arg("{p}|{l}"))?.replace(" (*)", "");
    let problems: Vec<String> = [wrong_sources(&lock), wrong_licences(&tree), wrong_versions(&tree)].concat();
    ensure!(problems.is_empty(), "the dependencies break our rules:\n  {}", problems.join("\n  "));
    let crates: BTreeSet<&str> = tree.lines().filter(|line| !line.is_empty()).collect();
    Ok(format!("{} crates", crates.len()))
}

/// Dependencies in Cargo.lock that are not from crates.io.
fn wrong_sources(lock: &str) -> Vec<String> {
    let sources = lock.lines().filter_map(|line| line.strip_prefix("source = "));
    let wrong = sources.filter(|source| !(source.starts_with("\"registry+") && source.ends_with("/crates.io-index\"")));
    wrong.map(|source| format!("{source} is not crates.io")).collect()
}

/// Crates under a licence that is not in our list.
fn wrong_licences(tree: &str) -> Vec<String> {
    let crates: BTreeSet<(&str, &str)> = tree.lines().filter_map(|line| line.split_once('|')).collect();
    let wrong = crates.into_iter().filter(|(_, licence)| !is_allowed(licence));
    wrong.map(|(name, licence)| format!("{name} has the licence {licence:?}, which is not in our list")).collect()
}

/// Whether an SPDX expression, or the older form with a slash, can be met with our licences.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any(&mut rest) && rest.is_empty()
}

/// Takes `a OR b`.
fn any(words: &mut &[&str]) -> bool {
    let mut allowed = all(words);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        allowed |= all(words);
    }
    allowed
}

/// Takes `a AND b`, which binds more closely.
fn all(words: &mut &[&str]) -> bool {
    let mut allowed = one(words);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        allowed &= one(words);
    }
    allowed
}

/// Takes a licence or an expression in brackets. An exception only ever allows more.
fn one(words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let allowed = any(words);
            let closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            allowed && closed
        }
        [licence, "WITH", _, rest @ ..] | [licence, rest @ ..] => {
            *words = rest;
            LICENCES.contains(licence)
        }
        [] => false,
    }
}

/// Crates that come in several versions and are not in the list, and those in the list that no longer do.
fn wrong_versions(tree: &str) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in tree.lines() {
        if let [name, version, ..] = line.split([' ', '|']).collect::<Vec<_>>()[..] {
            versions.entry(name).or_default().insert(version);
        }
    }
    let several: BTreeSet<&str> =
        versions.iter().filter(|(_, versions)| versions.len() > 1).map(|(name, _)| *name).collect();
    let listed = BTreeSet::from(SEVERAL_VERSIONS);
    let new = several.difference(&listed).map(|name| format!("{name} comes in several versions: {:?}", versions[name]));
    let old = listed.difference(&several).map(|name| {
        format!("{name} no longer comes in several versions: take it out of the list in xtask/src/dependencies.rs")
    });
    new.chain(old).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_expression_is_allowed_when_our_licences_meet_it() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND GPL-2.0", "(MIT", "MIT MIT"] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn a_dependency_from_elsewhere_is_reported() {
        let lock =
            "source = \"registry+https://example.org/crates.io-index\"\nsource = \"git+https://example.org/a\"\n";
        assert_eq!(wrong_sources(lock), ["\"git+https://example.org/a\" is not crates.io"]);
    }

    #[test]
    fn a_second_version_is_reported() {
        let mut tree = "rare v1.0.0|MIT\nrare v1.0.0|MIT\n".to_owned();
        let is_reported = |tree: &str| wrong_versions(tree).iter().any(|problem| problem.starts_with("rare comes in"));
        assert!(!is_reported(&tree));
        tree += "rare v2.0.0|MIT\n";
        assert!(is_reported(&tree));
    }

    #[test]
    fn a_crate_without_a_known_licence_is_reported() {
        assert_eq!(
            wrong_licences("a v1.0.0|MIT\nb v1.0.0|\n"),
            ["b v1.0.0 has the licence \"\", which is not in our list"]
        );
    }
}
