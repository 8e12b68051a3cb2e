//! The packages of the workspace, as `cargo metadata` describes them.

use crate::process::{cargo, output, root};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

#[derive(Debug, Deserialize)]
pub struct Workspace {
    pub packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
pub struct Package {
    pub name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    /// `dev` or `build`; none for a normal dependency.
    kind: Option<String>,
    /// Only packages of this repository have one.
    path: Option<PathBuf>,
}

impl Workspace {
    /// Asks cargo, which needs no network for that.
    pub fn load() -> Result<Self> {
        Self::parse(&output(&mut cargo("metadata --no-deps --format-version 1 --offline"))?)
    }

    fn parse(json: &str) -> Result<Self> {
        serde_json::from_str(json).context("the output of `cargo metadata` is unreadable")
    }

    pub fn package(&self, name: &str) -> Result<&Package> {
        let package = self.packages.iter().find(|package| package.name == name);
        package.with_context(|| format!("the workspace has no package {name}"))
    }

    /// The files and folders that a package is built from, with those of all packages that it depends on, as paths from the root of the
    /// repository.
    pub fn sources(&self, name: &str) -> Result<BTreeSet<String>> {
        let (mut names, mut sources) = (vec![name], BTreeSet::new());
        while let Some(name) = names.pop() {
            let package = self.package(name)?;
            if sources.insert(package.file("Cargo.toml")?) {
                sources.insert(package.file("src")?);
                sources.insert(package.file("build.rs")?);
                names.extend(package.uses());
            }
        }
        Ok(sources)
    }
}

impl Package {
    /// The packages of the workspace that this one is built with. Those that only its tests use are not among them.
    pub fn uses(&self) -> BTreeSet<&str> {
        let built = self.dependencies.iter().filter(|used| used.path.is_some() && used.kind.as_deref() != Some("dev"));
        built.map(|used| used.name.as_str()).collect()
    }

    fn file(&self, name: &str) -> Result<String> {
        let folder = self.manifest_path.parent().unwrap_or(Path::new(""));
        let folder = folder.strip_prefix(root()).unwrap_or(folder);
        let path = folder.join(name).into_os_string().into_string();
        path.ok().with_context(|| format!("the path of {} is not UTF-8", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_package_is_built_from_all_packages_below_it() {
        let json = r#"{"packages": [
            {"name": "rules", "manifest_path": "rules/Cargo.toml", "dependencies": [
                {"name": "serde", "kind": null, "path": null}]},
            {"name": "protocol", "manifest_path": "protocol/Cargo.toml", "dependencies": [
                {"name": "rules", "kind": null, "path": "rules"}]},
            {"name": "tests", "manifest_path": "tests/Cargo.toml", "dependencies": []},
            {"name": "page", "manifest_path": "page/Cargo.toml", "dependencies": [
                {"name": "protocol", "kind": null, "path": "protocol"},
                {"name": "tests", "kind": "dev", "path": "tests"}]}
        ]}"#;
        let sources = Workspace::parse(json).unwrap().sources("page").unwrap();
        let folders: Vec<_> = sources.iter().filter_map(|source| source.strip_suffix("/src")).collect();
        assert_eq!(folders, ["page", "protocol", "rules"]);
        assert!(sources.contains("protocol/Cargo.toml"));
    }

    #[test]
    fn the_browser_module_is_built_from_every_crate_that_its_manifest_names() {
        let manifest = fs::read_to_string(root().join("crates/zertz-wasm/Cargo.toml")).unwrap();
        let named = manifest.lines().filter(|line| line.starts_with("zertz"));
        let named: Vec<&str> = named.filter_map(|line| line.split(['.', ' ']).next()).collect();
        assert!(named.len() > 1, "{manifest}");
        let sources = Workspace::load().unwrap().sources("zertz-wasm").unwrap();
        for name in named {
            let folder = format!("crates/{name}/src");
            assert!(sources.contains(&folder) && root().join(&folder).is_dir(), "{folder}: {sources:?}");
        }
    }
}
