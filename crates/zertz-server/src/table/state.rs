//! [`Table`]: the state of a game that its events lead to.

use super::{Clock, Outage};
use crate::id;
use std::fmt::Display;
use zertz::{Game, Outcome, Turn};
use zertz_protocol::{
    Act, ChatMessage, Code, ConditionalTurns, DeclineReason, Event, EventKind, GameId, LIMITS, Millis, Moment, Offers,
    Pair, PlayerId, Problem, Seat, SeatedPlayer, Settings, Snapshot, State, Status,
};

/// How long a player may take for the first turn of a live game. No clock runs yet.
const FIRST_TURN: Millis = LIMITS.first_turn_seconds as Millis * 1000;

/// The same in games without a clock and in correspondence games.
const FIRST_TURN_AWAY: Millis = 14 * 24 * 3600 * 1000;

/// How long a seat stays open before the game is aborted.
const VACANT: Millis = 7 * 24 * 3600 * 1000;

/// How many turns each player must play before a game changes ratings.
const RATED_TURNS: usize = 2;

/// How long a missed capture can be demanded after a turn that won.
const DEMAND: Millis = 60_000;

/// The events are not those of a game: the log was damaged, or a newer version wrote it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} does not fit the game: {why}")]
pub struct BadLog {
    seq: i64,
    why: String,
}

impl BadLog {
    pub(super) fn new(seq: i64, why: impl ToString) -> BadLog {
        BadLog { seq, why: why.to_string() }
    }
}

/// An event that cannot be in the log of a game.
fn broken(why: impl Display) -> Problem {
    Problem::new(Code::Internal, why)
}

/// One thing that a player did, parsed and as text.
#[derive(Clone, Debug)]
pub(super) struct PlayedAct {
    pub(super) act: Act,
    pub(super) text: String,
    pub(super) by: Seat,
    /// Whether it was a turn for which the clock ran.
    timed: bool,
}

/// How often a player has done what is capped.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) draws: u32,
    pub(super) undos: u32,
    pub(super) rematches: u32,
    pub(super) gifts: u32,
    pub(super) conditional_turns: u32,
    pub(super) chat: u32,
    pub(super) chat_after: u32,
}

impl Tally {
    fn count(&mut self, kind: &EventKind, over: bool) {
        match kind {
            EventKind::DrawOffered => self.draws += 1,
            EventKind::UndoOffered => self.undos += 1,
            EventKind::RematchOffered => self.rematches += 1,
            EventKind::TimeGiven { .. } => self.gifts += 1,
            EventKind::ConditionalTurns { .. } => self.conditional_turns += 1,
            EventKind::Chat { .. } => {
                self.chat += 1;
                self.chat_after += u32::from(over);
            }
            _ => {}
        }
    }
}

/// A game with its players and its clock.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) settings: Settings,
    pub(super) seats: Pair<Option<PlayerId>>,
    /// The bot that was challenged.
    pub(super) challenged: Option<Seat>,
    pub(super) game: Game,
    pub(super) acts: Vec<PlayedAct>,
    pub(super) clock: Clock,
    pub(super) offers: Offers,
    pub(super) conditional_turns: Pair<ConditionalTurns>,
    pub(super) status: Status,
    pub(super) rematch: Option<GameId>,
    declined: Option<DeclineReason>,
    /// Whether a moderator has voided the game.
    pub(super) voided: bool,
    /// The number of the last event.
    pub(super) seq: i64,
    /// The number of the last event that changed the position.
    pub(super) moved: i64,
    /// When the position last changed, or the game began.
    pub(super) since: Moment,
    /// From when on the time without a clock counts: later than `since` after an outage.
    waits_from: Moment,
    /// The end of the last outage that was given back.
    pub(super) interrupted_until: Moment,
    pub(super) chat: Vec<ChatMessage>,
    pub(super) tally: Pair<Tally>,
    /// The ids of requests that were carried out, with the first event of each.
    pub(super) done: Vec<(Seat, Box<str>, i64)>,
    created: Moment,
    ended: Option<Moment>,
}

impl Table {
    /// Makes a table from the first event of a log.
    pub fn open(first: &Event) -> Result<Table, BadLog> {
        let EventKind::Created { settings, seats, challenged } = &first.kind else {
            return Err(BadLog::new(first.seq, "the first event of a game is its creation"));
        };
        let rules = settings.rules.rules().map_err(|problem| BadLog::new(first.seq, problem))?;
        let mut table = Table {
            settings: settings.clone(),
            seats: seats.clone(),
            challenged: *challenged,
            game: Game::new(rules),
            acts: Vec::new(),
            clock: Clock::new(settings.time),
            offers: Offers::default(),
            conditional_turns: Pair::default(),
            status: Status::Waiting,
            rematch: None,
            declined: None,
            voided: false,
            seq: first.seq,
            moved: first.seq,
            since: first.at,
            waits_from: first.at,
            interrupted_until: first.at,
            chat: Vec::new(),
            tally: Pair::default(),
            done: Vec::new(),
            created: first.at,
            ended: None,
        };
        table.begin();
        Ok(table)
    }

    /// Makes a table from a whole log.
    pub fn replay(log: &[Event]) -> Result<Table, BadLog> {
        let (first, rest) = log.split_first().ok_or_else(|| BadLog::new(0, "a game has at least one event"))?;
        let mut table = Table::open(first)?;
        for event in rest {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// Adds the next event.
    pub fn apply(&mut self, event: &Event) -> Result<(), BadLog> {
        self.apply_parsed(event, None).map_err(|problem| BadLog::new(event.seq, problem))
    }

    /// Adds the next event, whose turn may have been parsed already. If it does not fit, nothing changes.
    pub(super) fn apply_parsed(&mut self, event: &Event, turn: Option<Turn>) -> Result<(), Problem> {
        if event.seq != self.seq + 1 {
            return Err(broken(format!("the event before it is {}", self.seq)));
        }
        let over = self.ended.is_some();
        self.happen(event, turn)?;
        self.seq = event.seq;
        if let Some(seat) = event.by {
            self.tally[seat].count(&event.kind, over);
        }
        if let (Some(seat), Some(id)) = (event.by, &event.id) {
            self.done.push((seat, id.as_str().into(), event.seq));
        }
        if self.status == Status::Playing && self.game.outcome().is_some() && !self.game.may_demand_capture() {
            self.end(Status::Over, event.at);
        }
        Ok(())
    }

    fn happen(&mut self, event: &Event, turn: Option<Turn>) -> Result<(), Problem> {
        let by = || event.by.ok_or_else(|| broken("the event names no seat"));
        match &event.kind {
            EventKind::Created { .. } => return Err(broken("a game is created only once")),
            EventKind::Joined { player } => {
                let seat = self.vacant().ok_or(Code::Full)?;
                self.seats[seat] = Some(player.clone());
                self.since = event.at;
                self.waits_from = event.at;
                self.begin();
            }
            EventKind::Turn { turn: text, lag } => self.play(event, by()?, text, turn, *lag)?,
            EventKind::Swapped => {
                let timed = self.clock.running().is_some();
                self.act(by()?, Act::Swap, timed)?;
                self.clock.press(event.at, 0);
                self.moved(event);
            }
            EventKind::Demanded => {
                self.act(by()?, Act::Demand, false)?;
                self.clock.interrupt(event.at, 0);
                self.moved(event);
            }
            EventKind::Undone { keep } => {
                self.game = self.game_after(*keep)?;
                for undone in self.acts.drain(self.acts.len().min(*keep)..).filter(|undone| undone.timed) {
                    self.clock.undo(undone.by, 1);
                }
                self.clock.interrupt(event.at, 0);
                self.moved(event);
            }
            EventKind::DrawOffered => self.offers.draw = event.by,
            EventKind::DrawDeclined => self.offers.draw = None,
            EventKind::UndoOffered => self.offers.undo = event.by,
            EventKind::UndoDeclined => self.offers.undo = None,
            EventKind::TimeGiven { millis } => self.clock.give(by()?.other(), *millis),
            EventKind::Drawn | EventKind::Resigned | EventKind::TimeOut => self.finish(event, by()?)?,
            EventKind::Interrupted { from, to } => {
                let outage = Outage { from: *from, to: *to };
                self.clock.excuse(outage);
                self.waits_from += outage.since(self.waits_from);
                self.interrupted_until = *to;
            }
            EventKind::Aborted => self.end(Status::Aborted, event.at),
            EventKind::Declined { reason } => {
                self.declined = Some(*reason);
                self.end(Status::Aborted, event.at);
            }
            EventKind::Accepted => self.end(Status::Over, event.at),
            EventKind::ConditionalTurns { turns } => self.conditional_turns[by()?] = turns.clone(),
            EventKind::Chat { .. } | EventKind::ChatRemoved { .. } => ChatMessage::apply(&mut self.chat, event),
            // The game stays as it is. Ratings are not part of it.
            EventKind::Voided if self.status == Status::Over => self.voided = true,
            EventKind::Voided => return Err(Code::NotOver.into()),
            EventKind::RematchOffered => self.offers.rematch = event.by,
            EventKind::RematchDeclined => self.offers.rematch = None,
            EventKind::Rematch { game } => {
                self.offers.rematch = None;
                self.rematch = Some(game.clone());
            }
        }
        Ok(())
    }

    /// The game begins when both seats are taken.
    fn begin(&mut self) {
        if self.vacant().is_none() {
            self.status = Status::Playing;
        }
    }

    fn play(&mut self, event: &Event, by: Seat, text: &str, turn: Option<Turn>, lag: Millis) -> Result<(), Problem> {
        let turn = match turn {
            Some(turn) => turn,
            None => self.game.position().read_turn(self.game.rules(), text)?,
        };
        self.game.play(&turn)?;
        self.acts.push(PlayedAct {
            act: Act::Turn(turn),
            text: text.to_owned(),
            by,
            timed: self.clock.running().is_some(),
        });
        self.clock.press(event.at, lag);
        self.moved(event);
        Ok(())
    }

    /// Plays an act that is not a turn. `timed` says whether it adds an increment to the player's clock.
    fn act(&mut self, by: Seat, act: Act, timed: bool) -> Result<(), Problem> {
        let text = act.write(&self.game);
        act.play(&mut self.game)?;
        self.acts.push(PlayedAct { act, text, by, timed });
        Ok(())
    }

    /// The game as it was after some of its acts.
    fn game_after(&self, acts: usize) -> Result<Game, Problem> {
        let mut game = Game::new(self.game.rules().clone());
        self.acts.iter().take(acts).try_for_each(|played| played.act.play(&mut game))?;
        Ok(game)
    }

    /// The players end the game; the position stays.
    fn finish(&mut self, event: &Event, by: Seat) -> Result<(), Problem> {
        let player = by.player(self.game.is_swapped());
        let act = match event.kind {
            EventKind::Resigned => Act::Resign(player),
            EventKind::TimeOut => Act::Time(player),
            _ => Act::Draw,
        };
        self.act(by, act, false)?;
        self.end(Status::Over, event.at);
        Ok(())
    }

    fn end(&mut self, status: Status, at: Moment) {
        self.clock.stop(at, 0);
        self.status = status;
        self.ended = Some(at);
        self.offers = Offers::default();
        self.conditional_turns = Pair::default();
    }

    /// The position has changed: offers lapse, conditional turns go on or end, and the mover's clock runs.
    fn moved(&mut self, event: &Event) {
        self.moved = event.seq;
        self.since = event.at;
        self.waits_from = event.at;
        self.offers = Offers::default();
        for owner in Seat::BOTH {
            let rest = self.conditional_turns[owner].after(&event.kind);
            self.conditional_turns[owner] = rest.canonical_if_legal(&self.game);
        }
        if self.both_have_moved() {
            self.clock.run(self.mover(), event.at);
        }
    }

    pub(super) fn next_event(&self, at: Moment, by: Option<Seat>, id: Option<String>, kind: EventKind) -> Event {
        // A system clock that was set back must not make a game run backwards.
        Event { seq: self.seq + 1, at: at.max(self.since), by, id, kind }
    }

    /// Whether each player has played a turn. From then on time counts.
    pub(super) fn both_have_moved(&self) -> bool {
        self.game.turns().len() >= 2
    }

    /// Why the game does not change ratings, as far as the table knows: the settings do not allow it, or a player has played fewer than
    /// two turns.
    pub fn unrated(&self) -> Option<Code> {
        let turns = |seat| self.acts.iter().filter(|one| one.by == seat && matches!(one.act, Act::Turn(_))).count();
        if !self.settings.can_be_rated() {
            Some(Code::CannotRate)
        } else if Seat::BOTH.into_iter().any(|seat| turns(seat) < RATED_TURNS) {
            Some(Code::RatedShort)
        } else {
            None
        }
    }

    /// The seat to move.
    pub fn mover(&self) -> Seat {
        Seat::of(self.game.position().mover(), self.game.is_swapped())
    }

    /// The open seat.
    pub fn vacant(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.seats[seat].is_none())
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.seats[seat].as_ref() == Some(player))
    }

    /// The players.
    pub fn seats(&self) -> &Pair<Option<PlayerId>> {
        &self.seats
    }

    /// What the players agreed on.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The stage of the game.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The first turn, as text.
    pub fn opening(&self) -> Option<&str> {
        self.acts.iter().find(|played| matches!(played.act, Act::Turn(_))).map(|played| played.text.as_str())
    }

    /// What the players did, as text.
    pub fn acts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.acts.iter().map(|played| played.text.as_str())
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Removes what a player wrote. The log has forgotten it too.
    pub fn forget_chat(&mut self, player: &PlayerId) {
        if let Some(seat) = self.seat_of(player) {
            self.chat.retain(|message| message.by != seat);
        }
    }

    /// The messages between the players.
    pub fn chat(&self) -> &[ChatMessage] {
        &self.chat
    }

    /// The number of the last event.
    pub fn seq(&self) -> i64 {
        self.seq
    }

    /// The number of the last event that changed the position.
    pub fn position_seq(&self) -> i64 {
        self.moved
    }

    /// When the game was created.
    pub fn created(&self) -> Moment {
        self.created
    }

    /// When the game ended.
    pub fn ended(&self) -> Option<Moment> {
        self.ended
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.status == Status::Over)
    }

    /// The seat that won.
    pub fn winner(&self) -> Option<Seat> {
        Some(Seat::of(self.outcome()?.winner()?, self.game.is_swapped()))
    }

    /// The level of the engine to move, or to demand a capture after a turn that won.
    pub fn engine_to_move(&self) -> Option<zertz_engine::Level> {
        let playing = self.status == Status::Playing;
        self.seats[self.mover()].as_ref().filter(|_| playing).and_then(id::engine_level)
    }

    /// When the server has to check the table, even without a request.
    pub fn wake(&self) -> Option<Moment> {
        self.deadline().map(|(moment, _)| moment)
    }

    /// The event that time will cause, and when.
    pub(super) fn deadline(&self) -> Option<(Moment, EventKind)> {
        match self.status {
            Status::Over | Status::Aborted => None,
            Status::Waiting => Some((self.waits_from + VACANT, EventKind::Aborted)),
            Status::Playing if self.game.outcome().is_some() => Some((self.waits_from + DEMAND, EventKind::Accepted)),
            Status::Playing if !self.both_have_moved() => {
                let patience = if self.settings.time.is_live() { FIRST_TURN } else { FIRST_TURN_AWAY };
                Some((self.waits_from + patience, EventKind::Aborted))
            }
            Status::Playing => self.clock.flag().map(|moment| (moment, EventKind::TimeOut)),
        }
    }

    /// The state as clients see it.
    pub fn state(&self) -> State {
        let left = self.clock.left(Seat::One).zip(self.clock.left(Seat::Two)).map(|(one, two)| Pair([one, two]));
        State {
            status: self.status,
            mover: self.mover(),
            left,
            running: self.clock.running().map(|(seat, _)| seat),
            since: self.clock.running().map(|(_, since)| since),
            offers: self.offers,
            winner: self.winner(),
            rematch: self.rematch.clone(),
            declined: self.declined,
        }
    }

    /// The whole table as a player on this seat, or a spectator, sees it.
    pub fn snapshot(
        &self,
        id: &GameId,
        (seats, unrated): (Pair<Option<SeatedPlayer>>, Option<Code>),
        you: Option<Seat>,
        now: Moment,
    ) -> Snapshot {
        Snapshot {
            id: id.clone(),
            seq: self.seq,
            now,
            settings: self.settings.clone(),
            seats,
            unrated,
            you,
            acts: self.acts().map(str::to_owned).collect(),
            state: self.state(),
            conditional_turns: you.map(|seat| self.conditional_turns[seat].clone()).filter(|turns| !turns.is_empty()),
            chat: if you.is_some() { self.chat.clone() } else { Vec::new() },
        }
    }
}
