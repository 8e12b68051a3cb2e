//! Reads from its source which modules of a crate use which.

use super::graph::Graph;
use crate::stamp::collect_files;
use anyhow::{Context, Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{collections::BTreeSet, fs, path::Path};

/// The root of a crate. Names that are not modules belong to it.
const ROOT: &str = "lib";

/// The graph of the top modules of a crate, given its folder `src`.
pub fn graph(src: &Path) -> Result<Graph> {
    let mut files = Vec::new();
    collect_files(src, &mut files)?;
    let mut graph = Graph::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let tokens: TokenStream = text.parse().map_err(|_| anyhow!("{} is not Rust", file.display()))?;
        let path = module_path(file.strip_prefix(src)?);
        let names = graph.entry(path.first().map_or(ROOT, String::as_str).to_owned()).or_default();
        names_from_root(tokens, path.len(), names);
    }
    let modules: BTreeSet<String> = graph.keys().cloned().collect();
    // The root declares every module; that is not a use of it.
    graph.insert(ROOT.to_owned(), modules.clone());
    for (module, uses) in &mut graph {
        let known =
            std::mem::take(uses).into_iter().map(|name| if modules.contains(&name) { name } else { ROOT.into() });
        *uses = known.filter(|name| name != module).collect();
    }
    Ok(graph)
}

/// The path of the module in a source file, given the file's path from `src`.
fn module_path(file: &Path) -> Vec<String> {
    let without_extension = file.with_extension("");
    let mut path: Vec<String> = without_extension.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    path.pop_if(|last| last == "mod" || last == ROOT);
    path
}

/// Finds the first names of all paths from the root of the crate: `a` in `crate::a::b`, and in `super::a` where `super` is the root.
/// `depth` is the number of modules around the tokens. Also looks into macros; comments and strings are no tokens.
fn names_from_root(tokens: TokenStream, depth: usize, names: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            TokenTree::Ident(word) if word == "crate" => rest = first_names(rest, names),
            TokenTree::Ident(word) if word == "super" => {
                let mut ups = 1;
                while let Some((TokenTree::Ident(word), after)) = after_colons(rest).and_then(<[_]>::split_first)
                    && word == "super"
                {
                    ups += 1;
                    rest = after;
                }
                if ups == depth {
                    rest = first_names(rest, names);
                }
            }
            TokenTree::Ident(word) if word == "mod" => {
                if let [TokenTree::Ident(_), TokenTree::Group(body), after @ ..] = rest {
                    names_from_root(body.stream(), depth + 1, names);
                    rest = after;
                }
            }
            TokenTree::Group(group) => names_from_root(group.stream(), depth, names),
            _ => {}
        }
    }
}

/// Takes the name after `::`, or the first name of each path in `::{…}`.
fn first_names<'a>(tokens: &'a [TokenTree], names: &mut BTreeSet<String>) -> &'a [TokenTree] {
    match after_colons(tokens).and_then(<[_]>::split_first) {
        Some((TokenTree::Ident(name), after)) => {
            names.insert(name.to_string());
            after
        }
        Some((TokenTree::Group(group), after)) if group.delimiter() == Delimiter::Brace => {
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            let paths = tokens.split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','));
            names.extend(paths.filter_map(|path| path.first()).map(ToString::to_string));
            after
        }
        _ => tokens,
    }
}

fn after_colons(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    match tokens {
        [TokenTree::Punct(one), TokenTree::Punct(two), rest @ ..] if one.as_char() == ':' && two.as_char() == ':' => {
            Some(rest)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str, depth: usize) -> Vec<String> {
        let mut names = BTreeSet::new();
        names_from_root(source.parse().unwrap(), depth, &mut names);
        names.into_iter().collect()
    }

    #[test]
    fn every_way_to_name_a_module_is_found() {
        assert_eq!(names("use crate::store;", 1), ["store"]);
        assert_eq!(names("use crate::{api::{self, games}, play::Hub};", 1), ["api", "play"]);
        assert_eq!(names("fn f() { vec![crate::store::open()] }", 1), ["store"]);
        assert_eq!(names("use super::store::Store;", 1), ["store"]);
        assert_eq!(names("use super::super::{play};", 2), ["play"]);
        assert_eq!(names("mod tests { use super::*; use super::super::store; }", 1), ["store"]);
    }

    #[test]
    fn other_words_are_not_modules() {
        assert_eq!(names("pub(crate) fn f() {} // crate::store\n/* crate::api */", 1), [""; 0]);
        assert_eq!(names(r#"const A: &str = "crate::store"; use super::games;"#, 2), [""; 0]);
        assert_eq!(names("mod tests { use super::game; }", 1), [""; 0]);
    }

    #[test]
    fn a_planted_use_shows_in_the_graph() {
        let folder = std::env::temp_dir().join(format!("xtask-layers-{}", std::process::id()));
        fs::create_dir_all(folder.join("store")).unwrap();
        fs::write(folder.join("lib.rs"), "mod api; mod store; pub struct Config;").unwrap();
        fs::write(folder.join("api.rs"), "use crate::store::rows;").unwrap();
        fs::write(folder.join("store/mod.rs"), "mod rows;").unwrap();
        fs::write(folder.join("store/rows.rs"), "use super::super::api; fn f(_: crate::Config) {}").unwrap();
        let graph = graph(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let uses = |name: &str| graph[name].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(uses("api"), ["store"]);
        assert_eq!(uses("store"), ["api", "lib"]);
        assert_eq!(uses("lib"), ["api", "store"]);
    }
}
