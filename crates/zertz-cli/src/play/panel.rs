//! Draws the panel beside the board: pool, captures, goals, the hand and the list of turns.

use super::{
    geometry::{HAND_START, HAND_STEP, Layout},
    state::App,
    table::badge,
    theme,
};
use crate::output::cut;
use ratatui::{
    Frame,
    style::Modifier,
    text::{Line, Span},
    widgets::Paragraph,
};
use zertz::{Colour, Goals, Marbles, Player};

pub fn draw(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    frame.render_widget(Paragraph::new(score(app)), layout.score);
    frame.render_widget(Paragraph::new(hand(app)), layout.hand);
    turns(app, layout, frame);
}

/// The width of the first column. Longer names are cut.
const NAME: usize = 11;

fn score(app: &App) -> Vec<Line<'static>> {
    let position = app.position();
    let goals = app.rules().goals;
    let mut head = vec![Span::raw(" ".repeat(NAME))];
    for colour in Colour::ALL {
        head.extend([Span::raw(" "), badge(colour), Span::raw(" ")]);
    }
    head.push(Span::styled("  each", theme::QUIET));
    let mut lines = vec![Line::from(head), counts("Pool".to_owned(), position.pool())];
    let over = app.game.outcome().is_some();
    for player in Player::BOTH {
        let moving = player == position.mover() && !over;
        let name = cut(&app.name(player), NAME - 2);
        let captured = position.captured(player);
        let line = counts(format!("{} {name}", if moving { "▶" } else { " " }), captured);
        lines.push(if moving { line.patch_style(theme::STRONG) } else { line });
        let [white, grey, black, each] = missing(goals, captured);
        let text = format!("{:NAME$}{white:>3}  {grey:>3}  {black:>3}  {each:>5}", "    to go");
        lines.push(Line::styled(text, theme::QUIET));
    }
    lines
}

fn counts(name: String, marbles: Marbles) -> Line<'static> {
    let [white, grey, black] = marbles.counts();
    Line::raw(format!("{name:NAME$}{white:>3}  {grey:>3}  {black:>3}"))
}

/// The marbles that are missing for each of the four goals.
pub fn missing(goals: Goals, captured: Marbles) -> [u8; 4] {
    let [white, grey, black] = Colour::ALL.map(|colour| goals.of(colour).saturating_sub(captured[colour]));
    let each = Colour::ALL.map(|colour| goals.each().saturating_sub(captured[colour])).iter().sum();
    [white, grey, black, each]
}

/// The colours that can be placed. The one in hand is marked.
fn hand(app: &App) -> Line<'static> {
    let placeable = app.placeable();
    if placeable.is_empty() {
        return Line::default();
    }
    let mut spans = vec![Span::raw(format!("{:width$}", "Place", width = usize::from(HAND_START)))];
    for colour in Colour::ALL {
        if !placeable.contains(&colour) {
            spans.push(Span::raw(" ".repeat(usize::from(HAND_STEP))));
            continue;
        }
        let chosen = app.hand == Some(colour);
        let (open, close) = if chosen { ("▸", "◂") } else { ("", "") };
        let key = format!("{} ", colour.letter().to_ascii_lowercase());
        let key = Span::styled(key, if chosen { theme::STRONG } else { theme::QUIET });
        let frame = |sign: &str, width: usize| Span::styled(format!("{sign:width$}"), theme::STRONG);
        spans.extend([key, frame(open, 1), badge(colour), frame(close, usize::from(HAND_STEP) - 6)]);
    }
    Line::from(spans)
}

/// The list of turns. Undone turns are pale.
fn turns(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let area = layout.turns;
    let (lines, present) = turn_lines(app, usize::from(area.width).saturating_sub(7));
    let room = usize::from(area.height.saturating_sub(1));
    // The current turn stays visible, with some of the undone turns below it.
    let below = (lines.len() - present).min(room / 2);
    let end = (present + below).saturating_sub(app.scroll).max(room.min(lines.len()));
    let start = end.saturating_sub(room);
    let title = if lines.len() > room {
        format!("Turns {}–{} of {}", start + 1, end.min(lines.len()), lines.len())
    } else {
        "Turns".to_owned()
    };
    let mut shown = vec![Line::styled(title, theme::QUIET.add_modifier(Modifier::UNDERLINED))];
    shown.extend(lines.into_iter().skip(start).take(room));
    frame.render_widget(Paragraph::new(shown), area);
}

/// The lines of all turns and of the result, and how many of them are up to the current turn.
fn turn_lines(app: &App, width: usize) -> (Vec<Line<'static>>, usize) {
    let (whole, played) = (app.whole(), app.game.turns().len());
    let mut lines = Vec::new();
    let mut present = 0;
    for (index, (before, turn)) in whole.turns().iter().enumerate() {
        let text = format!("{:#}", before.write_turn(app.rules(), turn));
        let style = match (index + 1).cmp(&played) {
            std::cmp::Ordering::Less => ratatui::style::Style::new(),
            std::cmp::Ordering::Equal => theme::STRONG,
            std::cmp::Ordering::Greater => theme::QUIET.add_modifier(Modifier::ITALIC),
        };
        let sign = if index + 1 == played { "▸" } else { " " };
        let number = before.mover().index() + 1;
        for (part, text) in wrapped(&text, width).into_iter().enumerate() {
            let head = if part == 0 { format!("{sign}{:>3} {number} ", index + 1) } else { " ".repeat(7) };
            lines.push(Line::from(vec![Span::styled(head, theme::QUIET), Span::raw(text)]).style(style));
        }
        if index + 1 == played {
            present = lines.len();
        }
    }
    if let Some(outcome) = whole.outcome() {
        let undone = app.game.outcome().is_none();
        let style = if undone { theme::QUIET } else { theme::STRONG };
        let score = zertz::notation::GameResult::of(Some(outcome));
        lines.push(Line::styled(format!("       {score}"), style));
        if !undone {
            present = lines.len();
        }
    }
    (lines, present)
}

/// A turn in one or more lines, broken before marbles.
fn wrapped(mut text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    while !text.is_empty() {
        let end = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_uppercase()).map_or(text.len(), |(at, _)| at);
        let (piece, rest) = text.split_at(end);
        match lines.last_mut() {
            Some(line) if line.len() + piece.len() <= width => line.push_str(piece),
            _ => lines.push(piece.to_owned()),
        }
        text = rest;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_turns_break_between_marbles() {
        assert_eq!(wrapped("x d1Gd3Wd5Bb4", 8), ["x d1Gd3", "Wd5Bb4"]);
        assert_eq!(wrapped("Wd4,d1", 20), ["Wd4,d1"]);
    }
}
