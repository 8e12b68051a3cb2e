//! [`Graph`]: which part of a program uses which.

use std::collections::{BTreeMap, BTreeSet};

/// For each part, the parts that it uses.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// Parts in layers: each may use only parts of earlier rows.
pub type Rows<'a> = &'a [&'a [&'a str]];

/// What is wrong with a graph, in sentences.
pub fn check(graph: &Graph, rows: Rows<'_>) -> Vec<String> {
    let row = |name: &str| rows.iter().position(|row| row.contains(&name));
    let mut problems = Vec::new();
    for (user, uses) in graph {
        let Some(own) = row(user) else {
            problems.push(format!("{user} is in no layer: put it into xtask/src/layers/mod.rs"));
            continue;
        };
        for used in uses {
            if row(used).is_some_and(|row| row >= own) {
                problems.push(format!("{user} uses {used}, which is not in a lower layer"));
            }
        }
    }
    let gone = rows.iter().copied().flatten().filter(|name| !graph.contains_key(**name));
    problems.extend(gone.map(|name| format!("{name} no longer exists: take it out of xtask/src/layers/mod.rs")));
    problems
}

/// A Mermaid diagram with an arrow from each part to those it uses. An arrow that other arrows imply is left out.
pub fn draw(graph: &Graph) -> String {
    let mut text = "```mermaid\ngraph TD\n".to_owned();
    for (user, uses) in graph {
        let mut below = BTreeSet::new();
        uses.iter().for_each(|used| collect_below(graph, used, &mut below));
        let direct: Vec<&str> = uses.iter().map(String::as_str).filter(|used| !below.contains(used)).collect();
        match direct.is_empty() {
            true => text += &format!("  {user}\n"),
            false => text += &format!("  {user} --> {}\n", direct.join(" & ")),
        }
    }
    text + "```\n"
}

fn collect_below<'a>(graph: &'a Graph, name: &str, below: &mut BTreeSet<&'a str>) {
    for used in graph.get(name).into_iter().flatten() {
        if below.insert(used) {
            collect_below(graph, used, below);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &[&str])]) -> Graph {
        edges.iter().map(|(user, uses)| ((*user).into(), uses.iter().map(|used| (*used).into()).collect())).collect()
    }

    #[test]
    fn only_lower_layers_may_be_used() {
        let rows: Rows<'_> = &[&["table"], &["store", "rating"], &["api"]];
        let good = graph(&[("api", &["table", "store"]), ("store", &["table"]), ("rating", &[]), ("table", &[])]);
        assert_eq!(check(&good, rows), [""; 0]);
        let bad = graph(&[("api", &[]), ("store", &["api", "rating"]), ("rating", &[]), ("table", &[])]);
        let expected =
            ["store uses api, which is not in a lower layer", "store uses rating, which is not in a lower layer"];
        assert_eq!(check(&bad, rows), expected);
    }

    #[test]
    fn the_layers_name_every_part_and_no_other() {
        let problems = check(&graph(&[("new", &[])]), &[&["old"]]);
        assert_eq!(problems.len(), 2);
        assert!(problems[0].starts_with("new is in no layer"), "{problems:?}");
        assert!(problems[1].starts_with("old no longer exists"), "{problems:?}");
    }

    #[test]
    fn implied_arrows_are_not_drawn() {
        let graph = graph(&[("api", &["play", "store"]), ("play", &["store"]), ("store", &[])]);
        assert_eq!(draw(&graph), "```mermaid\ngraph TD\n  api --> play\n  play --> store\n  store\n```\n");
    }
}
