//! How results are printed: colours, counts, files.

use anyhow::{Context, Result};
use clap::Args;
use std::{
    env, fs,
    io::{self, IsTerminal, Write},
    path::Path,
};

#[derive(Args, Clone)]
pub struct ColourArgs {
    /// Colours: auto, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = ["auto", "always", "never"])]
    color: String,
}

impl ColourArgs {
    pub fn paint(&self) -> Paint {
        Paint(match self.color.as_str() {
            "always" => true,
            "never" => false,
            _ => io::stdout().is_terminal() && !no_colour(),
        })
    }
}

/// Whether the environment asks for output without colours.
pub fn no_colour() -> bool {
    env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

#[derive(Clone, Copy)]
pub struct Paint(bool);

impl Paint {
    /// The text in a style given by ANSI codes. Pad the text before: the codes have no width.
    pub fn paint(self, codes: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{codes}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// `1 turn`, `2 turns`
pub fn turns(count: usize) -> String {
    format!("{count} turn{}", if count == 1 { "" } else { "s" })
}

pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Writes to a file, or to standard output if none is named.
pub fn write_to(file: Option<&Path>, text: &str, out: &mut dyn Write) -> Result<()> {
    match file {
        Some(file) => fs::write(file, text).with_context(|| format!("cannot write {}", file.display())),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}
