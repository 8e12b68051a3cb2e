//! The colours. Everything on the table has an explicit background, so that it looks the same on dark and light terminals. All other text
//! has the colours of the terminal.

use ratatui::style::{Color, Modifier, Style};
use zertz::Colour;

/// The cloth under the board: a hue that no marble has, with a brightness between grey and black.
pub const CLOTH: Color = Color::Indexed(23);
pub const BLACK: Color = Color::Indexed(16);

pub const TABLE: Style = Style::new().fg(Color::Indexed(152)).bg(CLOTH);
pub const VACANT: Style = Style::new().fg(Color::Indexed(222)).bg(Color::Indexed(94));
/// The name of the game, and questions.
pub const TITLE: Style = Style::new().fg(Color::Indexed(220)).bg(BLACK).add_modifier(Modifier::BOLD);
pub const BANNER: Style = Style::new().fg(BLACK).bg(Color::Indexed(220)).add_modifier(Modifier::BOLD);
pub const REFUSAL: Style = Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(124));
pub const KEY: Style = Style::new().add_modifier(Modifier::BOLD.union(Modifier::REVERSED));
pub const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
pub const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);

pub const fn marble(colour: Colour) -> Style {
    match colour {
        Colour::White => Style::new().fg(BLACK).bg(Color::Indexed(231)),
        Colour::Grey => Style::new().fg(BLACK).bg(Color::Indexed(246)),
        Colour::Black => Style::new().fg(Color::Indexed(255)).bg(BLACK),
    }
}

/// The mark of a ring. Each has its own colour, and its own signs for players who cannot distinguish the colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rim {
    Plain,
    Last,
    Target,
    Chosen,
    Cursor,
}

impl Rim {
    /// The signs on the left and on the right, and the colour.
    pub const fn look(self) -> (&'static str, &'static str, Color) {
        match self {
            Rim::Plain => ("(", ")", Color::Indexed(178)),
            Rim::Last => ("{", "}", Color::Indexed(80)),
            Rim::Target => ("<", ">", Color::Indexed(118)),
            Rim::Chosen => ("=", "=", Color::Indexed(208)),
            Rim::Cursor => ("[", "]", Color::Indexed(205)),
        }
    }
}
