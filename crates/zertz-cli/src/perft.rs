//! `zertz perft`: counts sequences of turns, to compare implementations.

use crate::args::GameOrFile;
use anyhow::Result;
use clap::Args;
use std::{io::Write, process::ExitCode, time::Instant};
use zertz::perft;

/// Count all sequences of turns up to a depth
#[derive(Args)]
pub struct Perft {
    #[command(flatten)]
    game: GameOrFile,
    /// Depth in turns; 4 takes hours on a full board
    #[arg(long, value_name = "N")]
    depth: u32,
    /// Print the count for each first turn
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let game = self.game.game()?;
        let (rules, position) = (game.rules(), game.position());
        let began = Instant::now();
        let nodes = if self.divide && self.depth > 0 {
            let mut lines = Vec::new();
            let mut nodes = 0;
            position.turns(rules).for_each(|turn| {
                let count = perft(rules, &position.play_unchecked(rules, &turn), self.depth - 1);
                lines.push(format!("{}: {count}", position.write_turn(rules, &turn)));
                nodes += count;
            });
            lines.sort_unstable();
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            nodes
        } else {
            perft(rules, position, self.depth)
        };
        writeln!(out, "time {:.3} s", began.elapsed().as_secs_f64())?;
        writeln!(out, "nodes {nodes}")?;
        Ok(ExitCode::SUCCESS)
    }
}
