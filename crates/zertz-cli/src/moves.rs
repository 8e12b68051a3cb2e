//! `zertz moves`: the legal turns of a position.

use crate::args::GameOrFile;
use anyhow::Result;
use clap::Args;
use std::{io::Write, process::ExitCode};

/// List the legal turns of a position, sorted, one per line
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    game: GameOrFile,
    /// Write each turn without spaces, as in records
    #[arg(long)]
    tokens: bool,
}

/// Constructed positions can have more chains of jumps than anybody could list.
const MOST: usize = 1_000_000;

impl Moves {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let game = self.game.game()?;
        if let Some(outcome) = game.outcome() {
            eprintln!("note: there are no legal turns because the game is over: {outcome}");
            return Ok(ExitCode::SUCCESS);
        }
        let (rules, position) = (game.rules(), game.position());
        if position.turns(rules).len_up_to(MOST).is_none() {
            anyhow::bail!("this position has more than {MOST} legal turns");
        }
        let mut lines = Vec::new();
        position.turns(rules).for_each(|turn| {
            let text = position.write_turn(rules, &turn);
            lines.push(if self.tokens { text.to_string() } else { format!("{text:#}") });
        });
        lines.sort_unstable();
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(ExitCode::SUCCESS)
    }
}
