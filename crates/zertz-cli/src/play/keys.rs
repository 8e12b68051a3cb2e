//! The meaning of keys and mouse. The help shows the list [`KEYS`].

use super::{
    files,
    geometry::{Layout, Way},
    prompt::{Ask, Mode, Question, TextField},
    state::App,
};
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::Position as Cell,
};
use zertz::{Colour, Direction, Phase, Step};

pub const KEYS: &[(&str, &str)] = &[
    ("arrows hjkl", "move the cursor"),
    ("1 3 7 9", "move diagonally"),
    ("Enter Space", "choose a ring"),
    ("mouse", "choose a ring or colour"),
    ("w g b", "colour to place"),
    ("Tab", "next colour or target"),
    ("Backspace Esc", "undo a step"),
    ("i : /", "type a turn: x d1Gd3"),
    ("y n", "claim or leave a group"),
    ("d", "demand a missed capture"),
    ("s", "swap sides after turn 1"),
    ("u r", "undo, redo a turn"),
    ("Home End", "first, last turn"),
    ("PgUp PgDn", "scroll the turns"),
    ("t", "letters on marbles"),
    ("c", "labels on rings"),
    ("m", "mark captures"),
    ("S L", "save, load a game"),
    ("n", "new game"),
    ("R", "resign"),
    ("q", "quit"),
    ("?", "this help"),
];

impl App {
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let interrupt = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Question(Question::Quit) if interrupt => self.quit = true,
            _ if interrupt => self.ask_to_quit(),
            Mode::Board => self.board_key(key),
            Mode::Help => {}
            Mode::Question(question) => match key.code {
                KeyCode::Char('y' | 'Y') => self.answer(question, true),
                KeyCode::Char('n' | 'N') | KeyCode::Esc => self.answer(question, false),
                // Saving is an answer too.
                KeyCode::Char('S') if matches!(question, Question::Quit | Question::New | Question::Load(_)) => {
                    self.ask_to_save();
                }
                _ => self.mode = Mode::Question(question),
            },
            Mode::Prompt(ask, mut field) => match key.code {
                KeyCode::Enter => self.submit(ask, field),
                KeyCode::Esc => self.notice = None,
                _ => {
                    field.key(key);
                    self.mode = Mode::Prompt(ask, field);
                }
            },
        }
    }

    /// Pastes text into the field of a prompt, or as a turn.
    pub fn paste(&mut self, text: &str) {
        match &mut self.mode {
            Mode::Prompt(_, field) => field.insert(text),
            Mode::Board => {
                let mut field = TextField::default();
                field.insert(text);
                self.mode = Mode::Prompt(Ask::Turn, field);
            }
            _ => {}
        }
    }

    pub fn mouse(&mut self, event: MouseEvent, layout: &Layout) {
        if self.mode == Mode::Help && matches!(event.kind, MouseEventKind::Down(_)) {
            self.mode = Mode::Board;
            return;
        }
        if self.mode != Mode::Board {
            return;
        }
        let cell = Cell::new(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(ring) = layout.ring_at(cell) {
                    self.put_cursor(ring);
                    self.choose();
                } else if let Some(colour) = layout.colour_at(cell) {
                    self.choose_colour(colour);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.take_back(),
            MouseEventKind::ScrollUp => self.scroll_by(1),
            MouseEventKind::ScrollDown => self.scroll_by(-1),
            _ => {}
        }
    }

    fn board_key(&mut self, key: KeyEvent) {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return;
        }
        let deciding = matches!(self.half().phase(), Phase::Claim(_)) && self.game.outcome().is_none();
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | '8') => self.walk(Way::Up),
            KeyCode::Down | KeyCode::Char('j' | '2') => self.walk(Way::Down),
            KeyCode::Left | KeyCode::Char('h' | '4') => self.walk(Way::Left),
            KeyCode::Right | KeyCode::Char('l' | '6') => self.walk(Way::Right),
            KeyCode::Char('7') => self.walk_diagonally(Direction::NorthWest),
            KeyCode::Char('9') => self.walk_diagonally(Direction::NorthEast),
            KeyCode::Char('1') => self.walk_diagonally(Direction::SouthWest),
            KeyCode::Char('3') => self.walk_diagonally(Direction::SouthEast),
            KeyCode::Char('y') if deciding => self.take(Step::Claim),
            KeyCode::Char('n') if deciding => self.take(Step::Decline),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(),
            KeyCode::Char(c @ ('w' | 'g' | 'b')) => {
                self.choose_colour(Colour::from_letter(c).expect("it is the letter of a colour"));
            }
            KeyCode::Tab => self.tab(),
            KeyCode::Backspace | KeyCode::Esc => self.take_back(),
            KeyCode::Char('i' | ':' | '/') => self.prompt(Ask::Turn, ""),
            KeyCode::Char('d') => self.demand(),
            KeyCode::Char('s') => self.swap(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Home => self.rewind(false),
            KeyCode::End => self.rewind(true),
            KeyCode::PageUp => self.scroll_by(5),
            KeyCode::PageDown => self.scroll_by(-5),
            KeyCode::Char('t') => self.letters = !self.letters,
            KeyCode::Char('c') => self.labels = !self.labels,
            KeyCode::Char('m') => self.hinting = !self.hinting,
            KeyCode::Char('S') => self.ask_to_save(),
            KeyCode::Char('L') => self.prompt(Ask::Load, ""),
            KeyCode::Char('n') if self.is_unsaved() => self.mode = Mode::Question(Question::New),
            KeyCode::Char('n') => self.new_game(),
            KeyCode::Char('R') => match self.game.outcome() {
                None => self.mode = Mode::Question(Question::Resign),
                Some(outcome) => self.refuse_step(zertz::IllegalTurn::Over(outcome)),
            },
            KeyCode::Char('q') => self.ask_to_quit(),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            _ => {}
        }
    }

    fn walk_diagonally(&mut self, direction: Direction) {
        if let Some(ring) = self.rules().board.next(self.cursor, direction) {
            self.put_cursor(ring);
        }
    }

    fn scroll_by(&mut self, lines: isize) {
        let most = self.whole().turns().len().saturating_sub(1);
        self.scroll = self.scroll.saturating_add_signed(lines).min(most);
    }

    fn ask_to_quit(&mut self) {
        if self.is_unsaved() {
            self.mode = Mode::Question(Question::Quit);
        } else {
            self.quit = true;
        }
    }

    fn ask_to_save(&mut self) {
        let name = self.file.as_ref().map_or_else(files::free_name, |path| path.display().to_string());
        self.prompt(Ask::Save, &name);
    }

    fn prompt(&mut self, ask: Ask, text: &str) {
        self.notice = None;
        self.mode = Mode::Prompt(ask, TextField::new(text));
    }

    fn submit(&mut self, ask: Ask, field: TextField) {
        self.notice = None;
        let text = field.text();
        if text.trim().is_empty() {
            return;
        }
        let path = files::path(&text);
        match ask {
            Ask::Turn => self.play_typed(field),
            Ask::Save if path.exists() => self.mode = Mode::Question(Question::Overwrite(path)),
            Ask::Save => self.save(&path),
            Ask::Load if self.is_unsaved() => self.mode = Mode::Question(Question::Load(path)),
            Ask::Load => self.load(&path),
        }
    }
}
