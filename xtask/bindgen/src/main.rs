//! Generates the JavaScript and TypeScript for a WebAssembly file: `xtask-bindgen FILE.wasm FOLDER NAME`.

use anyhow::{Context, Result};
use std::{env, fs, path::Path};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [wasm, folder, name] = words.as_slice() else {
        anyhow::bail!("usage: xtask-bindgen FILE.wasm FOLDER NAME");
    };
    let folder = Path::new(folder);
    Bindgen::new()
        .input_path(wasm)
        .out_name(name)
        .web(true)
        .context("cannot choose the kind of module")?
        .typescript(true)
        // Function names are a fifth of the file and only needed for debugging.
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .with_context(|| format!("cannot generate bindings for {wasm}"))?;
    let types = folder.join(format!("{name}.d.ts"));
    let text = fs::read_to_string(&types).with_context(|| format!("cannot read {}", types.display()))?;
    fs::write(&types, without_extended_unions(&text)).with_context(|| format!("cannot write {}", types.display()))
}

/// Turns interfaces that extend a union into types. tsify writes them for a flattened enum, but in TypeScript an interface cannot extend a
/// union.
fn without_extended_unions(types: &str) -> String {
    let is_union = |name: &str| {
        let alias = types.lines().find_map(|line| line.strip_prefix(&format!("export type {name} = ")));
        alias.is_some_and(|definition| definition.contains(" | "))
    };
    let mut text = String::new();
    let mut extended = false;
    for line in types.lines() {
        let interface = line.strip_prefix("export interface ").and_then(|rest| rest.strip_suffix(" {"));
        if let Some((name, base)) = interface.and_then(|head| head.split_once(" extends "))
            && is_union(base)
        {
            text += &format!("export type {name} = {base} & {{\n");
            extended = true;
        } else if extended && line == "}" {
            text += "};\n";
            extended = false;
        } else {
            text += line;
            text += "\n";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_extended_unions;

    #[test]
    fn an_interface_that_extends_a_union_becomes_a_type() {
        let types =
            "export type Kind = { a: 1 } | { b: 2 };\nexport interface Event extends Kind {\n    seq: number;\n}\n";
        let fixed = "export type Kind = { a: 1 } | { b: 2 };\nexport type Event = Kind & {\n    seq: number;\n};\n";
        assert_eq!(without_extended_unions(types), fixed);
    }

    #[test]
    fn other_interfaces_stay() {
        let types = "export interface Base {\n    a: 1;\n}\n\nexport interface Game extends Base {\n    b: 2;\n}\n";
        assert_eq!(without_extended_unions(types), types);
    }
}
