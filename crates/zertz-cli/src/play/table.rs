//! Draws the board on its cloth.

use super::{
    geometry::{Layout, Scale},
    state::{App, Marks},
    theme::{self, Rim},
};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use std::collections::BTreeMap;
use zertz::{Colour, Position, Ring};

/// Draws cloth, rings, marbles and names.
pub fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    buffer.set_style(layout.table, theme::cloth());
    let (position, marks) = (app.position(), app.marks());
    let mut columns: BTreeMap<u8, (Rect, Rect)> = BTreeMap::new();
    for (ring, rect) in layout.geometry.rings() {
        let rect = Rect { x: rect.x + layout.board.x, y: rect.y + layout.board.y, ..rect };
        let picture = picture(app, &position, &marks, ring);
        match layout.geometry.scale {
            Scale::Small => small(&picture, rect, buffer),
            Scale::Large => large(&picture, rect, buffer),
        }
        let column = columns.entry(app.rules().board.label(ring).column()).or_insert((rect, rect));
        column.1 = rect;
    }
    // The names of each column's first and last ring stand at its ends.
    let labels: Vec<_> = app.rules().board.labels().collect();
    for (column, (first, last)) in columns {
        let mut names = labels.iter().filter(|label| label.column() == column).map(|label| label.to_string());
        let first_name = names.next().unwrap_or_default();
        let last_name = names.next_back().unwrap_or_else(|| first_name.clone());
        let mut write = |name: &str, y: u16| {
            buffer.set_string(first.x + (first.width - name.len() as u16) / 2, y, name, theme::cloth());
        };
        write(&last_name, last.y - 1);
        write(&first_name, first.bottom());
    }
}

/// What is seen at the place of one ring.
struct Picture {
    /// None where the ring is gone and nothing is to be said about it.
    rim: Option<Rim>,
    hole: Style,
    /// At most three signs inside.
    sign: String,
}

fn picture(app: &App, position: &Position, marks: &Marks, ring: Ring) -> Picture {
    let here = position.rings().contains(ring);
    let marble = position.marble(ring);
    let last = marks.last.contains(ring) && app.turn.steps().len() == 0;
    let rim = if ring == app.cursor {
        Some(Rim::Cursor)
    } else if marks.chosen.contains(ring) {
        Some(Rim::Chosen)
    } else if marks.targets.contains(ring) {
        Some(Rim::Target)
    } else if !here {
        None
    } else if last {
        Some(Rim::Last)
    } else {
        Some(Rim::Plain)
    };
    let sign = match marble {
        Some(colour) if app.letters => colour.letter().to_string(),
        Some(_) => String::new(),
        None if app.labels && here => app.rules().board.label(ring).to_string(),
        None if !here && last => "x".to_owned(),
        None if marks.places.contains(ring) => "·".to_owned(),
        None => String::new(),
    };
    let hole = match marble {
        Some(colour) => theme::marble(colour),
        None if here => theme::vacant(),
        None => theme::cloth(),
    };
    Picture { rim, hole, sign }
}

/// Three cells with a sign in the middle.
fn hole(sign: &str, width: usize) -> String {
    format!("{sign:^width$}")
}

/// `(   )`
fn small(picture: &Picture, rect: Rect, buffer: &mut Buffer) {
    buffer.set_string(rect.x + 1, rect.y, hole(&picture.sign, 3), picture.hole);
    if let Some(rim) = picture.rim {
        let (left, right) = rim.signs();
        buffer.set_string(rect.x, rect.y, left.to_string(), rim.style());
        buffer.set_string(rect.x + 4, rect.y, right.to_string(), rim.style());
    }
}

/// A ring three lines high, with half blocks for its upper and lower edge.
fn large(picture: &Picture, rect: Rect, buffer: &mut Buffer) {
    buffer.set_string(rect.x + 1, rect.y + 1, hole(&picture.sign, 5), picture.hole);
    if let Some(rim) = picture.rim {
        let (left, right) = rim.signs();
        let edge = Style::new().fg(rim.colour()).bg(theme::CLOTH);
        buffer.set_string(rect.x + 1, rect.y, "▄▄▄▄▄", edge);
        buffer.set_string(rect.x + 1, rect.y + 2, "▀▀▀▀▀", edge);
        buffer.set_string(rect.x, rect.y + 1, left.to_string(), rim.style());
        buffer.set_string(rect.x + 6, rect.y + 1, right.to_string(), rim.style());
    }
}

/// A marble in a line of text, with its letter.
pub fn badge(colour: Colour) -> ratatui::text::Span<'static> {
    ratatui::text::Span::styled(format!(" {} ", colour.letter()), theme::marble(colour))
}
