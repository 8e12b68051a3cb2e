//! [`App`]: the game on the table and the turn in the player's hand. No terminal in it: it can be driven by a test.
//!
//! What may be done is asked of [`TurnInProgress`]; nothing here knows the rules. Keys are in [`keys`](super::keys).

use super::{
    Options, files,
    geometry::{self, Way},
    prompt::{Ask, Line, Mode, Question},
    words,
};
use std::path::{Path, PathBuf};
use zertz::{
    Captures, Colour, Game, HalfTurn, IllegalTurn, Outcome, Phase, Player, Position, Ring, RingSet, Rules, Step, Turn,
    TurnInProgress, notation::Record,
};

/// A sentence for the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// Whether something could not be done.
    pub refusal: bool,
}

/// What the rings are to the player at this moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// A marble can be put there.
    pub places: RingSet,
    /// These can be chosen: a marble that jumps, a ring to land on, a ring to remove.
    pub targets: RingSet,
    /// The marble that jumps, or the group to decide on.
    pub chosen: RingSet,
    /// What the last turn touched: the marble placed or moved, and where it came from.
    pub last: RingSet,
}

/// Everything that can change while playing.
#[derive(Debug)]
pub struct App {
    pub(super) game: Game,
    pub(super) turn: TurnInProgress,
    /// The colour to place. Where what is touched must be played there is none until the player takes one.
    pub(super) hand: Option<Colour>,
    /// The marble chosen to begin jumping with.
    pub(super) jumper: Option<Ring>,
    pub(super) cursor: Ring,
    home: i32,
    pub(super) mode: Mode,
    pub(super) notice: Option<Notice>,
    /// Letters on the marbles.
    pub(super) letters: bool,
    /// Names on the vacant rings.
    pub(super) labels: bool,
    /// Whether marbles that can jump are marked before one is chosen.
    pub(super) hinting: bool,
    /// How many lines the list of turns is scrolled back from the present turn.
    pub(super) scroll: usize,
    pub(super) file: Option<PathBuf>,
    pub(super) quit: bool,
    /// The record that was loaded, for what a game does not hold: names, comments, variations.
    record: Option<Record>,
    /// A record was loaded and nothing new has been played since.
    reviewing: bool,
    names: [Option<String>; 2],
    saved: Fingerprint,
}

/// What is compared to tell whether a game has changed since it was saved: the turns, the seats and the outcome.
type Fingerprint = Option<(Vec<Turn>, bool, Option<Outcome>)>;

fn line_of(game: &Game) -> Fingerprint {
    Some((game.turns().iter().map(|&(_, turn)| turn).collect(), game.is_swapped(), game.outcome()))
}

impl App {
    /// A new game, or the one in the file of the options.
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
        app.sit_down();
        if let Some(path) = options.load {
            let record = files::load(&path)?;
            app.open(&path, record);
        }
        Ok(app)
    }

    pub(super) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The turn as far as it is made.
    pub(super) fn half(&self) -> HalfTurn {
        self.turn.now().unwrap_or_else(|| HalfTurn::begin(*self.game.position()))
    }

    /// The position as it looks, half-made turn included.
    pub(super) fn position(&self) -> Position {
        *self.half().position()
    }

    /// The person on a seat, as sentences begin.
    pub(super) fn name(&self, player: Player) -> String {
        // Whoever took over the first player's side brought their name along.
        let seat = if self.game.is_swapped() { player.other() } else { player };
        self.names[seat.index()].clone().unwrap_or_else(|| words::capital(&player.to_string()))
    }

    pub(super) fn steps(&self) -> Vec<Step> {
        if self.game.outcome().is_some() { Vec::new() } else { self.turn.next_steps(self.rules()) }
    }

    /// Whether what is touched now must be played. A record is only looked at, so there it does not count.
    pub(super) fn touch_move(&self) -> bool {
        self.rules().touch_move && !self.reviewing
    }

    /// Whether the player has begun the turn.
    pub(super) fn has_begun(&self) -> bool {
        self.turn.steps().len() > 0 || self.jumper.is_some() || self.touch_move() && self.hand.is_some()
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), refusal: false });
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), refusal: true });
    }

    /// Everything as it is before a turn.
    pub(super) fn begin_turn(&mut self) {
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

    /// Everything as it is before a game.
    fn sit_down(&mut self) {
        // Near the middle most rings are near.
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

    pub(super) fn put_cursor(&mut self, ring: Ring) {
        self.cursor = ring;
        self.home = geometry::home_of(&self.rules().board, ring);
    }

    pub(super) fn walk(&mut self, way: Way) {
        let to = geometry::walk(&self.game.rules().board, self.cursor, way, self.home).unwrap_or(self.cursor);
        match way {
            Way::Up | Way::Down => self.put_cursor(to),
            Way::Left | Way::Right => self.cursor = to,
        }
    }

    /// Goes to the next ring that can be chosen, in the order of the names.
    pub(super) fn next_target(&mut self) {
        let board = self.game.rules().board.clone();
        let targets: Vec<Ring> = board.in_label_order(self.marks().targets).collect();
        let label = board.label(self.cursor);
        let next = targets.iter().find(|&&ring| board.label(ring) > label).or(targets.first());
        if let Some(&ring) = next {
            self.put_cursor(ring);
        }
    }

    /// Where a jump leads.
    pub(super) fn landing(&self, step: Step) -> Option<(Ring, Ring)> {
        let Step::Jump(from, direction) = step else { return None };
        let (_, to) = self.rules().board.jump_path(from, direction)?;
        Some((from, to))
    }

    /// What the rings are to the player now.
    pub(super) fn marks(&self) -> Marks {
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
                Step::Jump(from, _) if jumper == Some(from) => {
                    targets |= self.landing(step).map_or(RingSet::EMPTY, |(_, to)| to.only());
                }
                _ => {}
            }
        }
        // Where nothing else can be done there is no secret in what can be.
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

    /// The whole game, turns that were undone included.
    pub(super) fn whole(&self) -> Game {
        let mut whole = self.game.clone();
        while whole.redo() {}
        whole
    }

    /// Whether leaving now would lose turns.
    pub(super) fn is_unsaved(&self) -> bool {
        let whole = self.whole();
        let fresh = whole.turns().is_empty() && whole.outcome().is_none();
        !fresh && self.saved != line_of(&whole) && self.saved != line_of(&self.game)
    }

    /// The record of the game as it stands.
    pub(super) fn to_record(&self) -> Record {
        if let Some(record) = &self.record
            && line_of(&self.game) == line_of(&record.game())
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

    /// Puts a record on the table, at its end.
    pub(super) fn open(&mut self, path: &Path, record: Record) {
        self.game = record.game();
        self.saved = line_of(&self.game);
        self.names = ["Player1", "Player2"].map(|tag| record.tag(tag).map(str::to_owned));
        let turns = self.game.turns().len();
        let note = record.notes.first().map(|note| format!(" Note: {note}.")).unwrap_or_default();
        self.record = Some(record);
        self.reviewing = true;
        self.file = Some(path.to_owned());
        self.sit_down();
        let plural = if turns == 1 { "" } else { "s" };
        self.say(format!(
            "{} loaded, {turns} turn{plural}. u and r step back and forth, Home goes to the start.{note}",
            path.display()
        ));
    }

    /// Writes the game to a file.
    pub(super) fn save(&mut self, path: &Path) {
        match files::save(path, &self.to_record()) {
            Err(sentence) => {
                self.refuse(sentence);
                // The name stays, so that it can be mended.
                self.mode = Mode::Prompt(Ask::Save, Line::new(&path.display().to_string()));
            }
            Ok(()) => {
                self.saved = line_of(&self.game);
                self.file = Some(path.to_owned());
                let undone = self.whole().turns().len() - self.game.turns().len();
                let without = match undone {
                    0 => String::new(),
                    1 => " The turn that was undone is not in it.".to_owned(),
                    n => format!(" The {n} turns that were undone are not in it."),
                };
                self.say(format!("The game is saved as {}.{without}", path.display()));
            }
        }
    }

    /// Reads a game from a file.
    pub(super) fn load(&mut self, path: &Path) {
        match files::load(path) {
            Ok(record) => self.open(path, record),
            Err(sentence) => {
                self.refuse(sentence);
                self.mode = Mode::Prompt(Ask::Load, Line::new(&path.display().to_string()));
            }
        }
    }

    /// The same rules and start again.
    pub(super) fn new_game(&mut self) {
        self.game = Game::from_position(self.game.rules().clone(), *self.game.start());
        (self.record, self.reviewing, self.file, self.saved) = (None, false, None, None);
        self.sit_down();
        self.say("A new game begins.");
    }

    /// Plays a complete turn, unless that would forget several turns: then asks first.
    pub(super) fn finish(&mut self, turn: Turn) {
        let played = self.game.turns().len();
        let mut ahead = self.game.clone();
        let redone = ahead.redo() && ahead.turns().get(played).is_some_and(|&(_, next)| next == turn);
        if redone {
            self.game = ahead;
            self.begin_turn();
        } else if self.whole().turns().len() > played + 1 {
            // The table is as before the turn while the question stands.
            self.begin_turn();
            self.mode = Mode::Question(Question::Forget(turn));
        } else {
            self.play(&turn);
        }
    }

    pub(super) fn play(&mut self, turn: &Turn) {
        match self.game.play(turn) {
            Ok(()) => self.reviewing = false,
            Err(error) => self.refuse(words::sentence(&error)),
        }
        self.begin_turn();
    }

    /// Why a step cannot be taken, with what can be done instead.
    pub(super) fn refuse_step(&mut self, error: IllegalTurn) {
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
