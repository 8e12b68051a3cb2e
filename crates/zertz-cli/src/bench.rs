//! `zertz bench`: measures the speed of the engine, and counts nodes to detect changes of the search.

use anyhow::Result;
use clap::Args;
use std::{io::Write, process::ExitCode, time::Duration};
use zertz_engine::bench;

/// Search fixed positions with one thread and count the nodes
///
/// The last two lines are the number of nodes, which is the same in every run and on every machine, and the nodes per second.
#[derive(Args)]
pub struct Bench {
    /// Depth in turns
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Size of the transposition table in MiB, which changes the number of nodes
    #[arg(long, value_name = "MIB", default_value_t = bench::HASH as u32, value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
}

impl Bench {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        let mut written = Ok(());
        bench::run(self.depth, self.hash as usize, |measured| {
            let info = &measured.found.info;
            (nodes, time) = (nodes + info.nodes, time + info.time);
            let turn = measured.game.position().write_turn(measured.game.rules(), &measured.found.turn);
            let line = format!("{:<14} {:>10} {:>6} ms  {turn}", measured.name, info.nodes, info.time.as_millis());
            if written.is_ok() {
                written = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        });
        written?;
        writeln!(out, "nodes {nodes}")?;
        writeln!(out, "nps {:.0}", nodes as f64 / time.as_secs_f64().max(1e-9))?;
        Ok(ExitCode::SUCCESS)
    }
}
