//! `zertz bench`: the speed of the engine, and whether it still searches the same.

use crate::{Run, Verdict};
use anyhow::Result;
use clap::Args;
use std::{io::Write, time::Duration};
use zertz_engine::bench;

/// Search fixed positions on one thread and count the steps
///
/// The last two lines are the number of steps looked at, the same on every run and every machine, and how many of them a second.
#[derive(Args)]
pub struct Bench {
    /// How many turns deep
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// The size of the table; another one gives other counts
    #[arg(long, value_name = "MB", default_value_t = bench::HASH as u32, value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
}

impl Run for Bench {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        let mut written = Ok(());
        bench::run(self.depth, self.hash as usize, |measured| {
            let info = &measured.found.info;
            (nodes, time) = (nodes + info.nodes, time + info.time);
            let turn = measured.game.position().write_turn(measured.game.rules(), &measured.found.turn);
            let line = format!("{:<14} {:>10} {:>6} ms  {turn}", measured.name, info.nodes, info.time.as_millis());
            if written.is_ok() {
                // Each line at once, for those who watch.
                written = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        });
        written?;
        writeln!(out, "nodes {nodes}")?;
        writeln!(out, "nps {:.0}", nodes as f64 / time.as_secs_f64().max(1e-9))?;
        Ok(Verdict::Fine)
    }
}
