//! `zertz moves`: the legal turns of a position.

use crate::{Run, Verdict, args::GameArgs};
use anyhow::Result;
use clap::Args;
use std::io::Write;

/// List the legal turns of a position, one a line, sorted
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    game: GameArgs,
    /// Write each turn without spaces, as records and programs do
    #[arg(long)]
    tokens: bool,
}

impl Run for Moves {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let game = self.game.game()?;
        if game.outcome().is_some() {
            return Ok(Verdict::Fine); // nothing can be played any more
        }
        let (rules, position) = (game.rules(), game.position());
        let mut lines = Vec::new();
        position.turns(rules).for_each(|turn| {
            let text = position.write_turn(rules, &turn);
            lines.push(if self.tokens { text.to_string() } else { format!("{text:#}") });
        });
        lines.sort_unstable();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(Verdict::Fine)
    }
}
