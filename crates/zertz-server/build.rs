//! Sees to it that there is a folder to embed, and that a new build of the web app is a reason to compile again.

use std::{env, fs, path::PathBuf};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let dist = here.join("../../web/dist");
    // On a fresh clone nobody has built the app yet, and cargo would take a folder that is not there for one that changes all the time.
    // It is no fault if it cannot be made, as in sources that are read-only: the binary then has no app and says so.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", dist.display());
}
