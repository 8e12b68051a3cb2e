//! `zertz moves`: the legal turns of a position.

use crate::{Run, Verdict, args::GameOrFile};
use anyhow::Result;
use clap::Args;
use std::io::Write;

/// List the legal turns of a position, one a line, sorted
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    game: GameOrFile,
    /// Write each turn without spaces, as records and programs do
    #[arg(long)]
    tokens: bool,
}

/// More turns than this are not listed.
const MOST: usize = 1_000_000;

impl Run for Moves {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let game = self.game.game()?;
        if let Some(outcome) = game.outcome() {
            eprintln!("note: there are no legal turns, the game is over: {outcome}");
            return Ok(Verdict::Fine);
        }
        let (rules, position) = (game.rules(), game.position());
        // Made-up positions can have more chains of jumps than anybody could list.
        if position.turns(rules).len_up_to(MOST).is_none() {
            anyhow::bail!("this position has more than {MOST} legal turns");
        }
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
