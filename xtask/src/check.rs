//! `cargo xtask test`: what a change must pass before it lands.

use std::cell::Cell;
use std::env;
use std::process::Command;
use std::rc::Rc;

use anyhow::{Result, ensure};

use crate::browser::{chromium, free_port};
use crate::node::npm;
use crate::postgres::{self, Postgres};
use crate::process::{PATIENCE, Stream, cargo, command, each_line, run, shown, succeeded, works, works_within};
use crate::run::zertz;
use crate::steps::{self, Step};
use crate::tally::{Runner, Tally};
use crate::web;

/// Checks format, lints, tests, docs and, unless left out, the web app.
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
    // Alone on its line and in this form it is read by CI as the number of tests that ran.
    println!("tests: {passed} passed, {failed} failed, {skipped} skipped");
    outcome
}

/// The web app: built as it is served, checked by its compiler, and tried in parts and in a browser.
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
        Step::new("vitest", "npm run test", move || count(&units, Runner::Vitest, &mut npm("run test"))),
        Step::new("browser", "npm run e2e", move || {
            let mut e2e = npm("run e2e");
            e2e.env("ZERTZ", zertz()?).env("ZERTZ_PORT", free_port()?.to_string()).env("CHROMIUM", chromium()?);
            count(&ends, Runner::Playwright, &mut e2e)
        }),
    ]
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

/// Runs tests that want a PostgreSQL: the one that somebody has named, or one of our own.
fn with_postgres(total: &Cell<Tally>, tests: &mut Command) -> Result<String> {
    if env::var_os(postgres::VARIABLE).is_some() {
        return count(total, Runner::Cargo, tests);
    }
    let server = Postgres::start()?;
    count(total, Runner::Cargo, tests.env(postgres::VARIABLE, &server.url))
}

/// Runs tests, shows all they print, and adds what came of them to the total.
fn count(total: &Cell<Tally>, runner: Runner, tests: &mut Command) -> Result<String> {
    let mut tally = Tally::default();
    let status = each_line(tests, Stream::Out, |line| {
        println!("{line}");
        tally.add(runner, line);
    })?;
    let mut sum = total.get();
    sum.join(tally);
    total.set(sum);
    succeeded(tests, status)?;
    ensure!(tally.passed > 0, "`{}` ran no test", shown(tests));
    Ok(format!("{} tests", tally.passed))
}
