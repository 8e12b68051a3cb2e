//! `cargo xtask bench`: measures speed.
//!
//! Times depend on the machine and its load. Instruction counts do not, so use them to compare two versions. The workloads are in the
//! bench target `callgrind` of the rules crate: a program that lists them with `--list` and runs the one it is given.

use crate::{
    packages,
    process::{cargo, executable, output, quietly, run, shown, which},
    table::{table, thousands},
};
use anyhow::{Context, Result, bail};
use std::{path::Path, process::Command};

pub fn bench() -> Result<()> {
    packages::ensure(&["valgrind"], "count instructions")?;
    run(&mut cargo("bench --package zertz"))?;
    let program = executable("bench --package zertz --bench callgrind --no-run")?;
    let list = output(Command::new(&program).arg("--list"))?;
    let mut rows = Vec::new();
    for workload in list.split_whitespace() {
        println!("▶ {workload} under callgrind");
        rows.push(vec![workload.to_owned(), thousands(count(&program, workload)?)]);
    }
    if rows.is_empty() {
        bail!("the bench target `callgrind` lists no workload");
    }
    println!("\n{}", table(&["workload", "instructions"], &[1], &rows));
    Ok(())
}

fn count(program: &Path, workload: &str) -> Result<u64> {
    let mut valgrind = Command::new(which("valgrind").context("valgrind is not on the PATH")?);
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).arg(workload);
    // The environment is on the program's stack, and the program reads it when it starts. Without it, the count is the same everywhere.
    let (_, report) = quietly(valgrind.env_clear())?;
    instructions(&report).with_context(|| format!("`{}` printed no instruction count", shown(&valgrind)))
}

/// Reads the count from callgrind's line `==7== Collected : 1234`. There may be a number for each kind of event; instructions come first.
fn instructions(report: &str) -> Option<u64> {
    report.lines().rev().find_map(|line| {
        // Lines of valgrind start with the process number, those of the program do not.
        let (_, counts) = line.strip_prefix("==")?.split_once("== Collected :")?;
        counts.split_whitespace().next()?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_callgrinds_closing_lines() {
        let report = "==712== Callgrind, a call-graph generating cache profiler\n\
                      ==712== Command: callgrind perft\n\
                      ==712== \n\
                      ==712== Events    : Ir\n\
                      ==712== Collected : 2197035\n\
                      ==712== \n\
                      ==712== I   refs:      2,197,035\n";
        assert_eq!(instructions(report), Some(2_197_035));
        assert_eq!(instructions("==1== Collected : 99 5 7"), Some(99));
    }

    #[test]
    fn output_of_the_program_is_not_a_count() {
        assert_eq!(instructions("Collected : 12"), None);
        assert_eq!(instructions("==1== Collected : many"), None);
        assert_eq!(instructions(""), None);
    }
}
