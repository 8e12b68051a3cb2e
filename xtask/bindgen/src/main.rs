//! Makes the JavaScript and TypeScript that go with a WebAssembly file: `xtask-bindgen FILE.wasm FOLDER`.

use anyhow::{Context, Result};
use std::{env, path::PathBuf};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut words = env::args_os().skip(1).map(PathBuf::from);
    let (Some(wasm), Some(folder), None) = (words.next(), words.next(), words.next()) else {
        anyhow::bail!("give a .wasm file and the folder to write to");
    };
    Bindgen::new()
        .input_path(&wasm)
        .web(true)
        .context("the kind of module is not known")?
        .typescript(true)
        // The names of functions are a fifth of the file, and only those who debug it miss them.
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&folder)
        .with_context(|| format!("{} cannot be made ready for the browser", wasm.display()))
}
