//! `cargo xtask test`: the checks that every change must pass.

use std::cell::Cell;
use std::env;
use std::process::Command;
use std::rc::Rc;

use anyhow::{Result, ensure};

use crate::browser::{chromium, free_port};
use crate::dependencies;
use crate::layers;
use crate::node::npm;
use crate::postgres::{self, Postgres};
use crate::process::{PATIENCE, Stream, cargo, command, each_line, run, shown, succeeded, works, works_within};
use crate::run::zertz;
use crate::steps::{self, Step};
use crate::tally::Tally;
use crate::web;

/// Checks formatting, lints, layers, dependencies, tests, docs and, if wanted, the web app.
pub fn test(with_web: bool) -> Result<()> {
    let total = Rc::new(Cell::new(Tally::default()));
    let sum = Rc::clone(&total);
    let mut list = vec![
        in_cargo("format", "fmt --all --check", |words| {
            component("fmt", "rustfmt")?;
            run(&mut cargo(words)).map(|()| String::new())
        }),
        in_cargo("clippy", "clippy --workspace --all-targets -- -D warnings", |words| {
            component("clippy", "clippy")?;
            run(&mut cargo(words)).map(|()| String::new())
        }),
        Step::new("layers", "which crates and modules use which", || layers::layers(false).map(|()| String::new())),
        Step::new("dependencies", "licences, sources and versions", dependencies::check),
        in_cargo("tests", "test --workspace", move |words| with_postgres(&sum, &mut cargo(words))),
        in_cargo("docs", "doc --workspace --no-deps --document-private-items", |words| {
            run(cargo(words).env("RUSTDOCFLAGS", "-D warnings")).map(|()| String::new())
        }),
    ];
    if with_web {
        list.extend(web_steps(&total));
    }
    let outcome = steps::run(list);
    let Tally { passed, failed, skipped } = total.get();
    // CI reads the number of tests from this line.
    println!("tests: {passed} passed, {failed} failed, {skipped} skipped");
    outcome
}

/// Builds the web app, then checks its types, style and messages, and runs its unit tests and its tests in a browser.
fn web_steps(total: &Rc<Cell<Tally>>) -> Vec<Step> {
    let in_npm = |name, script: &'static str| {
        Step::new(name, format!("npm run {script}"), move || {
            run(&mut npm(&format!("run {script}"))).map(|()| String::new())
        })
    };
    let (units, ends) = (Rc::clone(total), Rc::clone(total));
    vec![
        Step::new("web", "the web app and the program that serves it", || {
            web::build()?;
            zertz().map(|_| String::new())
        }),
        in_npm("prettier", "format"),
        in_npm("svelte", "check"),
        // After the build: the rules about promises need the types of the WebAssembly module.
        in_npm("eslint", "lint"),
        in_npm("messages", "messages"),
        Step::new("vitest", "npm run test", move || count(&units, &mut npm("run test"))),
        Step::new("browser", "npm run e2e", move || {
            let mut e2e = npm("run e2e");
            e2e.env("ZERTZ", zertz()?).env("ZERTZ_PORT", free_port()?.to_string()).env("CHROMIUM", chromium()?);
            count(&ends, &mut e2e)
        }),
    ]
}

/// A step that runs cargo with the given arguments.
fn in_cargo(name: &'static str, words: &'static str, action: impl FnOnce(&str) -> Result<String> + 'static) -> Step {
    Step::new(name, format!("cargo {words}"), move || action(words))
}

/// Installs the component that brings `cargo <subcommand>` if it is missing: a minimal toolchain has neither rustfmt nor clippy.
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
        "`cargo {subcommand}` is missing, and `{}` did not install it",
        shown(&rustup)
    );
    Ok(())
}

/// Runs tests that need PostgreSQL: on the server that the environment names, or on a temporary one.
fn with_postgres(total: &Cell<Tally>, tests: &mut Command) -> Result<String> {
    if env::var_os(postgres::VARIABLE).is_some() {
        return count(total, tests);
    }
    let server = Postgres::start()?;
    count(total, tests.env(postgres::VARIABLE, &server.url))
}

/// Runs tests, shows their output and adds the results to the total. Fails when one was skipped: whatever a test needs
/// must be here.
fn count(total: &Cell<Tally>, tests: &mut Command) -> Result<String> {
    let mut tally = Tally::default();
    let status = each_line(tests, Stream::Out, |line| {
        println!("{line}");
        tally.add(line);
    })?;
    let mut sum = total.get();
    sum.join(tally);
    total.set(sum);
    succeeded(tests, status)?;
    ensure!(tally.passed > 0, "`{}` ran no test", shown(tests));
    ensure!(tally.skipped == 0, "`{}` skipped {} tests", shown(tests), tally.skipped);
    Ok(format!("{} tests", tally.passed))
}
