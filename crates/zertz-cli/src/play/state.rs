//! [`App`]: the game and the unfinished turn. It needs no terminal, so tests can use it directly.
//!
//! [`TurnInProgress`] knows the rules; nothing here does. Keys are in [`keys`](super::keys).

use super::{
    Options, files,
    geometry::{self, Way},
    prompt::{Ask, Mode, Question, TextField},
    words,
};
use crate::output;
use std::path::{Path, PathBuf};
use zertz::{
    Captures, Colour, Game, HalfTurn, IllegalTurn, Outcome, Phase, Player, Position, Ring, RingSet, Rules, Step, Turn,
    TurnInProgress, notation::Record,
};

#[derive(Debug)]
pub struct Notice {
    pub text: String,
    /// Whether it says why something is not possible.
    pub refusal: bool,
}

pub struct Marks {
    /// Rings on which a marble can be placed.
    pub places: RingSet,
    /// Rings that can be chosen: marbles that can jump, rings to land on, rings to remove.
    pub targets: RingSet,
    /// The marble that jumps, or the group to decide on.
    pub chosen: RingSet,
    pub last: RingSet,
}

#[derive(Debug)]
pub struct App {
    pub game: Game,
    pub turn: TurnInProgress,
    /// The colour to place. With touch-move it is empty until the player takes a marble.
    pub hand: Option<Colour>,
    /// The marble chosen to jump first.
    pub jumper: Option<Ring>,
    pub cursor: Ring,
    /// The height at which the cursor began to move sideways.
    home: i32,
    pub mode: Mode,
    pub notice: Option<Notice>,
    pub letters: bool,
    pub labels: bool,
    /// Whether marbles that can jump are marked before one is chosen.
    pub hinting: bool,
    /// How many lines the list of turns is scrolled back.
    pub scroll: usize,
    pub file: Option<PathBuf>,
    pub quit: bool,
    /// The loaded record, which has comments, variations and tags that a game has not.
    record: Option<Record>,
    /// Whether a record was loaded and nothing has been played since.
    reviewing: bool,
    names: [Option<String>; 2],
    saved: Option<Fingerprint>,
}

/// What shows whether a game has changed since it was saved: the turns, the swap and the outcome.
type Fingerprint = (Vec<Turn>, bool, Option<Outcome>);

fn fingerprint(game: &Game) -> Fingerprint {
    (game.turns().iter().map(|&(_, turn)| turn).collect(), game.is_swapped(), game.outcome())
}

impl App {
    pub fn new(options: Options) -> Result<App, String> {
        let rules = options.rules;
        let start = options.start.unwrap_or_else(|| rules.start());
        let mut app = App {
            game: Game::from_position(rules, start),
            turn: TurnInProgress::new(start),
            hand: None,
            jumper: None,
            cursor: start.rings().first().ok_or("There is no ring on the board.")?,
            home: 0,
            mode: Mode::Board,
            notice: None,
            letters: options.letters,
            labels: false,
            hinting: true,
            scroll: 0,
            file: None,
            quit: false,
            record: None,
            reviewing: false,
            names: options.names,
            saved: None,
        };
        app.start_game();
        if let Some(path) = options.load {
            let record = files::load(&path)?;
            app.open(&path, record);
        }
        Ok(app)
    }

    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    pub fn half(&self) -> HalfTurn {
        self.turn.now().unwrap_or_else(|| HalfTurn::begin(*self.game.position()))
    }

    /// The position after the steps of the unfinished turn.
    pub fn position(&self) -> Position {
        *self.half().position()
    }

    /// The name of a player, as the first word of a sentence.
    pub fn name(&self, player: Player) -> String {
        // After a swap, the names are swapped too.
        let seat = if self.game.is_swapped() { player.other() } else { player };
        self.names[seat.index()].clone().unwrap_or_else(|| words::capital(&player.to_string()))
    }

    pub fn steps(&self) -> Vec<Step> {
        if self.game.outcome().is_some() { Vec::new() } else { self.turn.next_steps(self.rules()) }
    }

    pub fn placeable(&self) -> Vec<Colour> {
        let steps = self.steps();
        let can_place = |colour| steps.iter().any(|step| matches!(step, Step::Place(c, _) if *c == colour));
        Colour::ALL.into_iter().filter(|&colour| can_place(colour)).collect()
    }

    /// Whether the touch-move rule applies. It does not while a record is reviewed.
    pub fn touch_move(&self) -> bool {
        self.rules().touch_move && !self.reviewing
    }

    pub fn has_begun(&self) -> bool {
        self.turn.steps().len() > 0 || self.jumper.is_some() || self.touch_move() && self.hand.is_some()
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), refusal: false });
    }

    pub fn refuse(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), refusal: true });
    }

    /// Resets everything that belongs to a turn.
    pub fn begin_turn(&mut self) {
        self.turn = TurnInProgress::new(*self.game.position());
        self.jumper = None;
        self.scroll = 0;
        let supply = self.game.position().supply();
        self.hand = if self.touch_move() {
            None
        } else {
            self.hand.filter(|&colour| supply[colour] > 0).or_else(|| supply.colours().next())
        };
    }

    /// Resets everything that belongs to a game.
    fn start_game(&mut self) {
        // The cursor starts at the ring that is closest to all others.
        let board = self.game.rules().board.clone();
        let middle = |ring: &Ring| {
            let (x, y) = board.drawing_place(*ring);
            let all = board.all().into_iter().map(|ring| board.drawing_place(ring));
            all.map(|(a, b)| (x - a).powi(2) + (y - b).powi(2)).sum::<f64>()
        };
        let rings = board.in_label_order(board.all());
        let cursor = rings.min_by(|a, b| middle(a).total_cmp(&middle(b)));
        self.put_cursor(cursor.unwrap_or(self.cursor));
        self.hinting = self.rules().captures == Captures::Enforced;
        self.hand = None;
        self.begin_turn();
    }

    pub fn put_cursor(&mut self, ring: Ring) {
        self.cursor = ring;
        self.home = geometry::half_steps(&self.rules().board, ring);
    }

    pub fn walk(&mut self, way: Way) {
        let to = geometry::walk(&self.game.rules().board, self.cursor, way, self.home).unwrap_or(self.cursor);
        match way {
            Way::Up | Way::Down => self.put_cursor(to),
            Way::Left | Way::Right => self.cursor = to,
        }
    }

    /// Moves the cursor to the next ring that can be chosen, in the order of the labels.
    pub fn next_target(&mut self) {
        let board = self.game.rules().board.clone();
        let targets: Vec<Ring> = board.in_label_order(self.marks().targets).collect();
        let label = board.label(self.cursor);
        let next = targets.iter().find(|&&ring| board.label(ring) > label).or(targets.first());
        if let Some(&ring) = next {
            self.put_cursor(ring);
        }
    }

    pub fn marks(&self) -> Marks {
        let (mut places, mut movable, mut targets) = (RingSet::EMPTY, RingSet::EMPTY, RingSet::EMPTY);
        let half = self.half();
        let jumper = match half.phase() {
            Phase::Jump(at) => Some(at),
            _ => self.jumper,
        };
        for step in self.steps() {
            match step {
                Step::Place(_, ring) if jumper.is_none() => places |= ring.only(),
                Step::Remove(ring) => targets |= ring.only(),
                Step::Jump(from, _) if jumper.is_none() => movable |= from.only(),
                Step::Jump(from, direction) if jumper == Some(from) => {
                    let path = self.rules().board.jump_path(from, direction);
                    targets |= path.map_or(RingSet::EMPTY, |(_, to)| to.only());
                }
                _ => {}
            }
        }
        // If the player cannot place a marble, a jump is obvious anyway.
        if self.hinting || places.is_empty() {
            targets |= movable;
        }
        let group = half.pending_group(self.rules());
        let chosen = group.unwrap_or_else(|| jumper.map_or(RingSet::EMPTY, Ring::only));
        Marks { places, targets, chosen, last: self.last_touched() }
    }

    fn last_touched(&self) -> RingSet {
        match self.game.turns().last() {
            Some((_, Turn::Place { ring, removed, claimed, .. })) => {
                ring.only() | *claimed | removed.map_or(RingSet::EMPTY, Ring::only)
            }
            Some((_, Turn::Jump(chain))) => {
                let rings = chain.hops(&self.rules().board).map(|(_, to)| to);
                rings.chain([chain.from()]).collect()
            }
            _ => RingSet::EMPTY,
        }
    }

    /// The game with all undone turns.
    pub fn whole(&self) -> Game {
        let mut whole = self.game.clone();
        while whole.redo() {}
        whole
    }

    /// Whether quitting now would lose turns.
    pub fn is_unsaved(&self) -> bool {
        let whole = self.whole();
        let fresh = whole.turns().is_empty() && whole.outcome().is_none();
        !fresh && self.saved != Some(fingerprint(&whole)) && self.saved != Some(fingerprint(&self.game))
    }

    fn to_record(&self) -> Record {
        if let Some(record) = &self.record
            && fingerprint(&self.game) == fingerprint(&record.game())
        {
            return record.clone();
        }
        let mut record = Record::of(&self.game);
        match &self.record {
            Some(loaded) => record.tags = loaded.tags.clone(),
            None => {
                for (tag, name) in ["Player1", "Player2"].into_iter().zip(&self.names) {
                    record.tags.extend(name.clone().map(|name| (tag.to_owned(), name)));
                }
            }
        }
        record
    }

    fn open(&mut self, path: &Path, record: Record) {
        self.game = record.game();
        self.saved = Some(fingerprint(&self.game));
        self.names = ["Player1", "Player2"].map(|tag| record.tag(tag).map(str::to_owned));
        let turns = output::turns(self.game.turns().len());
        let note = record.notes.first().map(|note| format!(" Note: {note}.")).unwrap_or_default();
        self.record = Some(record);
        self.reviewing = true;
        self.file = Some(path.to_owned());
        self.start_game();
        let path = path.display();
        self.say(format!("{path} loaded, {turns}. u and r step back and forth, Home goes to the start.{note}"));
    }

    pub fn save(&mut self, path: &Path) {
        match files::save(path, &self.to_record()) {
            Err(sentence) => {
                self.refuse(sentence);
                // The name stays, so that it can be corrected.
                self.mode = Mode::Prompt(Ask::Save, TextField::new(&path.display().to_string()));
            }
            Ok(()) => {
                self.saved = Some(fingerprint(&self.game));
                self.file = Some(path.to_owned());
                let undone = self.whole().turns().len() - self.game.turns().len();
                let without = match undone {
                    0 => String::new(),
                    1 => " It does not have the undone turn.".to_owned(),
                    n => format!(" It does not have the {n} undone turns."),
                };
                self.say(format!("The game is saved as {}.{without}", path.display()));
            }
        }
    }

    pub fn load(&mut self, path: &Path) {
        match files::load(path) {
            Ok(record) => self.open(path, record),
            Err(sentence) => {
                self.refuse(sentence);
                self.mode = Mode::Prompt(Ask::Load, TextField::new(&path.display().to_string()));
            }
        }
    }

    /// Starts a new game with the same rules and the same position.
    pub fn new_game(&mut self) {
        self.game = Game::from_position(self.game.rules().clone(), *self.game.start());
        (self.record, self.reviewing, self.file, self.saved) = (None, false, None, None);
        self.start_game();
        self.say("A new game begins.");
    }

    /// Plays a complete turn. Asks first if this would lose several undone turns.
    pub fn finish(&mut self, turn: Turn) {
        let played = self.game.turns().len();
        let mut ahead = self.game.clone();
        let redone = ahead.redo() && ahead.turns().get(played).is_some_and(|&(_, next)| next == turn);
        if redone {
            self.game = ahead;
            self.begin_turn();
        } else if self.whole().turns().len() > played + 1 {
            self.begin_turn();
            self.mode = Mode::Question(Question::Forget(turn));
        } else {
            self.play(&turn);
        }
    }

    pub fn play(&mut self, turn: &Turn) {
        match self.game.play(turn) {
            Ok(()) => self.reviewing = false,
            Err(error) => self.refuse(words::sentence(&error)),
        }
        self.begin_turn();
    }

    /// Says why a step is illegal, and which captures are possible instead.
    pub fn refuse_step(&mut self, error: IllegalTurn) {
        let mut text = words::sentence(&error);
        if error == IllegalTurn::MustJump {
            let board = &self.game.rules().board;
            let labels: Vec<String> =
                board.in_label_order(self.marks().targets).map(|ring| board.label(ring).to_string()).collect();
            text = format!("{} with {}.", text.trim_end_matches('.'), words::either(&labels));
        }
        self.refuse(text);
    }
}
