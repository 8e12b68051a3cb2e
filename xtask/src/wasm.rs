//! `cargo xtask wasm`: building a crate of the workspace for WebAssembly.
//!
//! Three ways, in this order: the target that the toolchain has; the target fetched by rustup; and,
//! on a Debian machine where rustup cannot download, Debian's own compiler, which has the sources
//! of the standard library and builds it along. What comes out is the same.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::packages;
use crate::process::{PATIENCE, cargo, command, on_path, root, run, works_within};
use crate::table::thousands;

/// The crate with the rules and the engine for the browser.
pub const DOOR: &str = "zertz-wasm";

const TARGET: &str = "wasm32-unknown-unknown";

/// Apart from `target`: another compiler and other flags, which would otherwise throw each other's
/// work away.
const TARGET_DIR: &str = "target-wasm";

/// The command: builds the rules and the engine and says what came out.
pub fn command_line(debian: bool) -> Result<()> {
    let compiler = if debian { debian_compiler()? } else { compiler()? };
    let built = build_with(compiler, DOOR)?;
    println!("{}", describe(&built));
    Ok(())
}

/// Builds a package in release with whichever compiler can, and gives what came out: the `.wasm` of
/// a `cdylib`, the `.rlib` of a plain library.
pub fn build(package: &str) -> Result<PathBuf> {
    build_with(compiler()?, package)
}

/// A built file's name and size, for people.
pub fn describe(built: &Path) -> String {
    let name = built.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match fs::metadata(built) {
        Ok(data) => format!("{name}, {} bytes", thousands(data.len())),
        Err(_) => name,
    }
}

/// Who can build for WebAssembly.
enum Compiler {
    /// The toolchain that builds everything else.
    Ours,
    /// Debian's, with the standard library built from source.
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
        println!("rustup cannot bring the target {TARGET}; using Debian's compiler");
    }
    debian_compiler()
}

fn debian_compiler() -> Result<Compiler> {
    let packages = ["rustc-web", "rust-web-src", "lld-19"];
    let purpose = "build for WebAssembly without the rustup target wasm32-unknown-unknown";
    packages::ensure(&packages, purpose)?;
    Ok(Compiler::Debian)
}

/// Whether the toolchain has a standard library for the target. Asks the compiler, not rustup:
/// there are toolchains that rustup knows nothing of.
fn has_target() -> bool {
    let mut rustc = command(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let Ok(answer) = rustc.output() else {
        return false;
    };
    // The folder is named even when it is not there, and may be there without the library.
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

/// Has cargo use Debian's compiler. The build is of a stable language: the nightly switch is only
/// for `build-std`.
fn with_debian(build: &mut Command) {
    build
        .arg("-Zbuild-std=std,panic_abort")
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
}

/// Finds what a package was built to.
fn artifact(folder: &Path, package: &str) -> Result<PathBuf> {
    let name = package.replace('-', "_");
    let candidates = [folder.join(format!("{name}.wasm")), folder.join(format!("lib{name}.rlib"))];
    candidates
        .into_iter()
        .find(|file| file.is_file())
        .with_context(|| format!("{package} was built for WebAssembly, but neither a .wasm nor an .rlib came out"))
}
