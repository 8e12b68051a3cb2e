//! `cargo xtask layers`: checks which crates use which, and the same for the modules of the server, and draws both in ARCHITECTURE.md.

mod graph;
mod modules;

use crate::process::{cargo, output, root};
use anyhow::{Context, Result, bail, ensure};
use graph::{Graph, Rows, check, draw};
use serde::Deserialize;
use std::{fs, path::PathBuf};

/// The crates. Each may use only crates of the rows above its own; what its tests use does not count.
const CRATES: Rows<'_> = &[
    &["zertz", "zertz-reference", "xtask", "xtask-bindgen"],
    &["zertz-engine", "zertz-protocol"],
    &["zertz-client", "zertz-server", "zertz-ugi", "zertz-wasm"],
    &["zertz-lab", "zertz-stress"],
    &["zertz-cli"],
];

/// The modules of the server, by the same rule. `lib` is the root of the crate.
const SERVER: Rows<'_> = &[
    &["address", "config", "encoding", "id", "limits", "name", "picture", "rating", "security"],
    &["assets", "table"],
    &["files", "store"],
    &["play"],
    &["api"],
    &["app"],
    &["serve"],
    &["lib"],
];

const DOCUMENT: &str = "ARCHITECTURE.md";

/// Fails when a crate or a module uses one of its own row or of a later one, or when a diagram is out of date. With `write`, updates the
/// diagrams.
pub fn layers(write: bool) -> Result<()> {
    let crates = crates(&output(&mut cargo("metadata --no-deps --format-version 1 --offline"))?)?;
    let server = modules::graph(&root().join("crates/zertz-server/src"))?;
    let mut problems = check(&crates, CRATES);
    problems.extend(check(&server, SERVER).into_iter().map(|problem| format!("zertz-server: {problem}")));
    ensure!(problems.is_empty(), "the layers are not in order:\n  {}", problems.join("\n  "));

    let path = root().join(DOCUMENT);
    let old = fs::read_to_string(&path).with_context(|| format!("{DOCUMENT} cannot be read"))?;
    let new = insert(&old, "crates", &draw(&crates))?;
    let new = insert(&new, "server", &draw(&server))?;
    match (new == old, write) {
        (true, _) => Ok(()),
        (false, true) => fs::write(&path, new).with_context(|| format!("{DOCUMENT} cannot be written")),
        (false, false) => bail!("a diagram in {DOCUMENT} is out of date: run `cargo xtask layers --write`"),
    }
}

/// The crates in the output of `cargo metadata`. What only their tests use is not among their uses.
fn crates(metadata: &str) -> Result<Graph> {
    let Metadata { packages } = serde_json::from_str(metadata).context("`cargo metadata` is unreadable")?;
    let is_built_with = |used: &Dependency| used.path.is_some() && used.kind.as_deref() != Some("dev");
    let uses = |all: Vec<Dependency>| all.into_iter().filter(is_built_with).map(|used| used.name).collect();
    Ok(packages.into_iter().map(|package| (package.name, uses(package.dependencies))).collect())
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` or `build`; none for a normal dependency.
    kind: Option<String>,
    /// Only packages of this repository have one.
    path: Option<PathBuf>,
}

/// Replaces the text between two markers.
fn insert(document: &str, name: &str, diagram: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- begin layers: {name} -->\n"), format!("<!-- end layers: {name} -->"));
    let parts = document.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = parts.with_context(|| format!("{DOCUMENT} has no markers for the diagram of {name}"))?;
    Ok(format!("{before}{begin}{diagram}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_crate_is_built_with_counts() {
        let graph = crates(
            r#"{"packages": [{"name": "page", "dependencies": [
                {"name": "serde", "kind": null, "path": null},
                {"name": "protocol", "kind": null, "path": "protocol"},
                {"name": "tests", "kind": "dev", "path": "tests"}]}]}"#,
        );
        assert_eq!(graph.unwrap(), Graph::from([("page".to_owned(), ["protocol".to_owned()].into())]));
    }

    #[test]
    fn a_diagram_is_put_between_its_markers() {
        let document = "one\n<!-- begin layers: a -->\nold\n<!-- end layers: a -->\ntwo\n";
        let expected = "one\n<!-- begin layers: a -->\nnew\n<!-- end layers: a -->\ntwo\n";
        assert_eq!(insert(document, "a", "new\n").unwrap(), expected);
        assert!(insert(document, "b", "new\n").is_err());
    }
}
