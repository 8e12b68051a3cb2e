//! `cargo xtask web`: builds the web app, from the rules in Rust to the compressed files in `web/dist`.
//!
//! Each part has a stamp of its sources, and is not built again while they stay the same.

use crate::{
    node::{install, node, npm, web},
    process::{command, executable, quietly, root, run},
    stamp::Stamp,
    wasm,
};
use anyhow::{Context, Result, ensure};
use std::{fs, path::Path};

/// The package that generates the JavaScript and TypeScript around the WebAssembly.
const BINDGEN: &str = "xtask-bindgen";

/// What the WebAssembly and the JavaScript around it are built from, and more: cargo knows which crates have to be built again.
const CRATES: [&str; 5] = ["Cargo.lock", "Cargo.toml", "crates", "xtask/bindgen", "xtask/src/wasm.rs"];

/// What the app is built from. The WebAssembly is in `web/src`.
const APP: [&str; 11] = [
    "crates/zertz-engine/proofs",
    "web/build",
    "web/index.html",
    "web/messages",
    "web/package-lock.json",
    "web/package.json",
    "web/public",
    "web/src",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

/// Builds everything that is out of date.
pub fn build() -> Result<()> {
    build_wasm()?;
    install()?;
    build_app()
}

/// Builds the rules and the engine as modules for TypeScript, in `web/src/wasm`.
fn build_wasm() -> Result<()> {
    let folder = web().join("src/wasm");
    let stamp = Stamp::of(CRATES)?;
    if stamp.is_in(&folder) {
        return Ok(());
    }
    println!("Building the rules and the engine for the browser");
    let bindgen = executable(&format!("build --package {BINDGEN}"))?;
    wasm::build(false, |module, built| run(command(&bindgen).arg(built).arg(&folder).arg(module.name())))?;
    stamp.write(&folder)
}

fn build_app() -> Result<()> {
    let folder = web().join("dist");
    let stamp = Stamp::of(APP)?;
    if stamp.is_in(&folder) {
        return Ok(());
    }
    println!("Building the web app");
    let (output, _) = quietly(&mut npm("run build"))?;
    // Show the size of the app, but not every file.
    for (_, line) in output.lines().filter_map(|line| line.split_once("[plugin zertz-finish] ")) {
        println!("{line}");
    }
    ensure!(folder.join("index.html").is_file(), "the web app was built, but there is no index.html");
    stamp.write(&folder)
}

/// Writes a folder that can be served in place of the app and contains only the engine's WebAssembly module.
pub fn bare_module(folder: &Path) -> Result<()> {
    let wasm = root().join("web/src/wasm");
    let copy = || -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("index.html"), "<!doctype html><title>bench</title><link rel=icon href=data:,>")?;
        for file in ["zertz_engine.js", "zertz_engine_bg.wasm"] {
            fs::copy(wasm.join(file), folder.join(file))?;
        }
        Ok(())
    };
    copy().with_context(|| format!("{} cannot be written", folder.display()))
}

pub fn script(name: &str) -> std::process::Command {
    let mut node = node();
    node.arg(format!("scripts/{name}"));
    node
}
