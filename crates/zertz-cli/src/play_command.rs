//! `zertz play`: the options of the game in the terminal, which lives in [`crate::play`].

use crate::{Run, Verdict, args::GameArgs, play};
use anyhow::Result;
use clap::Args;
use std::{io::Write, path::PathBuf};

/// Play a game, two people at one terminal
#[derive(Args)]
pub struct Play {
    /// A record to go on with, in any format
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "play", "board", "rules", "pool", "goals", "claims", "captures", "stuck", "touch_move", "swap"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// The names of the players
    #[arg(long, value_name = "NAME", num_args = 2, value_names = ["FIRST", "SECOND"])]
    names: Vec<String>,
    /// Letters on the marbles, for those who do not tell their colours apart
    #[arg(long)]
    letters: bool,
}

impl Run for Play {
    fn run(self, _: &mut dyn Write) -> Result<Verdict> {
        let game = self.game.game()?;
        let mut options = play::Options::new((**game.rules()).clone());
        options.start = Some(*game.position()).filter(|position| *position != game.rules().start());
        options.load = self.file;
        let mut names = self.names.into_iter();
        options.names = [names.next(), names.next()];
        options.letters |= self.letters;
        play::run(options)?;
        Ok(Verdict::Fine)
    }
}
