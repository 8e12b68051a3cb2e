//! Draws the window.

use super::{
    geometry::{Layout, size_needed},
    keys::KEYS,
    panel,
    prompt::Mode,
    state::App,
    table, theme, words,
};
use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph, Wrap},
};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let window = frame.area();
    let Some(layout) = Layout::new(window, &app.rules().board) else { return too_small(app, frame) };
    header(app, &layout, frame);
    table::draw(app, &layout, frame.buffer_mut());
    panel::draw(app, &layout, frame);
    task(app, &layout, frame);
    message(app, layout.message, frame);
    hints(app, &layout, frame);
    if app.mode == Mode::Help {
        help(frame);
    }
}

/// Says how large the window must be. Questions are shown too, since q still works.
fn too_small(app: &App, frame: &mut Frame<'_>) {
    let window = frame.area();
    let (width, height) = size_needed(&app.rules().board);
    let mut text = format!(
        "This board needs a terminal of {width} by {height}, but this one is {} by {}. Enlarge it to continue, or quit with Ctrl-C.",
        window.width, window.height
    );
    if let Mode::Question(question) = &app.mode {
        text = words::question(app, question);
    }
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), window);
}

fn header(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let rules = app.rules();
    let mut parts = vec![format!("{} rings", rules.board.all().len())];
    parts.push(rules.preset().map_or_else(|| "custom rules".to_owned(), |preset| preset.to_string()));
    if let Some(name) = app.file.as_ref().and_then(|path| path.file_name()) {
        parts.push(name.to_string_lossy().into_owned());
    }
    if app.is_unsaved() {
        parts.push("not saved".to_owned());
    }
    let line = Line::from(vec![Span::styled(" ZÈRTZ ", theme::TITLE), Span::raw(format!("  {}", parts.join(" · ")))]);
    frame.render_widget(Paragraph::new(line), layout.header);
    let cursor = Line::raw(format!("{} ", rules.board.label(app.cursor))).right_aligned();
    frame.render_widget(Paragraph::new(cursor), layout.header);
}

fn task(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let line = match words::result(app) {
        Some(result) => {
            frame.buffer_mut().set_style(layout.task, theme::BANNER);
            Line::styled(format!("★ {result} ★"), theme::BANNER).centered()
        }
        None => Line::styled(format!(" {}", words::task(app)), theme::STRONG),
    };
    frame.render_widget(Paragraph::new(line), layout.task);
}

/// Draws prompts and questions in the first line, and a notice below, or in both lines if there is no prompt.
fn message(app: &App, area: Rect, frame: &mut Frame<'_>) {
    // Aligned with the other lines.
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let mut notice_area = area;
    match &app.mode {
        Mode::Prompt(ask, field) => {
            let top = Rect { height: 1, ..area };
            notice_area = Rect { y: area.y + 1, height: 1, ..area };
            let (before, after) = field.halves();
            let label = ask.label();
            let room = usize::from(area.width).saturating_sub(label.len() + 1);
            // A long path scrolls, so that the cursor is always visible.
            let mut before = before.as_str();
            while Span::raw(before).width() > room {
                before = before.split_at(before.chars().next().map_or(0, char::len_utf8)).1;
            }
            let x = area.x + (label.len() + Span::raw(before).width()) as u16;
            let spans = vec![Span::styled(label, theme::STRONG), Span::raw(before), Span::raw(after)];
            frame.render_widget(Paragraph::new(Line::from(spans)), top);
            frame.set_cursor_position((x, area.y));
        }
        Mode::Question(question) => {
            let text = Line::styled(words::question(app, question), theme::TITLE);
            return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
        Mode::Board | Mode::Help => {}
    }
    if let Some(notice) = &app.notice {
        let style = if notice.refusal { theme::REFUSAL } else { Style::new() };
        let text = Span::styled(notice.text.as_str(), style);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), notice_area);
    }
}

fn hints(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let mut spans = Vec::new();
    let mut width = 0;
    for (key, what) in words::hints(app) {
        let pair = [Span::raw(" "), Span::styled(format!(" {key} "), theme::KEY), Span::raw(format!(" {what}"))];
        width += pair.iter().map(Span::width).sum::<usize>();
        // No half hints; the help shows all keys.
        if width <= usize::from(layout.hints.width) {
            spans.extend(pair);
        }
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), layout.hints);
}

fn help(frame: &mut Frame<'_>) {
    // Two columns that fit the narrowest window.
    let cells = |entry: Option<&(&'static str, &'static str)>, key: usize, what: usize| {
        let (name, text) = entry.copied().unwrap_or_default();
        [Span::styled(format!(" {name:key$}"), theme::STRONG), Span::raw(format!("{text:what$}"))]
    };
    let rows = KEYS.len().div_ceil(2);
    let mut lines = vec![Line::default()];
    for row in 0..rows {
        lines.push(Line::from([cells(KEYS.get(row), 14, 24), cells(KEYS.get(row + rows), 10, 18)].concat()));
    }
    lines.push(Line::default());
    let signs = " [ ] cursor   < > possible   = = chosen   { } last turn   x removed";
    lines.push(Line::styled(signs, theme::QUIET));
    let area = frame.area();
    let (width, height) = (area.width.min(70), area.height.min(lines.len() as u16 + 2));
    let popup = Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    frame.render_widget(Clear, popup);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Keys ")), popup);
}
