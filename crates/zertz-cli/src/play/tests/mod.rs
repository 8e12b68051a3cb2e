//! Tests of the interface: they press keys and check state and picture.

#[path = "../../../tests/common/folder.rs"]
mod folder;
mod options;
mod playing;
mod records;
mod seen;

pub use folder::Folder;

use super::{Options, prompt::Mode, state::App};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
};
use zertz::{Board, Position, Ring, RingSet, Rules, notation::Zip};

fn standard() -> Rules {
    Rules::standard(Board::rings37())
}

fn app(rules: Rules) -> App {
    App::new(Options { letters: false, ..Options::new(rules) }).unwrap()
}

fn app_at(rules: Rules, zip: &str) -> App {
    let start: Position = zip.parse::<Zip>().unwrap().position(&rules).unwrap();
    App::new(Options { start: Some(start), ..Options::new(rules) }).unwrap()
}

/// Presses keys: characters, and names in angle brackets such as `<Enter>`.
fn press(app: &mut App, keys: &str) {
    let mut rest = keys;
    while let Some(first) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|name| name.split_once('>'));
        let code = match named {
            Some(("Enter", _)) => KeyCode::Enter,
            Some(("Esc", _)) => KeyCode::Esc,
            Some(("Tab", _)) => KeyCode::Tab,
            Some(("Back", _)) => KeyCode::Backspace,
            Some(("Up", _)) => KeyCode::Up,
            Some(("Down", _)) => KeyCode::Down,
            Some(("Left", _)) => KeyCode::Left,
            Some(("Right", _)) => KeyCode::Right,
            Some(("Home", _)) => KeyCode::Home,
            Some(("End", _)) => KeyCode::End,
            Some(("PgUp", _)) => KeyCode::PageUp,
            Some(("PgDn", _)) => KeyCode::PageDown,
            _ => KeyCode::Char(first),
        };
        rest = if let (Some((_, after)), true) = (named, code != KeyCode::Char('<')) {
            after
        } else {
            &rest[first.len_utf8()..]
        };
        app.key(KeyEvent::from(code));
    }
}

fn type_turns(app: &mut App, turns: &[&str]) {
    for turn in turns {
        press(app, &format!(":{turn}<Enter>"));
        assert_eq!(app.mode, Mode::Board, "{turn}: {:?}", app.notice);
    }
}

fn ring(app: &App, label: &str) -> Ring {
    app.rules().board.ring(label.parse().unwrap()).unwrap()
}

fn rings(app: &App, labels: &str) -> RingSet {
    labels.split_whitespace().map(|label| ring(app, label)).collect()
}

fn choose(app: &mut App, label: &str) {
    app.put_cursor(ring(app, label));
    press(app, "<Enter>");
}

fn notice(app: &App) -> &str {
    app.notice.as_ref().map_or("", |notice| notice.text.as_str())
}

fn turns(app: &App) -> Vec<String> {
    let turns = app.game.turns().iter();
    turns.map(|(before, turn)| format!("{:#}", before.write_turn(app.rules(), turn))).collect()
}

fn picture(app: &App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| super::view::draw(app, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The lines of the window, without trailing spaces.
fn lines(app: &App, width: u16, height: u16) -> Vec<String> {
    let buffer = picture(app, width, height);
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(line).collect()
}

fn text(app: &App) -> String {
    lines(app, 80, 24).join("\n")
}
