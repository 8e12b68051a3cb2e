//! `zertz svg`: a position as a picture.

use crate::{Run, Verdict, args::GameOrFile};
use anyhow::{Context, Result};
use clap::Args;
use std::{fs, io::Write, path::PathBuf};
use zertz::{SvgOptions, svg};

/// Write a position as an SVG picture
#[derive(Args)]
pub struct Svg {
    #[command(flatten)]
    game: GameOrFile,
    /// Where to write; standard output when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave out the names of the rings
    #[arg(long)]
    no_coordinates: bool,
    /// Leave out pool and captures
    #[arg(long)]
    no_supplies: bool,
    /// Do not mark the last turn
    #[arg(long)]
    no_mark: bool,
    /// Pixels from ring to ring
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(8..=1000))]
    size: u32,
}

impl Run for Svg {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let game = self.game.game()?;
        let last = game.turns().last().map(|(_, turn)| turn).filter(|_| !self.no_mark);
        let options =
            SvgOptions { coordinates: !self.no_coordinates, supplies: !self.no_supplies, ring_distance: self.size };
        let picture = svg(game.rules(), game.position(), last, options);
        match &self.output {
            Some(file) => fs::write(file, picture).with_context(|| format!("cannot write {}", file.display()))?,
            None => out.write_all(picture.as_bytes())?,
        }
        Ok(Verdict::Fine)
    }
}
