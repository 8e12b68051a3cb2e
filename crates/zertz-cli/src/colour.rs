//! Colours on standard output: whether, and how.

use clap::Args;
use std::io::IsTerminal;

/// The option that says whether.
#[derive(Args, Clone)]
pub struct ColourArgs {
    /// Colours: auto, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = ["auto", "always", "never"])]
    color: String,
}

impl ColourArgs {
    /// By default where a terminal shows them and the environment does not ask for none (`NO_COLOR`).
    pub fn paint(&self) -> Paint {
        Paint(match self.color.as_str() {
            "always" => true,
            "never" => false,
            _ => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                std::io::stdout().is_terminal() && !refused
            }
        })
    }
}

/// Whether text is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint(pub bool);

impl Paint {
    /// The text in a style, which is given by its ANSI codes. Pad the text before: the codes have no width.
    pub fn paint(self, codes: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{codes}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
