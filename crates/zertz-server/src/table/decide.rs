//! What follows from a command, or from time passing.

use super::{Asker, Command, Event, MOST_SAID, Millis, Moment, Plan, Refusal, Request, Seat, Status, Table, What};
use crate::id::PlayerId;
use zertz_data::Trouble;

/// What one gives the opponent at a time.
const GIFT: Millis = 15_000;

/// Who has more than this left is given no more.
const MOST_TIME: Millis = 30 * 24 * 3600 * 1000;

/// What came of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These events are to be stored, then applied.
    Do(Vec<Event>),
    /// It was done before, as the event of this number.
    Done(i64),
    /// The players want to play again: whoever keeps the games makes a new one and then says so with [`Table::rematched`].
    Rematch,
}

impl Table {
    /// What a request leads to.
    pub fn decide(&self, asker: Asker, request: &Request) -> Result<Decision, Refusal> {
        if !request.is_named() {
            return Err(Refusal::BadId);
        }
        if let Some((.., seq)) = self.done.iter().find(|(seat, id, _)| *seat == asker.seat && **id == *request.id) {
            return Ok(Decision::Done(*seq));
        }
        let what = match &request.command {
            Command::Turn { turn, after } => return self.decide_turn(asker, request, turn, *after),
            Command::OfferRematch if self.offers.rematch == Some(asker.seat.other()) && self.rematch.is_none() => {
                return Ok(Decision::Rematch);
            }
            command => self.simple(asker, command)?,
        };
        Ok(Decision::Do(vec![self.event(asker.at, Some(asker.seat), Some(request.id.clone()), what)]))
    }

    /// The event that a command is, when it is just one.
    fn simple(&self, asker: Asker, command: &Command) -> Result<What, Refusal> {
        let (seat, other) = (asker.seat, asker.seat.other());
        Ok(match command {
            // Decided elsewhere.
            Command::Turn { .. } => return Err(Refusal::Stale),
            Command::Swap { after } => {
                self.must_be_on_turn(asker, *after)?;
                if !self.game.may_swap() {
                    return Err(illegal("cannot-swap", zertz::CannotSwap));
                }
                What::Swapped
            }
            Command::Demand { after } => {
                self.must_play()?;
                if *after < self.moved {
                    return Err(Refusal::Stale);
                }
                if !self.game.may_demand_capture() || self.acts.last().is_none_or(|(_, by)| *by == seat) {
                    return Err(illegal("nothing-missed", zertz::NothingMissed));
                }
                What::Demanded
            }
            Command::Accept => {
                self.must_play()?;
                if self.game.outcome().is_none() || self.acts.last().is_none_or(|(_, by)| *by == seat) {
                    return Err(Refusal::NothingOffered);
                }
                What::Accepted
            }
            Command::Resign => {
                self.must_go_on()?;
                What::Resigned
            }
            Command::Abort => match self.status {
                Status::Waiting => What::Aborted,
                _ => {
                    self.must_go_on()?;
                    if self.both_have_moved() {
                        return Err(Refusal::Underway);
                    }
                    What::Aborted
                }
            },
            Command::OfferDraw => {
                self.must_go_on()?;
                offer(self.offers.draw, seat, What::DrawOffered, What::Drawn)?
            }
            Command::DeclineDraw => decline(self.offers.draw, other, What::DrawDeclined)?,
            Command::OfferTakeBack => {
                self.must_go_on()?;
                if self.settings.rated {
                    return Err(Refusal::Rated);
                }
                // Who allows it takes back a turn of the other.
                let keep = self.turn_to_take_back(if self.offers.take_back == Some(other) { other } else { seat })?;
                offer(self.offers.take_back, seat, What::TakeBackOffered, What::TakenBack { keep })?
            }
            Command::DeclineTakeBack => decline(self.offers.take_back, other, What::TakeBackDeclined)?,
            Command::GiveTime => {
                self.must_go_on()?;
                match self.clock.left(other) {
                    None => return Err(Refusal::NoClock),
                    Some(left) if left > MOST_TIME => return Err(Refusal::EnoughTime),
                    Some(_) => What::TimeGiven { millis: GIFT },
                }
            }
            Command::Plan { plan } => {
                self.must_go_on()?;
                if !plan.is_possible() {
                    return Err(Refusal::BadPlan);
                }
                if self.mover() == seat && !plan.is_empty() {
                    return Err(Refusal::BadPlan);
                }
                What::Planned { plan: plan.clone() }
            }
            Command::Say { text } => {
                let text = text.trim();
                if text.is_empty() || text.chars().count() > MOST_SAID {
                    return Err(Refusal::BadMessage);
                }
                What::Said { text: text.to_owned() }
            }
            Command::OfferRematch => {
                if !matches!(self.status, Status::Over | Status::Aborted) {
                    return Err(Refusal::NotOver);
                }
                if self.vacant().is_some() || self.rematch.is_some() {
                    return Err(Refusal::Over);
                }
                if self.offers.rematch == Some(seat) {
                    return Err(Refusal::AlreadyOffered);
                }
                What::RematchOffered
            }
            Command::DeclineRematch => decline(self.offers.rematch, other, What::RematchDeclined)?,
        })
    }

    fn decide_turn(&self, asker: Asker, request: &Request, turn: &str, after: i64) -> Result<Decision, Refusal> {
        self.must_be_on_turn(asker, after)?;
        if self.clock.is_too_late(asker.at, asker.lag) {
            return Err(Refusal::TooLate);
        }
        let made = self.read_turn(turn).map_err(Refusal::Illegal)?;
        let what = What::Turn { turn: made, lag: asker.lag };
        let mut events = vec![self.event(asker.at, Some(asker.seat), Some(request.id.clone()), what)];
        if !self.plans[asker.seat.other()].is_empty() {
            self.follow_plans(&mut events);
        }
        Ok(Decision::Do(events))
    }

    /// Adds the turns that were thought out beforehand, as long as they can be made.
    fn follow_plans(&self, events: &mut Vec<Event>) {
        let mut then = self.clone();
        while let Some(last) = events.last() {
            if then.apply(last).is_err() || then.status != Status::Playing || then.game.outcome().is_some() {
                return;
            }
            let mover = then.mover();
            let Some(Ok(turn)) = then.plans[mover].answer().map(|turn| then.read_turn(turn)) else { return };
            events.push(then.event(last.at, Some(mover), None, What::Turn { turn, lag: 0 }));
        }
    }

    /// A legal turn as the canonical notation has it.
    fn read_turn(&self, text: &str) -> Result<String, Trouble> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let turn = position.read_turn(rules, text)?;
        // Reading looks only as far as it needs to know which turn is meant.
        position.play(rules, &turn)?;
        Ok(position.write_turn(rules, &turn).to_string())
    }

    /// How many acts stand when this player's last turn is taken back.
    fn turn_to_take_back(&self, seat: Seat) -> Result<usize, Refusal> {
        let is_turn = |act: &str| !matches!(act, "swap" | "demand");
        self.acts.iter().rposition(|(act, by)| *by == seat && is_turn(act)).ok_or(Refusal::NothingToTakeBack)
    }

    fn must_play(&self) -> Result<(), Refusal> {
        match self.status {
            Status::Playing => Ok(()),
            Status::Waiting => Err(Refusal::NotBegun),
            Status::Over | Status::Aborted => Err(Refusal::Over),
        }
    }

    /// As [`Table::must_play`]; a won game that waits for a demand does not go on either.
    fn must_go_on(&self) -> Result<(), Refusal> {
        self.must_play()?;
        if self.game.outcome().is_some() { Err(Refusal::Over) } else { Ok(()) }
    }

    fn must_be_on_turn(&self, asker: Asker, after: i64) -> Result<(), Refusal> {
        self.must_go_on()?;
        if after < self.moved {
            return Err(Refusal::Stale);
        }
        if self.mover() != asker.seat { Err(Refusal::NotYourTurn) } else { Ok(()) }
    }

    /// Somebody takes the vacant seat.
    pub fn join(&self, player: &PlayerId, at: Moment) -> Result<Event, Refusal> {
        if self.seat_of(player).is_some() || self.vacant().is_none() || self.status != Status::Waiting {
            return Err(Refusal::Full);
        }
        Ok(self.event(at, self.vacant(), None, What::Joined { player: player.clone() }))
    }

    /// The players go on in a new game.
    pub fn rematched(&self, asker: Asker, request: &Request, game: crate::id::GameId) -> Event {
        self.event(asker.at, Some(asker.seat), Some(request.id.clone()), What::Rematch { game })
    }

    /// What time itself has done by now.
    pub fn due(&self, now: Moment) -> Option<Event> {
        let (_, what) = self.deadline().filter(|(moment, _)| *moment <= now)?;
        let by = (what == What::TimeOut).then(|| self.mover());
        Some(self.event(now, by, None, what))
    }

    fn event(&self, at: Moment, by: Option<Seat>, id: Option<String>, what: What) -> Event {
        // A clock that was set back must not make a game run backwards.
        Event { seq: self.seq + 1, at: at.max(self.since), by, id, what }
    }

    /// What has been planned from a seat, for its owner's eyes.
    pub fn plan_of(&self, seat: Option<Seat>) -> Option<&Plan> {
        seat.map(|seat| self.plan(seat)).filter(|plan| !plan.is_empty())
    }
}

fn illegal(code: &str, why: impl std::fmt::Display) -> Refusal {
    Refusal::Illegal(Trouble::new(code, why))
}

/// An offer, or the consent to the other's.
fn offer(standing: Option<Seat>, seat: Seat, offered: What, agreed: What) -> Result<What, Refusal> {
    match standing {
        None => Ok(offered),
        Some(by) if by == seat => Err(Refusal::AlreadyOffered),
        Some(_) => Ok(agreed),
    }
}

fn decline(standing: Option<Seat>, other: Seat, declined: What) -> Result<What, Refusal> {
    if standing == Some(other) { Ok(declined) } else { Err(Refusal::NothingOffered) }
}
