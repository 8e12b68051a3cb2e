//! `cargo xtask test`: the checks that every change must pass.

use crate::{
    browser::{chromium, firefox, free_port, webkit},
    layers,
    node::npm,
    postgres::{self, Postgres},
    process::{PATIENCE, Stream, cargo, command, each_line, install, run, shown, succeeded, works, works_within},
    run::zertz,
    steps::{self, Step},
    tally::Tally,
    web,
};
use anyhow::{Result, ensure};
use std::{env, process::Command};

pub fn test(with_web: bool) -> Result<()> {
    let mut steps = vec![
        in_cargo("format", "fmt --all --check", |cargo, _| {
            component("fmt", "rustfmt")?;
            run(cargo)
        }),
        in_cargo("clippy", "clippy --workspace --all-targets -- -D warnings", |cargo, _| {
            component("clippy", "clippy")?;
            run(cargo)
        }),
        Step::new("layers", "which crates and modules use which", |_| layers::layers(false)),
        Step::new("dependencies", "licences, sources and versions", |_| dependencies()),
        in_cargo("tests", "test --workspace", with_postgres),
        in_cargo("docs", "doc --workspace --no-deps --document-private-items", |cargo, _| {
            run(cargo.env("RUSTDOCFLAGS", "-D warnings"))
        }),
    ];
    if with_web {
        steps.extend(web_steps());
    }
    let mut tally = Tally::default();
    let outcome = steps::run(steps, &mut tally);
    // CI reads the number of tests from this line.
    println!("tests: {} passed, {} failed, {} skipped", tally.passed, tally.failed, tally.skipped);
    outcome
}

/// Builds the web app, then checks its types, style and messages, and runs its unit tests and its tests in browsers.
fn web_steps() -> Vec<Step> {
    let in_npm = |name, script: &'static str| {
        Step::new(name, format!("npm run {script}"), move |_| run(&mut npm(&format!("run {script}"))))
    };
    vec![
        Step::new("web", "the web app and the program that serves it", |_| {
            web::build()?;
            zertz().map(drop)
        }),
        in_npm("prettier", "format"),
        in_npm("svelte", "check"),
        // After the build: the rules about promises need the types of the WebAssembly module.
        in_npm("eslint", "lint"),
        in_npm("messages", "messages"),
        Step::new("vitest", "npm run test", |tally| count(&mut npm("run test"), tally)),
        Step::new("browser", "npm run e2e", |tally| {
            let mut e2e = npm("run e2e");
            e2e.env("ZERTZ", zertz()?).env("ZERTZ_PORT", free_port()?.to_string()).env("CHROMIUM", chromium()?);
            count(&mut e2e, tally)
        }),
        Step::new("browsers", "npm run browsers", |tally| count(&mut in_all_browsers()?, tally)),
    ]
}

/// `cargo xtask browsers`: builds the web app and runs the smaller suite in Chromium, Firefox and WebKit.
pub fn browsers() -> Result<()> {
    web::build()?;
    run(&mut in_all_browsers()?)
}

/// The smaller suite, which runs in all browsers. On Debian, those that are missing are installed.
fn in_all_browsers() -> Result<Command> {
    let (driver, mini_browser) = webkit()?;
    let mut browsers = npm("run browsers");
    browsers.env("ZERTZ", zertz()?).env("ZERTZ_PORT", free_port()?.to_string());
    browsers.env("CHROMIUM", chromium()?).env("FIREFOX", firefox()?);
    browsers.env("WEBKIT_DRIVER", driver).env("MINI_BROWSER", mini_browser);
    Ok(browsers)
}

/// `cargo xtask dependencies`: checks the licences, sources and versions of all dependencies by the rules in `deny.toml`.
pub fn dependencies() -> Result<()> {
    install("deny")?;
    run(&mut cargo("deny check --deny unnecessary-skip --deny unmatched-skip licenses bans sources"))
}

fn in_cargo(
    name: &'static str,
    words: &'static str,
    action: impl FnOnce(&mut Command, &mut Tally) -> Result<()> + 'static,
) -> Step {
    Step::new(name, format!("cargo {words}"), move |tally| action(&mut cargo(words), tally))
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
fn with_postgres(tests: &mut Command, tally: &mut Tally) -> Result<()> {
    if env::var_os(postgres::VARIABLE).is_some() {
        return count(tests, tally);
    }
    let server = Postgres::start()?;
    count(tests.env(postgres::VARIABLE, &server.url), tally)
}

/// Runs tests, shows their output and counts them. Fails when one was skipped: whatever a test needs must be installed.
fn count(tests: &mut Command, tally: &mut Tally) -> Result<()> {
    let status = each_line(tests, Stream::Out, |line| {
        println!("{line}");
        tally.add(line);
    })?;
    succeeded(tests, status)?;
    ensure!(tally.passed > 0, "`{}` ran no test", shown(tests));
    ensure!(tally.skipped == 0, "`{}` skipped {} tests", shown(tests), tally.skipped);
    Ok(())
}
