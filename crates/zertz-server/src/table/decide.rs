//! What follows from a request, or from time passing.

use super::{BadLog, Change, Outage, Table};
use crate::limits::{GAME_CHAT, GAME_CHAT_AFTER, GAME_CONDITIONAL_TURNS, GAME_EVENTS, GAME_OFFERS, GAME_TIME_GIVEN};
use zertz_protocol::{
    Act, Code, Command, EventKind, GameId, LIMITS, Millis, Moment, PlayerId, Problem, Request, Seat, Status,
};

/// A player who has more than this cannot be given more time.
const MAX_TIME: Millis = 30 * 24 * 3600 * 1000;

/// Outages up to this length do not matter in games that take days.
const LONG_OUTAGE: Millis = 60_000;

/// Where and when a request came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sender {
    /// The seat of the sender.
    pub seat: Seat,
    /// When the request arrived.
    pub at: Moment,
    /// The measured time that it took to arrive.
    pub lag: Millis,
}

/// What a request leads to.
#[derive(Clone, Debug)]
pub enum Decision {
    /// The table changes. The change is to be stored first.
    Change(Box<Change>),
    /// The request was carried out before, as the event of this number.
    Done(i64),
    /// Both players want a rematch: the caller creates the game and then calls [`Table::rematched`].
    Rematch,
}

impl Table {
    /// Decides what a request leads to.
    pub fn decide(&self, sender: Sender, request: &Request) -> Result<Decision, Problem> {
        if !request.has_valid_id() {
            return Err(Code::BadId.into());
        }
        if let Some((.., seq)) = self.done.iter().find(|(seat, id, _)| *seat == sender.seat && **id == *request.id) {
            return Ok(Decision::Done(*seq));
        }
        request.command.after().map_or(Ok(()), |after| self.must_have(after))?;
        self.must_not_be_too_often(sender.seat, &request.command)?;
        let mut change = Change::none(self);
        let id = Some(request.id.clone());
        match &request.command {
            Command::Turn { turn, after } => {
                self.must_be_on_turn(sender, *after)?;
                if self.clock.is_too_late(sender.at, sender.lag) {
                    return Err(Code::TooLate.into());
                }
                let turn = self.game.position().read_turn(self.game.rules(), turn)?;
                change.push_turn(sender.at, sender.seat, id, turn, sender.lag)?;
                change.follow_conditional_turns(sender.at);
            }
            Command::OfferRematch if self.offers.rematch == Some(sender.seat.other()) && self.rematch.is_none() => {
                return Ok(Decision::Rematch);
            }
            command => {
                let kind = self.event_of(sender, command)?;
                change.push(sender.at, Some(sender.seat), id, kind)?;
            }
        }
        Ok(Decision::Change(Box::new(change)))
    }

    /// The event that a command becomes, unless it is a turn.
    fn event_of(&self, sender: Sender, command: &Command) -> Result<EventKind, Problem> {
        let (seat, other) = (sender.seat, sender.seat.other());
        Ok(match command {
            Command::Turn { .. } => unreachable!("turns are decided elsewhere"),
            Command::Swap { after } => {
                self.must_be_on_turn(sender, *after)?;
                EventKind::Swapped
            }
            Command::Demand { after } => {
                self.must_play()?;
                if *after < self.moved {
                    return Err(Code::Stale.into());
                }
                self.must_answer(seat).map_err(|_| Code::NothingMissed)?;
                EventKind::Demanded
            }
            Command::Accept => {
                self.must_play()?;
                self.must_answer(seat)?;
                if self.game.outcome().is_none() {
                    return Err(Code::NothingOffered.into());
                }
                EventKind::Accepted
            }
            Command::Resign => {
                self.must_go_on()?;
                EventKind::Resigned
            }
            Command::Abort => self.abort()?,
            Command::Decline { reason } => {
                self.must_go_on()?;
                if self.challenged != Some(seat) || self.acts.iter().any(|played| played.by == seat) {
                    return Err(Code::NotChallenged.into());
                }
                EventKind::Declined { reason: *reason }
            }
            Command::OfferDraw => {
                self.must_go_on()?;
                offer(self.offers.draw, seat, EventKind::DrawOffered, EventKind::Drawn)?
            }
            Command::DeclineDraw => decline(self.offers.draw, other, EventKind::DrawDeclined)?,
            Command::OfferUndo => self.offer_undo(seat)?,
            Command::DeclineUndo => decline(self.offers.undo, other, EventKind::UndoDeclined)?,
            Command::GiveTime => {
                self.must_go_on()?;
                match self.clock.left(other) {
                    None => return Err(Code::NoClock.into()),
                    Some(left) if left > MAX_TIME => return Err(Code::EnoughTime.into()),
                    Some(_) => EventKind::TimeGiven { millis: Millis::from(LIMITS.given_seconds) * 1000 },
                }
            }
            Command::ConditionalTurns { turns } => {
                self.must_go_on()?;
                if !turns.is_valid() {
                    return Err(Code::BadConditionalTurns.into());
                }
                if self.mover() == seat && !turns.is_empty() {
                    return Err(Code::YourTurn.into());
                }
                EventKind::ConditionalTurns { turns: turns.canonical(&self.game)? }
            }
            Command::Chat { text } => {
                let text = text.trim();
                if !LIMITS.chat_length.contains(text.chars().count() as u32) {
                    return Err(Code::BadMessage.into());
                }
                EventKind::Chat { text: text.to_owned() }
            }
            Command::OfferRematch => self.offer_rematch(seat)?,
            Command::DeclineRematch => decline(self.offers.rematch, other, EventKind::RematchDeclined)?,
        })
    }

    /// Caps what makes a log grow without bringing the game forward.
    fn must_not_be_too_often(&self, seat: Seat, command: &Command) -> Result<(), Code> {
        use Command::*;
        let (done, over) = (&self.tally[seat], matches!(self.status, Status::Over | Status::Aborted));
        let (count, most) = match command {
            // These end sooner or later, and no game may be stuck.
            Turn { .. } | Swap { .. } | Demand { .. } | Accept | Resign | Abort | Decline { .. } => return Ok(()),
            DeclineDraw | DeclineUndo | DeclineRematch => return Ok(()),
            OfferDraw => (done.draws, GAME_OFFERS),
            OfferUndo => (done.undos, GAME_OFFERS),
            OfferRematch => (done.rematches, GAME_OFFERS),
            GiveTime => (done.gifts, GAME_TIME_GIVEN),
            Command::ConditionalTurns { .. } => (done.conditional_turns, GAME_CONDITIONAL_TURNS),
            Chat { .. } if over && done.chat_after >= GAME_CHAT_AFTER => return Err(Code::TooOften),
            Chat { .. } => (done.chat, GAME_CHAT),
        };
        if count >= most || self.seq >= GAME_EVENTS { Err(Code::TooOften) } else { Ok(()) }
    }

    fn abort(&self) -> Result<EventKind, Code> {
        if self.status != Status::Waiting {
            self.must_go_on()?;
            if self.both_have_moved() {
                return Err(Code::Underway);
            }
        }
        Ok(EventKind::Aborted)
    }

    fn offer_undo(&self, seat: Seat) -> Result<EventKind, Code> {
        self.must_go_on()?;
        if self.settings.rated {
            return Err(Code::Rated);
        }
        // A player who agrees undoes a turn of the opponent.
        let owner = if self.offers.undo == Some(seat.other()) { seat.other() } else { seat };
        let is_theirs = |played: &super::state::PlayedAct| played.by == owner && matches!(played.act, Act::Turn(_));
        let keep = self.acts.iter().rposition(is_theirs).ok_or(Code::NothingToUndo)?;
        offer(self.offers.undo, seat, EventKind::UndoOffered, EventKind::Undone { keep })
    }

    fn offer_rematch(&self, seat: Seat) -> Result<EventKind, Code> {
        if !matches!(self.status, Status::Over | Status::Aborted) {
            return Err(Code::NotOver);
        }
        if self.vacant().is_some() || self.rematch.is_some() {
            return Err(Code::Over);
        }
        if self.offers.rematch == Some(seat) {
            return Err(Code::AlreadyOffered);
        }
        Ok(EventKind::RematchOffered)
    }

    fn must_play(&self) -> Result<(), Code> {
        match self.status {
            Status::Playing => Ok(()),
            Status::Waiting => Err(Code::NotBegun),
            Status::Over | Status::Aborted => Err(Code::Over),
        }
    }

    /// As [`Table::must_play`]; a won game that waits for a demand does not go on either.
    fn must_go_on(&self) -> Result<(), Code> {
        self.must_play()?;
        if self.game.outcome().is_some() { Err(Code::Over) } else { Ok(()) }
    }

    fn must_be_on_turn(&self, sender: Sender, after: i64) -> Result<(), Code> {
        self.must_go_on()?;
        if after < self.moved {
            return Err(Code::Stale);
        }
        if self.mover() != sender.seat { Err(Code::NotYourTurn) } else { Ok(()) }
    }

    /// Nobody has seen an event that does not exist.
    pub fn must_have(&self, seq: i64) -> Result<(), Problem> {
        if (0..=self.seq).contains(&seq) {
            return Ok(());
        }
        let message = format!("there is no event {seq} in this game; the last one is {}", self.seq);
        Err(Problem::new(Code::Malformed, message))
    }

    /// The last act must be the opponent's.
    fn must_answer(&self, seat: Seat) -> Result<(), Code> {
        if self.acts.last().is_none_or(|played| played.by == seat) { Err(Code::NothingOffered) } else { Ok(()) }
    }

    /// A player takes the open seat.
    pub fn join(&self, player: &PlayerId, at: Moment) -> Result<Change, Problem> {
        if self.seat_of(player).is_some() || self.vacant().is_none() || self.status != Status::Waiting {
            return Err(Code::Full.into());
        }
        let mut change = Change::none(self);
        let kind = EventKind::Joined { player: player.clone() };
        change.push(at, self.vacant(), None, kind)?;
        Ok(change)
    }

    /// A moderator removes a chat message.
    pub fn remove_chat(&self, message: i64, at: Moment) -> Result<Change, Problem> {
        if !self.chat.iter().any(|one| one.seq == message) {
            return Err(Code::NoMessage.into());
        }
        let mut change = Change::none(self);
        change.push(at, None, None, EventKind::ChatRemoved { message })?;
        Ok(change)
    }

    /// A moderator voids the game.
    pub fn void(&self, at: Moment) -> Result<Change, Problem> {
        if self.voided {
            return Err(Code::Voided.into());
        }
        let mut change = Change::none(self);
        change.push(at, None, None, EventKind::Voided)?;
        Ok(change)
    }

    /// The rematch begins.
    pub fn rematched(&self, sender: Sender, request: &Request, game: GameId) -> Result<Change, Problem> {
        let mut change = Change::none(self);
        let kind = EventKind::Rematch { game };
        change.push(sender.at, Some(sender.seat), Some(request.id.clone()), kind)?;
        Ok(change)
    }

    /// Gives back the time of outages since the position changed. Games that take days ignore the short ones.
    pub fn interrupted(&self, outages: &[Outage], now: Moment) -> Result<Option<Change>, BadLog> {
        let least = if self.settings.time.is_live() { 0 } else { LONG_OUTAGE };
        let settled = self.since.max(self.interrupted_until);
        let outage = outages.iter().find(|outage| outage.to > settled && outage.since(settled) > least);
        let Some(&Outage { from, to }) = outage.filter(|_| self.deadline().is_some()) else { return Ok(None) };
        let mut change = Change::none(self);
        let kind = EventKind::Interrupted { from: from.max(self.interrupted_until), to };
        change.push(now, None, None, kind).map_err(|problem| BadLog::new(self.seq + 1, problem))?;
        Ok(Some(change))
    }

    /// What time has caused by now.
    pub fn due(&self, now: Moment) -> Result<Option<Change>, BadLog> {
        let Some((_, kind)) = self.deadline().filter(|(moment, _)| *moment <= now) else { return Ok(None) };
        let by = (kind == EventKind::TimeOut).then(|| self.mover());
        let mut change = Change::none(self);
        change.push(now, by, None, kind).map_err(|problem| BadLog::new(self.seq + 1, problem))?;
        Ok(Some(change))
    }
}

impl Change {
    /// Plays conditional turns as long as there is a legal one.
    fn follow_conditional_turns(&mut self, at: Moment) {
        while self.table.status == Status::Playing && self.table.game.outcome().is_none() {
            let (mover, game) = (self.table.mover(), &self.table.game);
            let Some(answer) = self.table.conditional_turns[mover].answer() else { return };
            let Ok(turn) = game.position().read_turn(game.rules(), answer) else { return };
            if self.push_turn(at, mover, None, turn, 0).is_err() {
                return;
            }
        }
    }
}

/// An offer, or the agreement to the opponent's offer.
fn offer(standing: Option<Seat>, seat: Seat, offered: EventKind, agreed: EventKind) -> Result<EventKind, Code> {
    match standing {
        None => Ok(offered),
        Some(by) if by == seat => Err(Code::AlreadyOffered),
        Some(_) => Ok(agreed),
    }
}

fn decline(standing: Option<Seat>, other: Seat, declined: EventKind) -> Result<EventKind, Code> {
    if standing == Some(other) { Ok(declined) } else { Err(Code::NothingOffered) }
}
