//! `zertz convert`: from one format of records to another.

use crate::{Run, Verdict, args::read_text};
use anyhow::{Context, Result};
use clap::Args;
use std::{fs, io::Write, path::PathBuf};
use zertz::notation::{Format, read};

/// Write a record in another format
#[derive(Args)]
pub struct Convert {
    /// official, zen, sgf or json
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// The format of the file, when it should not be guessed
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Where to write; standard output when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The record; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Run for Convert {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let text = read_text(&self.file)?;
        let record = self.from.map_or_else(|| read(&text), |format| format.read(&text));
        let record = record.with_context(|| self.file.display().to_string())?;
        for note in &record.notes {
            eprintln!("note: {note}");
        }
        let text = self.to.write(&record);
        match &self.output {
            Some(file) => fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?,
            None => out.write_all(text.as_bytes())?,
        }
        Ok(Verdict::Fine)
    }
}
