//! `cargo xtask fuzz`: runs every fuzz target for a limited time.
//!
//! A target is a file in `fuzz/fuzz_targets`. Inputs found by a run stay on this machine, in `fuzz/corpus/<target>`; inputs for
//! everybody are in `fuzz/seeds/<target>`.

use crate::{
    process::{Stream, cargo, each_line, install, output, root, run},
    table::{table, thousands},
};
use anyhow::{Context, Result, ensure};
use std::{collections::VecDeque, fs, num::NonZeroU32, process::Command};

/// How many lines of a failing run are shown: enough for the panic, its backtrace and the input.
const TAIL: usize = 200;

/// An input that takes longer than this is a failure. The fuzzer's own limit is 20 minutes.
const SECONDS_PER_INPUT: u32 = 10;

pub fn fuzz(seconds: NonZeroU32, target: Option<&str>) -> Result<()> {
    install("fuzz")?;
    let list = output(&mut cargo("fuzz list"))?;
    let targets: Vec<&str> = target.map_or_else(|| list.lines().collect(), |target| vec![target]);
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for target in targets {
        println!("▶ {target}: build");
        run(cargo_fuzz("build").arg(target))?;
        println!("▶ {target}: {seconds} s");
        let outcome = fuzz_one(target, seconds)?;
        let executions = outcome.executions.map_or_else(|| "?".to_owned(), thousands);
        rows.push(vec![target.to_owned(), executions, outcome.result()]);
        if !outcome.passed {
            failed.push(target);
        }
    }
    println!("\n{}", table(&["target", "executions", "result"], &[1], &rows));
    ensure!(failed.is_empty(), "the fuzzer found a failure in {}", failed.join(", "));
    Ok(())
}

fn cargo_fuzz(subcommand: &str) -> Command {
    let mut command = cargo("fuzz");
    // No sanitizer: it finds memory errors, and our crates forbid unsafe code. Without it, a run is four times as fast and needs no nightly
    // compiler. We look for panics, and cargo-fuzz builds with assertions and overflow checks.
    command.args([subcommand, "--sanitizer", "none"]);
    // Show the backtrace of a panic, but not that of an error of cargo-fuzz itself.
    command.env("RUST_LIB_BACKTRACE", "0");
    command
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    passed: bool,
    executions: Option<u64>,
    /// The file with the input that failed.
    input: Option<String>,
}

impl Outcome {
    fn read(&mut self, line: &str) {
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
            self.executions = number.trim().parse().ok();
        } else if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.input = Some(path.trim().to_owned());
        }
    }

    fn result(&self) -> String {
        match (&self.input, self.passed) {
            (_, true) => "passed".to_owned(),
            (Some(input), false) => format!("failed on {input}"),
            (None, false) => "failed".to_owned(),
        }
    }
}

fn fuzz_one(target: &str, seconds: NonZeroU32) -> Result<Outcome> {
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(root().join(&corpus)).with_context(|| format!("the folder {corpus} cannot be created"))?;
    let mut fuzzer = cargo_fuzz("run");
    fuzzer.args([target, &corpus]);
    // The fuzzer writes new inputs to the first folder and only reads the others.
    let seeds = format!("fuzz/seeds/{target}");
    if root().join(&seeds).is_dir() {
        fuzzer.arg(seeds);
    }
    fuzzer.arg("--").arg(format!("-max_total_time={seconds}")).arg(format!("-timeout={SECONDS_PER_INPUT}"));
    fuzzer.arg("-print_final_stats=1");

    // The fuzzer prints a line with `#` for every discovery. Of these, show only the regular progress lines. Show the other lines if it
    // fails.
    let mut outcome = Outcome::default();
    let mut tail = VecDeque::new();
    let status = each_line(&mut fuzzer, Stream::Err, |line| {
        outcome.read(line);
        if line.contains("\tpulse ") {
            println!("  {line}");
        }
        if !line.starts_with('#') {
            tail.push_back(line.to_owned());
        }
        if tail.len() > TAIL {
            tail.pop_front();
        }
    })?;
    outcome.passed = status.success();
    if !outcome.passed {
        for line in tail {
            eprintln!("{line}");
        }
    }
    // The fuzzer prints an absolute path. The path from the root of the repository is the same on every machine.
    let root = format!("{}/", root().display());
    outcome.input = outcome.input.map(|input| input.strip_prefix(&root).unwrap_or(&input).to_owned());
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_run_is_read() {
        let mut outcome = Outcome { passed: true, ..Outcome::default() };
        for line in [
            "#524288\tpulse  cov: 61 ft: 181 corp: 68/593b lim: 4096 exec/s: 262144 rss: 44Mb",
            "Done 1203450 runs in 6 second(s)",
            "stat::number_of_executed_units: 1203450",
            "stat::average_exec_per_sec:     171921",
        ] {
            outcome.read(line);
        }
        assert_eq!(outcome.executions, Some(1_203_450));
        assert_eq!(outcome.result(), "passed");
    }

    #[test]
    fn the_failing_input_is_named() {
        let mut outcome = Outcome::default();
        outcome.read("artifact_prefix='fuzz/'; Test unit written to fuzz/artifacts/parse/crash-0eb8");
        assert_eq!(outcome.result(), "failed on fuzz/artifacts/parse/crash-0eb8");
        assert_eq!(outcome.executions, None);
    }
}
