//! `zertz convert`: converts records to other formats.

use crate::{args::read_record, output::write_to};
use anyhow::Result;
use clap::Args;
use std::{io::Write, path::PathBuf, process::ExitCode};
use zertz::notation::Format;

/// Convert a record to another format
#[derive(Args)]
pub struct Convert {
    /// Format to write: official, zen, sgf or json
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Record; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Convert {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let record = read_record(&self.file, self.from)?;
        for note in &record.notes {
            eprintln!("note: {note}");
        }
        write_to(self.output.as_deref(), &self.to.write(&record), out)?;
        Ok(ExitCode::SUCCESS)
    }
}
