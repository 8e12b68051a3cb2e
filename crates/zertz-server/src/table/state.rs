//! [`Table`]: what the events of a game amount to.

use super::{Clock, Event, Millis, Moment, Pair, Plan, Seat, Settings, What};
use crate::id::{GameId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zertz::{Game, Outcome};
use zertz_data::{GameData, Trouble, act};

/// How long a player at the board may take for the very first turn. Nobody's clock runs yet.
const FIRST_TURN: Millis = 60_000;

/// The same where the players need not be there at once.
const FIRST_TURN_AWAY: Millis = 14 * 24 * 3600 * 1000;

/// How long a vacant seat is kept.
const VACANT: Millis = 7 * 24 * 3600 * 1000;

/// How long a missed capture can be demanded after a turn that won.
const DEMAND: Millis = 60_000;

/// Where a game is.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// A seat is vacant.
    Waiting,
    /// It is played.
    Playing,
    /// It ended by the rules or by the players.
    Over,
    /// It was called off.
    Aborted,
}

impl Status {
    /// Its name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Playing => "playing",
            Status::Over => "over",
            Status::Aborted => "aborted",
        }
    }
}

/// Offers that stand.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Seat>,
    /// Who would like to have a turn back.
    pub take_back: Option<Seat>,
    /// Who would like to play again.
    pub rematch: Option<Seat>,
}

/// Words between the players.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Said {
    /// The number of the event.
    pub seq: i64,
    /// When.
    pub at: Moment,
    /// Who.
    pub by: Seat,
    /// What.
    pub text: String,
}

/// A log that is not one of a game: it was damaged, or written by a version that knew more.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} does not fit the game: {why}")]
pub struct BadLog {
    seq: i64,
    why: String,
}

/// A game with its players and its clock.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) settings: Settings,
    pub(super) seats: Pair<Option<PlayerId>>,
    pub(super) game: Game,
    /// What was done, as pages have it, and by whom.
    pub(super) acts: Vec<(String, Seat)>,
    pub(super) clock: Clock,
    pub(super) offers: Offers,
    /// Turns follow them as long as the players move by turns: whatever else changes the position ends them.
    pub(super) plans: Pair<Plan>,
    pub(super) status: Status,
    pub(super) rematch: Option<GameId>,
    /// The number of the last event.
    pub(super) seq: i64,
    /// The number of the last event that changed the position.
    pub(super) moved: i64,
    /// When the last of those was, or the game began.
    pub(super) since: Moment,
    /// What was said.
    pub(super) said: Vec<Said>,
    /// Names of requests that were fulfilled, with the first event of each.
    pub(super) done: Vec<(Seat, Box<str>, i64)>,
    created: Moment,
    ended: Option<Moment>,
}

impl Table {
    /// A table from the first event of its log.
    pub fn open(first: &Event) -> Result<Table, BadLog> {
        let bad = |why: String| BadLog { seq: first.seq, why };
        let What::Created { settings, seats } = &first.what else {
            return Err(bad("a game begins with its creation".to_owned()));
        };
        let rules = settings.rules.rules().map_err(|trouble| bad(trouble.sentence))?;
        let mut table = Table {
            settings: settings.clone(),
            seats: seats.clone(),
            game: Game::new(rules),
            acts: Vec::new(),
            clock: Clock::new(settings.time),
            offers: Offers::default(),
            plans: Pair::default(),
            status: Status::Waiting,
            rematch: None,
            seq: first.seq,
            moved: first.seq,
            since: first.at,
            said: Vec::new(),
            done: Vec::new(),
            created: first.at,
            ended: None,
        };
        table.begin();
        Ok(table)
    }

    /// A table from its whole log.
    pub fn replay(log: &[Event]) -> Result<Table, BadLog> {
        let (first, rest) =
            log.split_first().ok_or(BadLog { seq: 0, why: "a game has at least one event".to_owned() })?;
        let mut table = Table::open(first)?;
        for event in rest {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// Adds what happened next.
    pub fn apply(&mut self, event: &Event) -> Result<(), BadLog> {
        let bad = |why: String| BadLog { seq: event.seq, why };
        if event.seq != self.seq + 1 {
            return Err(bad(format!("event {} came before it", self.seq)));
        }
        self.happen(event).map_err(|trouble| bad(trouble.sentence))?;
        self.seq = event.seq;
        if let (Some(seat), Some(id)) = (event.by, &event.id) {
            self.done.push((seat, id.as_str().into(), event.seq));
        }
        if self.status == Status::Playing && self.game.outcome().is_some() && !self.game.may_demand_capture() {
            self.end(Status::Over, event.at);
        }
        Ok(())
    }

    fn happen(&mut self, event: &Event) -> Result<(), Trouble> {
        let by = || event.by.ok_or_else(|| Trouble::new("nobody", "somebody must have done it"));
        match &event.what {
            What::Created { .. } => return Err(Trouble::new("created", "a game is created once")),
            What::Joined { player } => {
                let seat = self.vacant().ok_or_else(|| Trouble::new("full", "both seats are taken"))?;
                self.seats[seat] = Some(player.clone());
                self.since = event.at;
                self.begin();
            }
            What::Turn { turn, lag } => {
                let seat = by()?;
                self.act(turn.clone(), seat)?;
                for owner in Seat::BOTH {
                    self.plans[owner] = self.plans[owner].after(turn);
                }
                self.clock.press(event.at, *lag);
                self.moved(event);
            }
            What::Swapped => {
                self.act("swap".to_owned(), by()?)?;
                self.plans = Pair::default();
                self.clock.press(event.at, 0);
                self.moved(event);
            }
            What::Demanded => {
                self.act("demand".to_owned(), by()?)?;
                self.plans = Pair::default();
                self.clock.stop(event.at, 0);
                self.moved(event);
            }
            What::TakenBack { keep } => {
                self.acts.truncate(*keep);
                let acts = self.acts.iter().map(|(act, _)| act.clone()).collect();
                self.game = GameData { rules: self.settings.rules.clone(), start: None, acts }.game()?;
                self.plans = Pair::default();
                self.clock.stop(event.at, 0);
                self.moved(event);
            }
            What::DrawOffered => self.offers.draw = event.by,
            What::DrawDeclined => self.offers.draw = None,
            What::TakeBackOffered => self.offers.take_back = event.by,
            What::TakeBackDeclined => self.offers.take_back = None,
            What::TimeGiven { millis } => self.clock.give(by()?.other(), *millis),
            What::Drawn => self.finish("draw".to_owned(), by()?, event.at)?,
            What::Resigned | What::TimeOut => {
                let seat = by()?;
                let word = if event.what == What::Resigned { "resign" } else { "time" };
                let number = seat.player(self.game.is_swapped()).index() + 1;
                self.finish(format!("{word} {number}"), seat, event.at)?;
            }
            What::Aborted => self.end(Status::Aborted, event.at),
            What::Accepted => self.end(Status::Over, event.at),
            What::Planned { plan } => self.plans[by()?] = plan.clone(),
            What::Said { text } => {
                let by = by()?;
                self.said.push(Said { seq: event.seq, at: event.at, by, text: text.clone() });
            }
            What::RematchOffered => self.offers.rematch = event.by,
            What::RematchDeclined => self.offers.rematch = None,
            What::Rematch { game } => {
                self.offers.rematch = None;
                self.rematch = Some(game.clone());
            }
        }
        Ok(())
    }

    /// The game begins when both sit.
    fn begin(&mut self) {
        if self.vacant().is_none() {
            self.status = Status::Playing;
        }
    }

    fn act(&mut self, text: String, seat: Seat) -> Result<(), Trouble> {
        act(&mut self.game, &text)?;
        self.acts.push((text, seat));
        Ok(())
    }

    /// The players end the game; the position stays.
    fn finish(&mut self, text: String, seat: Seat, at: Moment) -> Result<(), Trouble> {
        self.act(text, seat)?;
        self.end(Status::Over, at);
        Ok(())
    }

    fn end(&mut self, status: Status, at: Moment) {
        self.clock.stop(at, 0);
        self.status = status;
        self.ended = Some(at);
        self.offers = Offers::default();
        self.plans = Pair::default();
    }

    /// The position is another one: offers made in the one before are void, and the other side's clock runs.
    fn moved(&mut self, event: &Event) {
        self.moved = event.seq;
        self.since = event.at;
        self.offers = Offers::default();
        if self.both_have_moved() {
            self.clock.run(self.mover(), event.at);
        }
    }

    /// Whether each of the two has made a turn, from when on time counts.
    pub(super) fn both_have_moved(&self) -> bool {
        self.game.turns().len() >= 2
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Seat {
        Seat::of(self.game.position().mover(), self.game.is_swapped())
    }

    /// The seat where nobody sits yet.
    pub fn vacant(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.seats[seat].is_none())
    }

    /// Where a player sits.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.seats[seat].as_ref() == Some(player))
    }

    /// Who sits where.
    pub fn seats(&self) -> &Pair<Option<PlayerId>> {
        &self.seats
    }

    /// What was agreed on.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where the game is.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What was done.
    pub fn acts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.acts.iter().map(|(act, _)| act.as_str())
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What is offered.
    pub fn offers(&self) -> Offers {
        self.offers
    }

    /// What somebody has thought out beforehand.
    pub fn plan(&self, seat: Seat) -> &Plan {
        &self.plans[seat]
    }

    /// What the players said to each other.
    pub fn said(&self) -> &[Said] {
        &self.said
    }

    /// Where the players play again.
    pub fn rematch(&self) -> Option<&GameId> {
        self.rematch.as_ref()
    }

    /// The number of the last event.
    pub fn seq(&self) -> i64 {
        self.seq
    }

    /// When the table was set.
    pub fn created(&self) -> Moment {
        self.created
    }

    /// When the game ended.
    pub fn ended(&self) -> Option<Moment> {
        self.ended
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.status == Status::Over)
    }

    /// Who won, by seat.
    pub fn winner(&self) -> Option<Seat> {
        Some(Seat::of(self.outcome()?.winner()?, self.game.is_swapped()))
    }

    /// The level of the engine whose turn it is.
    pub fn engine_to_move(&self) -> Option<zertz_engine::Level> {
        let plays = self.status == Status::Playing && self.game.outcome().is_none();
        self.seats[self.mover()].as_ref().filter(|_| plays)?.engine_level()
    }

    /// When the server has to look at the table though nobody asks.
    pub fn wake(&self) -> Option<Moment> {
        match self.status {
            Status::Waiting => Some(self.since + VACANT),
            Status::Over | Status::Aborted => None,
            // Normally the engine is asked at once; this is for when the machine that was asked has died.
            Status::Playing if self.engine_to_move().is_some() => Some(self.since + 5_000),
            Status::Playing => self.deadline().map(|(moment, _)| moment),
        }
    }

    /// What time itself will do, and when.
    pub(super) fn deadline(&self) -> Option<(Moment, What)> {
        if self.status == Status::Waiting {
            return Some((self.since + VACANT, What::Aborted));
        }
        if self.status != Status::Playing {
            return None;
        }
        if self.game.outcome().is_some() {
            return Some((self.since + DEMAND, What::Accepted));
        }
        if !self.both_have_moved() {
            let patience = if self.settings.time.is_live() { FIRST_TURN } else { FIRST_TURN_AWAY };
            return Some((self.since + patience, What::Aborted));
        }
        self.clock.flag().map(|moment| (moment, What::TimeOut))
    }
}
