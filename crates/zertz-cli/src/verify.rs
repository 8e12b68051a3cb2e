//! `zertz verify`: replaying records.

use crate::{Run, Verdict, args::read_text};
use anyhow::Result;
use clap::Args;
use std::{io::Write, path::PathBuf};
use zertz::notation::{Format, read};

/// Replay records of any format and check every turn
///
/// One line a file: the result, the number of turns and how the game ended; or the turn that is wrong and why. Turns recorded
/// after the game was over are told and left out.
#[derive(Args)]
pub struct Verify {
    /// The records; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Fail also when something is odd, not only when it is wrong
    #[arg(long)]
    strict: bool,
    /// The format, when it should not be guessed: official, zen, sgf or json
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
}

impl Run for Verify {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let (mut wrong, mut odd) = (0, 0);
        for file in &self.files {
            let name = file.display();
            let text = match read_text(file) {
                Ok(text) => text,
                Err(error) => {
                    wrong += 1;
                    writeln!(out, "{error:#}")?;
                    continue;
                }
            };
            match self.from.map_or_else(|| read(&text), |format| format.read(&text)) {
                Err(error) => {
                    wrong += 1;
                    writeln!(out, "{name}: {error}")?;
                }
                Ok(record) => {
                    let game = record.game();
                    let turns = game.turns().len();
                    let end = game.outcome().map_or("not finished".to_owned(), |outcome| outcome.to_string());
                    let s = if turns == 1 { "" } else { "s" };
                    write!(out, "{name}: {}, {turns} turn{s}, {end}", record.result)?;
                    for note in &record.notes {
                        write!(out, "; note: {note}")?;
                    }
                    writeln!(out)?;
                    odd += usize::from(!record.notes.is_empty());
                }
            }
        }
        if self.files.len() > 1 {
            let fine = self.files.len() - wrong;
            write!(out, "{fine} of {} records replay", self.files.len())?;
            let noted = if odd > 0 { format!(", {odd} of them with a note") } else { String::new() };
            writeln!(out, "{noted}")?;
        }
        Ok(if wrong > 0 || self.strict && odd > 0 { Verdict::Failed } else { Verdict::Fine })
    }
}
