//! `zertz-lab plans`: positions from games that are won by a plan, which proof-number search does not find.

use crate::{data::PositionArgs, progress::Progress};
use anyhow::{Context, Result};
use clap::Args;
use std::{collections::HashSet, fmt::Write as _, io::Write, path::PathBuf};
use zertz::notation::Zip;
use zertz_engine::{Solver, Stop, Verdict};

/// Collect positions with several marbles that the solver can prove to be won, but not without its planner
#[derive(Args, Clone, Debug)]
pub struct Plans {
    #[command(flatten)]
    positions: PositionArgs,
    /// File to write, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Nodes of the solver; proof-number search alone gets ten times as many
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,
    /// Number of positions to collect
    #[arg(long, value_name = "N", default_value_t = 200)]
    want: usize,
}

/// The comment at the top of a file.
const HEADER: &str = "\
# Positions with several marbles, from games of the engine against itself, in which the player to move wins by force. `zertz-lab plans` found them.
# The solver proves each win; proof-number search alone does not, with ten times the nodes.
#
# A line has ZIP, board, and the number of turns of both players that the win takes, separated by tabs.
";

/// How many nodes proof-number search gets for each node of the solver.
const ADVANTAGE: u64 = 10;

const HASH: usize = 64;

impl Plans {
    /// Writes the positions and prints what was found.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let mut positions = Vec::new();
        self.positions.read(|_, rules, position, _| {
            if position.occupied().len() > 1 {
                positions.push((rules.clone(), *position));
            }
        })?;
        let mut file =
            std::fs::File::create_new(&self.out).with_context(|| format!("cannot write to {}", self.out.display()))?;
        let mut progress = Progress::new(positions.len() as u64, "positions");
        let (mut lines, mut seen, mut examined, mut won) = (HEADER.to_owned(), HashSet::new(), 0, 0);
        let mut found = 0;
        for (rules, position) in &positions {
            if found == self.want || stop.is_set() {
                break;
            }
            progress.advance(|| format!("{found} found"));
            if !seen.insert(position.canonical(&rules.board).0.hash()) {
                continue;
            }
            examined += 1;
            let verdict = Solver::new(rules, 1, stop.clone()).solve(position, self.nodes);
            let Verdict::Wins(variation) = verdict else { continue };
            won += 1;
            let mut chains = Solver::new(rules, HASH, stop.clone()).without_plans();
            if !matches!(chains.solve(position, self.nodes * ADVANTAGE), Verdict::Wins(_)) && !stop.is_set() {
                found += 1;
                writeln!(lines, "{}\t{}\t{}", Zip::of(rules, position), rules.board, variation.len())?;
            }
        }
        progress.finish();
        file.write_all(lines.as_bytes())?;
        writeln!(out, "{examined} positions examined: the solver wins {won}, {found} of them only with the planner")?;
        Ok(())
    }
}
