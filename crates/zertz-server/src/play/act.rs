//! Doing what somebody at a table asks for.

use super::{Hall, Room, now, room};
use crate::{
    id::{GameId, PlayerId},
    store::{Answer, Job, StoreError},
    table::{Asker, Command, Decision, Event, Millis, Refusal, Request, Seat, Status, Table},
};
use std::sync::Arc;
use tokio::sync::MutexGuard;

/// How often we decide anew when others are faster.
const TRIES: usize = 8;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// The table refuses.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Hall {
    /// Does what a player asks for. Gives the number of the event it became, once that is durable. It is done to the end even if the
    /// one who asked does not wait for it.
    pub async fn act(
        self: &Arc<Self>,
        game: &GameId,
        player: &PlayerId,
        request: Request,
        lag: Millis,
    ) -> Result<i64, ActError> {
        let (hall, game, player, at) = (Arc::clone(self), game.clone(), player.clone(), now());
        let work = async move {
            let room = hall.room(&game).await?.ok_or(ActError::NoGame)?;
            let seq = hall.act_in(&room, &player, &request, at, lag).await?;
            hall.engine_reacts(&room, &request.command).await;
            Ok(seq)
        };
        tokio::spawn(work).await.unwrap_or(Err(ActError::Store(StoreError::Closed)))
    }

    pub(super) async fn act_in(
        self: &Arc<Self>,
        room: &Arc<Room>,
        player: &PlayerId,
        request: &Request,
        at: i64,
        lag: Millis,
    ) -> Result<i64, ActError> {
        let mut table = room.table.lock().await;
        for _ in 0..TRIES {
            let seat = table.seat_of(player).ok_or(Refusal::NotSeated)?;
            let asker = Asker { seat, at, lag };
            let seq = table.seq() + 1;
            let done = match table.decide(asker, request)? {
                Decision::Done(seq) => return Ok(seq),
                Decision::Do(events) => self.keep(room, &mut table, events).await?,
                Decision::Rematch => self.rematch(room, &mut table, asker, request).await?,
            };
            if done {
                metrics::counter!("zertz_requests_total").increment(1);
                return Ok(seq);
            }
            room.catch_up(&self.store, &mut table).await?;
        }
        Err(StoreError::Conflict.into())
    }

    /// Stores events, then takes them on and tells everybody. Says whether nobody was faster.
    pub(super) async fn keep(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut MutexGuard<'_, Table>,
        events: Vec<Event>,
    ) -> Answer<bool> {
        let (next, updates) = room::ahead(table, &events)?;
        let append = room::append(&room.id, Some(table), &next, events);
        match self.store.append(append).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(false),
            Err(error) => return Err(error),
        }
        let begins = table.status() == Status::Waiting && next.status() == Status::Playing;
        room.finish(&self.store, table, next, updates).await?;
        if begins {
            self.started(&room.id, table);
        }
        if table.engine_to_move().is_some() {
            self.think(room);
        }
        Ok(true)
    }

    /// The players go on in a new game, with the sides changed.
    async fn rematch(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut MutexGuard<'_, Table>,
        asker: Asker,
        request: &Request,
    ) -> Answer<bool> {
        let [one, two] = table.seats().0.clone();
        let (id, first, new) = Hall::set(table.settings().clone(), [two, one], asker.at)?;
        let events = vec![table.rematched(asker, request, id.clone())];
        let (next, updates) = room::ahead(table, &events)?;
        let old = room::append(&room.id, Some(table), &next, events);
        let job = Job { seek: None, appends: vec![old, room::append(&id, None, &new, vec![first])] };
        match self.store.write(job).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(false),
            Err(error) => return Err(error),
        }
        room.finish(&self.store, table, next, updates).await?;
        self.begin(&id, new);
        Ok(true)
    }

    /// A game whose two players are there begins.
    pub(super) fn begin(self: &Arc<Self>, id: &GameId, table: Table) {
        self.started(id, &table);
        if table.engine_to_move().is_some() {
            let room = self.enter(id, table);
            self.think(&room);
        }
    }

    /// Somebody takes the vacant seat, or is told where they sit already.
    pub async fn join(self: &Arc<Self>, game: &GameId, player: &PlayerId) -> Result<Seat, ActError> {
        let room = self.room(game).await?.ok_or(ActError::NoGame)?;
        let mut table = room.table.lock().await;
        for _ in 0..TRIES {
            if let Some(seat) = table.seat_of(player) {
                return Ok(seat);
            }
            let event = table.join(player, now())?;
            if self.keep(&room, &mut table, vec![event]).await? {
                return table.seat_of(player).ok_or(ActError::Refused(Refusal::NotSeated));
            }
            room.catch_up(&self.store, &mut table).await?;
        }
        Err(StoreError::Conflict.into())
    }

    /// The engine is a kind opponent: it lets turns be taken back and plays again, but it plays on.
    async fn engine_reacts(self: &Arc<Self>, room: &Arc<Room>, command: &Command) {
        let answer = match command {
            Command::OfferTakeBack => Command::OfferTakeBack,
            Command::OfferRematch => Command::OfferRematch,
            Command::OfferDraw => Command::DeclineDraw,
            _ => return,
        };
        let engine = {
            let table = room.table.lock().await;
            table.seats().0.iter().flatten().find(|player| player.engine_level().is_some()).cloned()
        };
        let Some(engine) = engine else { return };
        let request = Request { id: crate::id::random(12), command: answer };
        if let Err(error) = self.act_in(room, &engine, &request, now(), 0).await {
            tracing::debug!(%error, "the engine's answer was not wanted");
        }
    }
}
