//! The colours. Whatever lies on the table has an explicit background, so that it looks the same on dark and light terminals;
//! all other text keeps the terminal's own colours.

use ratatui::style::{Color, Modifier, Style};
use zertz::Colour;

/// The cloth under the board: a hue that no marble has, of a brightness between grey and black.
pub const CLOTH: Color = Color::Indexed(23);
/// Of the rings.
const GOLD: Color = Color::Indexed(178);
/// Inside a ring without a marble.
const BROWN: Color = Color::Indexed(94);
const BLACK: Color = Color::Indexed(16);

/// What a ring is to the player. Each kind has a colour and signs of its own, for those who cannot tell the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rim {
    /// Nothing in particular.
    Plain,
    /// Touched by the last turn.
    Last,
    /// Can be chosen.
    Target,
    /// Was chosen.
    Chosen,
    /// Under the cursor.
    Cursor,
}

impl Rim {
    /// The signs on the left and on the right of a ring.
    pub const fn signs(self) -> (char, char) {
        match self {
            Rim::Plain => ('(', ')'),
            Rim::Last => ('{', '}'),
            Rim::Target => ('<', '>'),
            Rim::Chosen => ('=', '='),
            Rim::Cursor => ('[', ']'),
        }
    }

    /// The colour of the ring.
    pub const fn colour(self) -> Color {
        match self {
            Rim::Plain => GOLD,
            Rim::Last => Color::Indexed(80),
            Rim::Target => Color::Indexed(118),
            Rim::Chosen => Color::Indexed(208),
            Rim::Cursor => Color::Indexed(205),
        }
    }

    /// For the signs.
    pub fn style(self) -> Style {
        let style = Style::new().fg(BLACK).bg(self.colour());
        if self == Rim::Plain { style } else { style.add_modifier(Modifier::BOLD) }
    }
}

/// A marble.
pub fn marble(colour: Colour) -> Style {
    match colour {
        Colour::White => Style::new().fg(BLACK).bg(Color::Indexed(231)),
        Colour::Grey => Style::new().fg(BLACK).bg(Color::Indexed(246)),
        Colour::Black => Style::new().fg(Color::Indexed(255)).bg(BLACK),
    }
}

/// A ring without a marble.
pub fn vacant() -> Style {
    Style::new().fg(Color::Indexed(222)).bg(BROWN)
}

/// Writing on the cloth.
pub fn cloth() -> Style {
    Style::new().fg(Color::Indexed(152)).bg(CLOTH)
}

/// The name of the game.
pub fn title() -> Style {
    Style::new().fg(Color::Indexed(220)).bg(BLACK).add_modifier(Modifier::BOLD)
}

/// How the game ended.
pub fn banner() -> Style {
    Style::new().fg(BLACK).bg(Color::Indexed(220)).add_modifier(Modifier::BOLD)
}

/// A question.
pub fn question() -> Style {
    title()
}

/// Something that could not be done.
pub fn refusal() -> Style {
    Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(124))
}

/// A key.
pub fn key() -> Style {
    Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
}

/// What matters less.
pub fn quiet() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// What matters most.
pub fn strong() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}
