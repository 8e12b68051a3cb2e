//! Carrying out requests.

use super::{Hub, PlayError, Room, create::or_too_many, now, room};
use crate::{
    id::{engine_level, random_text},
    store::{Append, Caller, Origin, Result, StoreError, Write},
    table::{Change, Decision, Sender, Table},
};
use std::sync::Arc;
use tokio::sync::MutexGuard;
use zertz_engine::opponent::{Offer, accepts};
use zertz_protocol::{Code, Command, Event, GameId, Millis, PlayerId, Request, Seat, Status};

/// How often a request is decided again when another server was faster.
const TRIES: usize = 8;

/// Who makes a rematch: the player who agrees, or against an engine the person.
fn rematch_origin(table: &Table, seat: Seat, caller: Caller) -> Option<Origin> {
    let is_engine = |seat: Seat| table.seats()[seat].as_ref().is_some_and(|player| engine_level(player).is_some());
    let person = if is_engine(seat) { seat.other() } else { seat };
    let player = table.seats()[person].clone()?;
    Some(Origin { player, caller, engine: is_engine(person.other()) })
}

impl Hub {
    /// Carries out a player's request. Returns the number of the event, once that is durable. The work is finished even if the caller
    /// stops waiting.
    pub async fn act(
        self: &Arc<Self>,
        game: &GameId,
        player: &PlayerId,
        request: Request,
        lag: Millis,
        caller: Caller,
    ) -> Result<i64, PlayError> {
        let (hub, game, player, at) = (Arc::clone(self), game.clone(), player.clone(), now());
        let work = async move {
            let room = hub.room(&game).await?;
            let seq = hub.act_in(&room, &player, &request, at, lag, Some(caller)).await?;
            hub.let_engine_answer(&room, &request.command, caller).await;
            Ok(seq)
        };
        tokio::spawn(work).await.unwrap_or(Err(StoreError::Closed.into()))
    }

    pub(super) async fn act_in(
        self: &Arc<Self>,
        room: &Arc<Room>,
        player: &PlayerId,
        request: &Request,
        at: i64,
        lag: Millis,
        caller: Option<Caller>,
    ) -> Result<i64, PlayError> {
        let mut table = room.table.lock().await;
        self.settle_outages(room, &mut table).await?;
        if request.command.after().is_some_and(|after| after > table.seq()) {
            // The sender may have heard of this event from another server.
            room.catch_up(&self.store, &mut table).await?;
        }
        for _ in 0..TRIES {
            let seat = table.seat_of(player).ok_or(Code::NotSeated)?;
            let sender = Sender { seat, at, lag };
            let seq = table.seq() + 1;
            let stored = match table.decide(sender, request)? {
                Decision::Done(seq) => return Ok(seq),
                Decision::Change(change) => self.commit(room, &mut table, *change).await?,
                Decision::Rematch => self.start_rematch(room, &mut table, sender, request, caller).await?,
            };
            if stored {
                metrics::counter!("zertz_requests_total").increment(1);
                return Ok(seq);
            }
            room.catch_up(&self.store, &mut table).await?;
        }
        Err(StoreError::Conflict.into())
    }

    /// Stores a change, then publishes it. Returns false if another server was faster.
    pub(super) async fn commit(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut MutexGuard<'_, Table>,
        change: Change,
    ) -> Result<bool> {
        let write = Write { appends: vec![room::append(&room.id, table, &change)], ..Write::default() };
        // If the write is not confirmed, the database decides what has happened.
        if !self.write(write).await.inspect_err(|_| self.refresh(vec![room.id.clone()]))? {
            return Ok(false);
        }
        let begins = table.status() == Status::Waiting && change.table.status() == Status::Playing;
        // If this fails, the change is read again as soon as the database works.
        room.publish(&self.store, table, change).await.inspect_err(|_| self.refresh(vec![room.id.clone()]))?;
        if begins {
            self.announce_start(&room.id, table);
        }
        self.wake_workers(table);
        Ok(true)
    }

    /// Writes all of it. Returns false if another server was faster.
    pub(super) async fn write(&self, write: Write) -> Result<bool> {
        match self.store.write(write).await {
            Ok(()) => Ok(true),
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Starts a rematch with sides swapped. Returns false if another server was faster.
    async fn start_rematch(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut MutexGuard<'_, Table>,
        sender: Sender,
        request: &Request,
        caller: Option<Caller>,
    ) -> Result<bool, PlayError> {
        let [one, two] = table.seats().0.clone();
        let origin = caller.and_then(|caller| rematch_origin(table, sender.seat, caller));
        if let (Some(one), Some(two)) = (&one, &two) {
            self.check_blocks(one, two).await?;
            self.check_rating(table.settings(), [one, two]).await?;
        }
        let (id, first, new) = Hub::new_table(table.settings().clone(), [two, one], None, sender.at)?;
        let change = table.rematched(sender, request, id.clone())?;
        let appends = vec![room::append(&room.id, table, &change), Hub::first_append(&id, &new, first)];
        let written = self.write(Write { appends, origin, ..Write::default() }).await;
        let written = written.inspect_err(|_| self.refresh(vec![room.id.clone()]));
        if !written.map_err(or_too_many(Code::TooManyGames))? {
            return Ok(false);
        }
        room.publish(&self.store, table, change).await?;
        self.begin(&id, &new);
        Ok(true)
    }

    /// What to store for a new table.
    pub(super) fn first_append(id: &GameId, table: &Table, first: Event) -> Append {
        Append { game: id.clone(), events: vec![first], table: table.clone(), rated: None }
    }

    /// Announces a game that both players have joined, and lets an engine begin.
    pub(super) fn begin(&self, id: &GameId, table: &Table) {
        self.announce_start(id, table);
        self.wake_workers(table);
    }

    /// Wakes a worker if an engine has to move.
    fn wake_workers(&self, table: &Table) {
        if table.engine_to_move().is_some() {
            self.jobs.notify_one();
        }
    }

    /// Gives a player the open seat. Returns the seat that the player has, or has had before.
    pub async fn join(self: &Arc<Self>, game: &GameId, player: &PlayerId) -> Result<Seat, PlayError> {
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        for _ in 0..TRIES {
            if let Some(seat) = table.seat_of(player) {
                return Ok(seat);
            }
            if let Some(first) = table.seats().0.iter().flatten().next() {
                self.check_blocks(first, player).await?;
                self.check_rating(table.settings(), [first, player]).await?;
            }
            let change = table.join(player, now())?;
            if self.commit(&room, &mut table, change).await? {
                return table.seat_of(player).ok_or(Code::NotSeated.into());
            }
            room.catch_up(&self.store, &mut table).await?;
        }
        Err(StoreError::Conflict.into())
    }

    /// Lets the engine answer an offer of its opponent.
    async fn let_engine_answer(self: &Arc<Self>, room: &Arc<Room>, command: &Command, caller: Caller) {
        let (offer, decline) = match command {
            Command::OfferDraw => (Offer::Draw, Command::DeclineDraw),
            Command::OfferUndo => (Offer::Undo, Command::DeclineUndo),
            Command::OfferRematch => (Offer::Rematch, Command::DeclineRematch),
            _ => return,
        };
        let answer = if accepts(offer) { command.clone() } else { decline };
        let engine = {
            let table = room.table.lock().await;
            table.seats().0.iter().flatten().find(|player| engine_level(player).is_some()).cloned()
        };
        let Some(engine) = engine else { return };
        let request = Request { id: random_text(12), command: answer };
        if let Err(error) = self.act_in(room, &engine, &request, now(), 0, Some(caller)).await {
            tracing::debug!(%error, "the engine's answer was refused");
        }
    }
}
