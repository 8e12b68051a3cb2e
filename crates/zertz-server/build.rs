//! Makes sure that the folder of the web app exists, and recompiles the server after a new build of the app.

use std::{env, fs, path::PathBuf};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this variable"));
    let dist = here.join("../../web/dist");
    // Cargo treats a missing folder as changed, so without the app every build would recompile the server. An error is harmless, as with a
    // read-only source folder: the server then has no app and says so.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", dist.display());
}
