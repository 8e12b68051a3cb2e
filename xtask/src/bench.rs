//! `cargo xtask bench`: measures speed.
//!
//! Times depend on the machine and its load. Instruction counts do not, so use them to compare two versions. The workloads are in the
//! bench target `callgrind` of the rules crate: a program that lists them with `--list` and runs the one it is given.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::packages;
use crate::process::{cargo, executable, output, run, shown, which};
use crate::table::{table, thousands};

/// Runs the benchmarks, then counts the instructions of each workload.
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

/// The number of instructions of one workload.
fn count(program: &Path, workload: &str) -> Result<u64> {
    let valgrind = which("valgrind").context("valgrind is not on the PATH")?;
    let mut valgrind = Command::new(valgrind);
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).arg(workload);
    // The environment is on the program's stack, and the program reads it when it starts. Without it, the count is the same everywhere.
    valgrind.env_clear().stdin(Stdio::null());
    let answer = valgrind.output().context("valgrind cannot be started")?;
    let said = String::from_utf8_lossy(&answer.stderr);
    if !answer.status.success() {
        eprint!("{said}");
        bail!("the workload {workload} failed under callgrind");
    }
    instructions(&said).with_context(|| format!("`{}` printed no instruction count", shown(&valgrind)))
}

/// Reads the count from callgrind's closing lines, `==7== Collected : 1234` or
/// `==7== I   refs:      1,234`.
fn instructions(said: &str) -> Option<u64> {
    let number = |line: &str, mark: &str| -> Option<u64> {
        // Lines of valgrind start with the process number, those of the program do not.
        let (_, rest) = line.strip_prefix("==")?.split_once("== ")?;
        let (name, value) = rest.split_once(':')?;
        let is_it = name.split_whitespace().eq(mark.split(' '));
        // There may be a column for each kind of event; instructions come first.
        let first = value.split_whitespace().next()?;
        if is_it { first.replace(',', "").parse().ok() } else { None }
    };
    let find = |mark| said.lines().rev().find_map(|line| number(line, mark));
    find("Collected").or_else(|| find("I refs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_callgrinds_closing_lines() {
        let said = "==712== Callgrind, a call-graph generating cache profiler\n\
                    ==712== Command: callgrind perft\n\
                    ==712== \n\
                    ==712== Events    : Ir\n\
                    ==712== Collected : 2197035\n\
                    ==712== \n\
                    ==712== I   refs:      2,197,035\n";
        assert_eq!(instructions(said), Some(2_197_035));
    }

    #[test]
    fn either_line_will_do() {
        assert_eq!(instructions("==1== I   refs:      1,234"), Some(1_234));
        assert_eq!(instructions("==1== Collected : 99 5 7"), Some(99));
    }

    #[test]
    fn what_the_program_prints_is_not_a_count() {
        assert_eq!(instructions("Collected : 12\nI refs: 3"), None);
        assert_eq!(instructions("==1== Collected : many"), None);
        assert_eq!(instructions(""), None);
    }
}
