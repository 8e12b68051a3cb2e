//! The colours. Everything on the table has an explicit background, so that it looks the same on dark and light terminals. All other text
//! has the colours of the terminal.

use ratatui::style::{Color, Modifier, Style};
use zertz::Colour;

/// The cloth under the board: a hue that no marble has, with a brightness between grey and black.
pub const CLOTH: Color = Color::Indexed(23);
const BLACK: Color = Color::Indexed(16);

/// The mark of a ring. Each has its own colour, and its own signs for players who cannot distinguish the colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rim {
    Plain,
    /// Touched by the last turn.
    Last,
    /// Can be chosen.
    Target,
    Chosen,
    Cursor,
}

impl Rim {
    /// The signs on the left and on the right.
    pub const fn signs(self) -> [&'static str; 2] {
        match self {
            Rim::Plain => ["(", ")"],
            Rim::Last => ["{", "}"],
            Rim::Target => ["<", ">"],
            Rim::Chosen => ["=", "="],
            Rim::Cursor => ["[", "]"],
        }
    }

    pub const fn colour(self) -> Color {
        match self {
            Rim::Plain => Color::Indexed(178),
            Rim::Last => Color::Indexed(80),
            Rim::Target => Color::Indexed(118),
            Rim::Chosen => Color::Indexed(208),
            Rim::Cursor => Color::Indexed(205),
        }
    }

    /// The style of the signs.
    pub fn style(self) -> Style {
        let style = Style::new().fg(BLACK).bg(self.colour());
        if self == Rim::Plain { style } else { style.add_modifier(Modifier::BOLD) }
    }
}

pub fn marble(colour: Colour) -> Style {
    match colour {
        Colour::White => Style::new().fg(BLACK).bg(Color::Indexed(231)),
        Colour::Grey => Style::new().fg(BLACK).bg(Color::Indexed(246)),
        Colour::Black => Style::new().fg(Color::Indexed(255)).bg(BLACK),
    }
}

pub fn vacant() -> Style {
    Style::new().fg(Color::Indexed(222)).bg(Color::Indexed(94))
}

pub fn cloth() -> Style {
    Style::new().fg(Color::Indexed(152)).bg(CLOTH)
}

/// The name of the game, and questions.
pub fn title() -> Style {
    Style::new().fg(Color::Indexed(220)).bg(BLACK).add_modifier(Modifier::BOLD)
}

/// The result of the game.
pub fn banner() -> Style {
    Style::new().fg(BLACK).bg(Color::Indexed(220)).add_modifier(Modifier::BOLD)
}

pub fn refusal() -> Style {
    Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(124))
}

pub fn key() -> Style {
    Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
}

pub fn quiet() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

pub fn strong() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}
