//! `zertz verify`: replays records.

use crate::{args::read_record, output::turns};
use anyhow::Result;
use clap::Args;
use std::{io::Write, path::PathBuf, process::ExitCode};
use zertz::notation::Format;

/// Replay records in any format and check every turn
///
/// Prints one line per file: the result, the number of turns and how the game ended, or the first invalid turn and the reason. Turns after
/// the end of the game are reported and ignored.
#[derive(Args)]
pub struct Verify {
    /// Records; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Fail if there are notes, such as turns after the end of a game
    #[arg(long)]
    strict: bool,
    /// Format of the files: official, zen, sgf or json [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
}

impl Verify {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let (mut wrong, mut noted) = (0, 0);
        for file in &self.files {
            match read_record(file, self.from) {
                Err(error) => {
                    wrong += 1;
                    writeln!(out, "{error:#}")?;
                }
                Ok(record) => {
                    let game = record.game();
                    let end = game.outcome().map_or("not finished".to_owned(), |outcome| outcome.to_string());
                    let notes: String = record.notes.iter().map(|note| format!("; note: {note}")).collect();
                    noted += usize::from(!record.notes.is_empty());
                    let count = turns(game.turns().len());
                    writeln!(out, "{}: {}, {count}, {end}{notes}", file.display(), record.result)?;
                }
            }
        }
        if self.files.len() > 1 {
            let with_notes = if noted > 0 { format!(", {noted} of them with a note") } else { String::new() };
            writeln!(out, "{} of {} records are valid{with_notes}", self.files.len() - wrong, self.files.len())?;
        }
        Ok(if wrong > 0 || self.strict && noted > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
