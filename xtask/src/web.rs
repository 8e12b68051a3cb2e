//! `cargo xtask web`: the web app, from the rules in Rust to the packed files in `web/dist`.
//!
//! Each part leaves a note of what it was made of, and is left out when that is still the same.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::node::{install, node, npm, web};
use crate::process::{command, executable, root, run, succeeded};
use crate::stamp::Stamp;
use crate::wasm;

/// Everything that goes into the WebAssembly and the JavaScript around it.
const RUST: [&str; 11] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates/zertz/Cargo.toml",
    "crates/zertz/src",
    "crates/zertz-engine/Cargo.toml",
    "crates/zertz-engine/src",
    "crates/zertz-wasm/Cargo.toml",
    "crates/zertz-wasm/src",
    "xtask/bindgen/Cargo.toml",
    "xtask/bindgen/src",
    "xtask/src/wasm.rs",
];

/// Everything that goes into the app; `web/src` has the WebAssembly too.
const APP: [&str; 10] = [
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

/// Builds what is not up to date.
pub fn build() -> Result<()> {
    build_wasm()?;
    install()?;
    build_app()
}

/// The rules and the engine as a module that TypeScript can import, in `web/src/wasm`.
pub fn build_wasm() -> Result<()> {
    let folder = web().join("src/wasm");
    let stamp = Stamp::of(&RUST)?;
    if stamp.is_in(&folder) {
        return Ok(());
    }
    println!("Building the rules and the engine for the browser");
    let built = wasm::build(wasm::DOOR)?;
    let bindgen = executable("build --package xtask-bindgen")?;
    run(command(bindgen).arg(built).arg(&folder))?;
    stamp.write(&folder)
}

/// The app in `web/dist`, packed and weighed.
fn build_app() -> Result<()> {
    let folder = web().join("dist");
    let stamp = Stamp::of(&APP)?;
    if stamp.is_in(&folder) {
        return Ok(());
    }
    println!("Building the web app");
    let mut vite = npm("run build");
    let answer = vite.output().context("npm cannot be started")?;
    let said = String::from_utf8_lossy(&answer.stdout);
    if !answer.status.success() {
        eprint!("{said}{}", String::from_utf8_lossy(&answer.stderr));
    }
    succeeded(&vite, answer.status)?;
    // What the app weighs is worth a line; the names of its parts are not.
    for line in said.lines().filter_map(|line| line.split_once("[plugin zertz-finish] ")) {
        println!("{}", line.1);
    }
    ensure!(folder.join("index.html").is_file(), "the web app was built, but there is no index.html");
    stamp.write(&folder)
}

/// A folder that is served instead of the app, with the module of the rules in it.
pub fn bare_module(folder: &Path) -> Result<()> {
    let wasm = root().join("web/src/wasm");
    let copy = || -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("index.html"), "<!doctype html><title>bench</title><link rel=icon href=data:,>")?;
        for file in ["zertz_wasm.js", "zertz_wasm_bg.wasm"] {
            fs::copy(wasm.join(file), folder.join(file))?;
        }
        Ok(())
    };
    copy().with_context(|| format!("{} cannot be written", folder.display()))
}

/// A script of `web/scripts`, to be run by Node.
pub fn script(name: &str) -> std::process::Command {
    let mut node = node();
    node.arg(format!("scripts/{name}"));
    node
}
