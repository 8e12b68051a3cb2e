//! `cargo xtask test`: what a change must pass before it lands.

use anyhow::{Result, ensure};

use crate::process::{PATIENCE, Stream, cargo, command, each_line, run, shown, succeeded, works, works_within};
use crate::steps::{self, Step};
use crate::wasm;

/// Checks format, lints, tests, docs and, unless left out, WebAssembly.
pub fn test(with_wasm: bool) -> Result<()> {
    let mut list = vec![
        in_cargo("format", "fmt --all --check", |words| {
            component("fmt", "rustfmt")?;
            run(&mut cargo(words)).map(|()| String::new())
        }),
        in_cargo("clippy", "clippy --workspace --all-targets -- -D warnings", |words| {
            component("clippy", "clippy")?;
            run(&mut cargo(words)).map(|()| String::new())
        }),
        in_cargo("tests", "test --workspace", count_tests),
        in_cargo("docs", "doc --workspace --no-deps --document-private-items", |words| {
            run(cargo(words).env("RUSTDOCFLAGS", "-D warnings")).map(|()| String::new())
        }),
    ];
    if with_wasm {
        list.push(Step::new("wasm", "the rules for WebAssembly", || {
            let built = wasm::build(wasm::RULES)?;
            Ok(wasm::describe(&built))
        }));
    }
    steps::run(list)
}

/// A step that runs cargo with these words.
fn in_cargo(name: &'static str, words: &'static str, action: impl FnOnce(&str) -> Result<String> + 'static) -> Step {
    Step::new(name, format!("cargo {words}"), move || action(words))
}

/// Sees to it that `cargo <subcommand>` is there: a minimal toolchain comes without rustfmt and
/// clippy.
fn component(subcommand: &str, component: &str) -> Result<()> {
    let there = || works(&mut cargo(&format!("{subcommand} --version")));
    if there() {
        return Ok(());
    }
    println!("Adding {component} to the toolchain");
    let mut rustup = command("rustup");
    rustup.args(["component", "add", component]);
    ensure!(
        works_within(PATIENCE, &mut rustup) && there(),
        "`cargo {subcommand}` is missing and `{}` does not bring it",
        shown(&rustup)
    );
    Ok(())
}

/// Runs the tests, shows all they print, and adds up what cargo reports for each crate apart.
fn count_tests(words: &str) -> Result<String> {
    let mut total = Tally::default();
    let mut tests = cargo(words);
    let status = each_line(&mut tests, Stream::Out, |line| {
        println!("{line}");
        total.add(line);
    })?;
    // Alone on its line and in this form it is read by CI as the number of tests that ran.
    println!("tests: {} passed, {} failed, {} skipped", total.passed, total.failed, total.ignored);
    succeeded(&tests, status)?;
    ensure!(total.passed > 0, "`{}` ran no test", shown(&tests));
    Ok(format!("{} tests", total.passed))
}

/// How many tests did what.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Tally {
    /// Adds the numbers in a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …`;
    /// other lines add nothing.
    fn add(&mut self, line: &str) {
        let Some((_, result)) = line.split_once("test result: ") else {
            return;
        };
        // The verdict before the numbers ends in a full stop: `ok. 3 passed`.
        let counts = result.split_once(". ").map_or(result, |(_, counts)| counts);
        for part in counts.split(';') {
            if let Some((number, word)) = part.trim().split_once(' ')
                && let Ok(number) = number.parse::<u64>()
            {
                match word {
                    "passed" => self.passed += number,
                    "failed" => self.failed += number,
                    "ignored" => self.ignored += number,
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_results_are_added_up() {
        let mut tally = Tally::default();
        for line in [
            "running 4 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out",
            "test board::tests::passed ... ok",
            "test result: FAILED. 10 passed; 2 failed; 0 ignored; finished in 1.25s",
        ] {
            tally.add(line);
        }
        assert_eq!(tally, Tally { passed: 13, failed: 2, ignored: 1 });
    }
}
