//! Draws the panel beside the board: pool, captures, goals, the hand and the list of turns.

use super::{
    geometry::{HAND_START, HAND_STEP, Layout},
    state::App,
    table::badge,
    theme,
};
use ratatui::{
    Frame,
    style::Modifier,
    text::{Line, Span},
    widgets::Paragraph,
};
use zertz::{Colour, Goals, Marbles, Phase, Player, Step};

/// Draws the whole panel.
pub fn draw(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    frame.render_widget(Paragraph::new(score(app)), layout.score);
    frame.render_widget(Paragraph::new(hand(app)), layout.hand);
    turns(app, layout, frame);
}

/// Cells of the first column of the table, of which names are cut.
const NAME: usize = 11;

/// The table of pool, captures and what is missing.
fn score(app: &App) -> Vec<Line<'static>> {
    let position = app.position();
    let goals = app.rules().goals;
    let mut head = vec![Span::raw(" ".repeat(NAME))];
    for colour in Colour::ALL {
        head.extend([Span::raw(" "), badge(colour), Span::raw(" ")]);
    }
    head.push(Span::styled("  each", theme::quiet()));
    let mut lines = vec![Line::from(head), counts("Pool".to_owned(), position.pool())];
    let over = app.game.outcome().is_some();
    for player in Player::BOTH {
        let moving = player == position.mover() && !over;
        let mut name = app.name(player);
        if name.chars().count() > NAME - 2 {
            name = name.chars().take(NAME - 3).chain(['…']).collect();
        }
        let captured = position.captured(player);
        let line = counts(format!("{} {name}", if moving { "▶" } else { " " }), captured);
        lines.push(if moving { line.patch_style(theme::strong()) } else { line });
        let missing = missing(goals, captured);
        let text =
            format!("{:NAME$}{:>3}  {:>3}  {:>3}  {:>5}", "    to go", missing[0], missing[1], missing[2], missing[3]);
        lines.push(Line::styled(text, theme::quiet()));
    }
    lines
}

fn counts(name: String, marbles: Marbles) -> Line<'static> {
    let [white, grey, black] = marbles.counts();
    Line::raw(format!("{name:NAME$}{white:>3}  {grey:>3}  {black:>3}"))
}

/// How many marbles are missing for each of the four goals.
pub fn missing(goals: Goals, captured: Marbles) -> [u8; 4] {
    let alone = Colour::ALL.map(|colour| goals.of(colour).saturating_sub(captured[colour]));
    let each = Colour::ALL.map(|colour| goals.each().saturating_sub(captured[colour])).iter().sum();
    [alone[0], alone[1], alone[2], each]
}

/// The colours to place, with the one in hand marked.
fn hand(app: &App) -> Line<'static> {
    let steps = app.steps();
    let placing = app.half().phase() == Phase::Begin && steps.iter().any(|step| matches!(step, Step::Place(..)));
    if !placing {
        return Line::default();
    }
    let mut spans = vec![Span::raw(format!("{:width$}", "Place", width = usize::from(HAND_START)))];
    for colour in Colour::ALL {
        let possible = steps.iter().any(|step| matches!(step, Step::Place(c, _) if *c == colour));
        let key = colour.letter().to_ascii_lowercase();
        let chosen = app.hand == Some(colour);
        let gap = " ".repeat(usize::from(HAND_STEP) - 8);
        if possible {
            let (open, close) = if chosen { ("▸", "◂") } else { (" ", " ") };
            let key = Span::styled(format!("{key} "), if chosen { theme::strong() } else { theme::quiet() });
            let frame = |sign| Span::styled(sign, theme::strong());
            spans.extend([key, frame(open), badge(colour), frame(close), Span::raw(" "), Span::raw(gap)]);
        } else {
            spans.push(Span::raw(" ".repeat(usize::from(HAND_STEP))));
        }
    }
    Line::from(spans)
}

/// The list of turns; those that were undone are pale.
fn turns(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let area = layout.turns;
    let width = usize::from(area.width).saturating_sub(7);
    let (whole, played) = (app.whole(), app.game.turns().len());
    let mut lines = Vec::new();
    let mut present = 0;
    for (index, (before, turn)) in whole.turns().iter().enumerate() {
        let text = format!("{:#}", before.write_turn(app.rules(), turn));
        let style = match (index + 1).cmp(&played) {
            std::cmp::Ordering::Less => ratatui::style::Style::new(),
            std::cmp::Ordering::Equal => theme::strong(),
            std::cmp::Ordering::Greater => theme::quiet().add_modifier(Modifier::ITALIC),
        };
        let sign = if index + 1 == played { "▸" } else { " " };
        let number = before.mover().index() + 1;
        for (part, text) in wrapped(&text, width).into_iter().enumerate() {
            let head = if part == 0 { format!("{sign}{:>3} {number} ", index + 1) } else { " ".repeat(7) };
            lines.push(Line::from(vec![Span::styled(head, theme::quiet()), Span::raw(text)]).style(style));
        }
        if index + 1 == played {
            present = lines.len();
        }
    }
    if let Some(outcome) = whole.outcome() {
        let undone = app.game.outcome().is_none();
        let style = if undone { theme::quiet() } else { theme::strong() };
        let score = zertz::notation::GameResult::of(Some(outcome));
        lines.push(Line::styled(format!("       {score}"), style));
        if !undone {
            present = lines.len();
        }
    }
    let room = usize::from(area.height.saturating_sub(1));
    // The present turn stays in sight, with what was undone below it as far as there is room for some of both.
    let below = (lines.len() - present).min(room / 2);
    let end = (present + below).saturating_sub(app.scroll).max(room.min(lines.len()));
    let start = end.saturating_sub(room);
    let title = if lines.len() > room {
        format!("Turns {}–{} of {}", start + 1, end.min(lines.len()), lines.len())
    } else {
        "Turns".to_owned()
    };
    let mut shown = vec![Line::styled(title, theme::quiet().add_modifier(Modifier::UNDERLINED))];
    shown.extend(lines.into_iter().skip(start).take(room));
    frame.render_widget(Paragraph::new(shown), area);
}

/// A long turn in several lines, broken where a marble begins.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut piece = String::new();
    let flush = |piece: &mut String, parts: &mut Vec<String>| {
        if parts.last().is_some_and(|line| !line.is_empty() && line.chars().count() + piece.chars().count() > width) {
            parts.push(String::new());
        }
        parts.last_mut().expect("there is always a line").push_str(piece);
        piece.clear();
    };
    for c in text.chars() {
        if c.is_ascii_uppercase() {
            flush(&mut piece, &mut parts);
        }
        piece.push(c);
    }
    flush(&mut piece, &mut parts);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_counted_for_all_four_goals() {
        assert_eq!(missing(Goals::STANDARD, Marbles::NONE), [4, 5, 6, 9]);
        assert_eq!(missing(Goals::STANDARD, Marbles::new(2, 4, 0)), [2, 1, 6, 4]);
    }

    #[test]
    fn long_turns_break_between_marbles() {
        assert_eq!(wrapped("x d1Gd3Wd5Bb4", 8), ["x d1Gd3", "Wd5Bb4"]);
        assert_eq!(wrapped("Wd4,d1", 20), ["Wd4,d1"]);
    }
}
