//! `zertz svg`: draws a position as an SVG image.

use crate::{args::GameOrFile, output::write_to};
use anyhow::Result;
use clap::Args;
use std::{io::Write, path::PathBuf, process::ExitCode};
use zertz::{SvgOptions, svg};

/// Draw a position as an SVG image
#[derive(Args)]
pub struct Svg {
    #[command(flatten)]
    game: GameOrFile,
    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave out the coordinates
    #[arg(long)]
    no_coordinates: bool,
    /// Leave out the pool and the captures
    #[arg(long)]
    no_supplies: bool,
    /// Do not mark the last turn
    #[arg(long)]
    no_mark: bool,
    /// Distance between neighbouring rings, in pixels
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(8..=1000))]
    size: u32,
}

impl Svg {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let game = self.game.game()?;
        let last = game.turns().last().map(|(_, turn)| turn).filter(|_| !self.no_mark);
        let options =
            SvgOptions { coordinates: !self.no_coordinates, supplies: !self.no_supplies, ring_distance: self.size };
        write_to(self.output.as_deref(), &svg(game.rules(), game.position(), last, options), out)?;
        Ok(ExitCode::SUCCESS)
    }
}
