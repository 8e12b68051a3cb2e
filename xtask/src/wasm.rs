//! `cargo xtask wasm`: builds the rules and the engine for WebAssembly, as several modules.
//!
//! Uses the toolchain if it has the target, else installs the target with rustup. On a Debian machine where rustup cannot download, it
//! uses Debian's compiler and builds the standard library from source. The result is the same.

use crate::{
    packages,
    process::{PATIENCE, cargo, command, on_path, root, run, works_within},
    table::thousands,
};
use anyhow::{Context, Result};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const PACKAGE: &str = "zertz-wasm";

const TARGET: &str = "wasm32-unknown-unknown";

/// Not `target`: another compiler and other flags would force cargo to build everything again.
const TARGET_DIR: &str = "target-wasm";

/// A module, which is the bindings with one of their features.
pub struct Module {
    feature: &'static str,
    profile: &'static str,
}

impl Module {
    /// The name of the JavaScript, TypeScript and WebAssembly files.
    pub fn name(&self) -> String {
        format!("zertz_{}", self.feature)
    }
}

/// All modules. Visitors wait for those that pages use, so they are small; the engine is fast.
const MODULES: [Module; 3] = [
    Module { feature: "rules", profile: "wasm-page" },
    Module { feature: "extras", profile: "wasm-page" },
    Module { feature: "engine", profile: "release" },
];

/// Builds all modules and calls `done` with the `.wasm` file of each. Uses Debian's compiler if the toolchain has no target, or if `debian`.
pub fn build(debian: bool, mut done: impl FnMut(&Module, &Path) -> Result<()>) -> Result<()> {
    let debian = debian || !toolchain_builds();
    for module in &MODULES {
        let mut build = cargo("build --no-default-features");
        build.args(["--target", TARGET, "--target-dir", TARGET_DIR, "--package", PACKAGE]);
        build.args(["--features", module.feature, "--profile", module.profile]);
        if debian {
            use_debian(&mut build)?;
        }
        run(&mut build)?;
        // Modules with the same profile have the same file.
        let folder = root().join(TARGET_DIR).join(TARGET).join(module.profile);
        let file = folder.join(PACKAGE.replace('-', "_") + ".wasm");
        let data = fs::metadata(&file).with_context(|| format!("{PACKAGE} was built, but there is no .wasm file"))?;
        println!("{}: {} bytes", module.name(), thousands(data.len()));
        done(module, &file)?;
    }
    Ok(())
}

/// Whether the toolchain can build for the target, which is installed if possible.
fn toolchain_builds() -> bool {
    if has_target() {
        return true;
    }
    if on_path("rustup") {
        println!("Adding the target {TARGET} to the toolchain");
        if works_within(PATIENCE, command("rustup").args(["target", "add", TARGET])) && has_target() {
            return true;
        }
        println!("rustup cannot install the target {TARGET}; using Debian's compiler");
    }
    false
}

/// Whether the toolchain has a standard library for the target. Asks the compiler, because not every toolchain belongs to rustup.
fn has_target() -> bool {
    let mut rustc = command(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let Ok(answer) = rustc.output() else {
        return false;
    };
    // The compiler prints the folder even if it does not exist or is empty.
    let folder = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    let Ok(files) = fs::read_dir(folder) else {
        return false;
    };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

/// Makes cargo use Debian's compiler, which builds the standard library from source. Only `build-std` needs the switch for nightly
/// features.
fn use_debian(build: &mut Command) -> Result<()> {
    let purpose = "build for WebAssembly without the rustup target wasm32-unknown-unknown";
    packages::ensure(&["rustc-web", "rust-web-src", "lld-19"], purpose)?;
    build
        .arg("-Zbuild-std=std,panic_abort")
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    Ok(())
}
