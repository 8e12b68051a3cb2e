//! Draws the board on the table cloth.

use super::{
    geometry::Layout,
    state::{App, Marks},
    theme::{self, Rim},
};
use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Span};
use std::collections::BTreeMap;
use zertz::{Colour, Position, Ring};

pub fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    buffer.set_style(layout.table, theme::TABLE);
    let (position, marks) = (app.position(), app.marks());
    let mut columns: BTreeMap<u8, (Rect, Rect)> = BTreeMap::new();
    for (at, rect) in layout.rings() {
        ring(&picture(app, &position, &marks, at), rect, buffer);
        let column = columns.entry(app.rules().board.label(at).column()).or_insert((rect, rect));
        column.1 = rect;
    }
    // The labels of the first and the last ring of each column are below and above it.
    let labels: Vec<_> = app.rules().board.labels().collect();
    for (column, (first, last)) in columns {
        let mut names = labels.iter().filter(|label| label.column() == column).map(|label| label.to_string());
        let first_name = names.next().unwrap_or_default();
        let last_name = names.next_back().unwrap_or_else(|| first_name.clone());
        let mut write = |name: &str, y: u16| {
            buffer.set_string(first.x + (first.width - name.len() as u16) / 2, y, name, theme::TABLE);
        };
        write(&last_name, last.y - 1);
        write(&first_name, first.bottom());
    }
}

struct Picture {
    /// `None` for a removed ring without a mark.
    rim: Option<Rim>,
    hole: Style,
    /// At most three characters in the middle.
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
        None if here => theme::VACANT,
        None => theme::TABLE,
    };
    Picture { rim, hole, sign }
}

/// Draws a ring: `(   )` in one line, or three lines with half blocks as the upper and lower edge.
fn ring(picture: &Picture, rect: Rect, buffer: &mut Buffer) {
    let (middle, width) = (rect.y + rect.height / 2, usize::from(rect.width) - 2);
    buffer.set_string(rect.x + 1, middle, format!("{:^width$}", picture.sign), picture.hole);
    let Some(rim) = picture.rim else { return };
    let (left, right, colour) = rim.look();
    let style = Style::new().fg(theme::BLACK).bg(colour);
    let style = if rim == Rim::Plain { style } else { style.patch(theme::STRONG) };
    buffer.set_string(rect.x, middle, left, style);
    buffer.set_string(rect.right() - 1, middle, right, style);
    if rect.height > 1 {
        let edge = Style::new().fg(colour).bg(theme::CLOTH);
        buffer.set_string(rect.x + 1, rect.y, "▄".repeat(width), edge);
        buffer.set_string(rect.x + 1, rect.bottom() - 1, "▀".repeat(width), edge);
    }
}

pub fn badge(colour: Colour) -> Span<'static> {
    Span::styled(format!(" {} ", colour.letter()), theme::marble(colour))
}
