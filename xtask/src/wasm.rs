//! `cargo xtask wasm`: builds the rules and the engine for WebAssembly.
//!
//! Uses the toolchain if it has the target, else installs the target with rustup. On a Debian machine where rustup cannot download, it
//! uses Debian's compiler and builds the standard library from source. The result is the same.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::packages;
use crate::process::{PATIENCE, cargo, command, on_path, root, run, works_within};
use crate::table::thousands;

/// The crate with the bindings for the browser.
pub const PACKAGE: &str = "zertz-wasm";

const TARGET: &str = "wasm32-unknown-unknown";

/// Not `target`: another compiler and other flags would force cargo to build everything again.
const TARGET_DIR: &str = "target-wasm";

/// Builds the module and prints its size.
pub fn command_line(debian: bool) -> Result<()> {
    let compiler = if debian { debian_compiler()? } else { compiler()? };
    let built = build_with(compiler, PACKAGE)?;
    println!("{}", describe(&built));
    Ok(())
}

/// Builds a package in release mode and gives the result: the `.wasm` file of a `cdylib`, the `.rlib` file of a plain library.
pub fn build(package: &str) -> Result<PathBuf> {
    build_with(compiler()?, package)
}

/// The name and size of a file.
pub fn describe(built: &Path) -> String {
    let name = built.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match fs::metadata(built) {
        Ok(data) => format!("{name}, {} bytes", thousands(data.len())),
        Err(_) => name,
    }
}

/// A compiler for WebAssembly.
enum Compiler {
    /// The toolchain of everything else.
    Ours,
    /// Debian's, which builds the standard library from source.
    Debian,
}

fn compiler() -> Result<Compiler> {
    if has_target() {
        return Ok(Compiler::Ours);
    }
    if on_path("rustup") {
        println!("Adding the target {TARGET} to the toolchain");
        if works_within(PATIENCE, command("rustup").args(["target", "add", TARGET])) && has_target() {
            return Ok(Compiler::Ours);
        }
        println!("rustup cannot install the target {TARGET}; using Debian's compiler");
    }
    debian_compiler()
}

fn debian_compiler() -> Result<Compiler> {
    let packages = ["rustc-web", "rust-web-src", "lld-19"];
    let purpose = "build for WebAssembly without the rustup target wasm32-unknown-unknown";
    packages::ensure(&packages, purpose)?;
    Ok(Compiler::Debian)
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

fn build_with(compiler: Compiler, package: &str) -> Result<PathBuf> {
    let mut build = cargo("build --release");
    build.args(["--target", TARGET, "--target-dir", TARGET_DIR, "--package", package]);
    if matches!(compiler, Compiler::Debian) {
        with_debian(&mut build);
    }
    run(&mut build)?;
    artifact(&root().join(TARGET_DIR).join(TARGET).join("release"), package)
}

/// Makes cargo use Debian's compiler. Only `build-std` needs the switch for nightly features.
fn with_debian(build: &mut Command) {
    build
        .arg("-Zbuild-std=std,panic_abort")
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
}

/// The file that a package was built to.
fn artifact(folder: &Path, package: &str) -> Result<PathBuf> {
    let name = package.replace('-', "_");
    let candidates = [folder.join(format!("{name}.wasm")), folder.join(format!("lib{name}.rlib"))];
    candidates
        .into_iter()
        .find(|file| file.is_file())
        .with_context(|| format!("{package} was built for WebAssembly, but there is no .wasm or .rlib file"))
}
