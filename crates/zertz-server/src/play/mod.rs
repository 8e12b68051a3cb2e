//! Playing: rooms around tables, the lobby, the engine, and what happens by itself.
//!
//! The [`Hall`] knows everything that is alive on this machine. A change goes through three steps, always in this order: a table decides
//! which events follow, the store makes them durable, and only then the table takes them on and everybody is told. Whoever was faster on
//! another machine wins: then we read what happened and decide anew.

mod act;
mod create;
mod engine;
mod keeper;
mod message;
mod room;

pub use act::ActError;
pub(crate) use create::OFFER;
pub use create::{CreateError, First, NewGame, Opponent};
pub use message::{LobbyMessage, Message, News, Snapshot, State, Update};
pub use room::Room;

use crate::{
    id::{GameId, PlayerId},
    store::{Answer, Session, Store},
    table::{Moment, Table},
};
use axum::extract::ws::Utf8Bytes;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::Ordering},
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::{
    broadcast::{self, error::RecvError},
    watch,
};

/// The time now, in milliseconds since 1970.
pub fn now() -> Moment {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Moment)
}

/// What is new in the lobby.
#[derive(Clone, Debug)]
pub enum LobbyNews {
    /// All that is offered now, as it is sent.
    Seeks(Utf8Bytes),
    /// A game between these two begins.
    Started(GameId, [Option<PlayerId>; 2]),
}

/// Everything that is alive on this machine.
#[derive(Debug)]
pub struct Hall {
    /// Where everything is kept.
    pub store: Store,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    lobby: broadcast::Sender<LobbyNews>,
    /// Who was signed out somewhere; nobody in particular when that is not known.
    sign_outs: broadcast::Sender<Option<PlayerId>>,
    /// How many sockets each player has in the lobby.
    waiting: Mutex<HashMap<PlayerId, usize>>,
    thinkers: engine::Thinkers,
    ending: watch::Sender<bool>,
}

impl Hall {
    /// Opens the doors. What happens by itself does so until [`Hall::end`].
    pub async fn open(store: Store) -> Answer<Arc<Hall>> {
        store.add_engines(now()).await?;
        let (lobby, _) = broadcast::channel(64);
        let hall = Arc::new(Hall {
            store,
            rooms: Mutex::default(),
            lobby,
            sign_outs: broadcast::Sender::new(64),
            waiting: Mutex::default(),
            thinkers: engine::Thinkers::new(),
            ending: watch::Sender::new(false),
        });
        keeper::start(&hall);
        Ok(hall)
    }

    /// The room of a game, if there is such a game.
    pub async fn room(&self, id: &GameId) -> Answer<Option<Arc<Room>>> {
        if let Some(room) = self.loaded(id) {
            return Ok(Some(room));
        }
        let events = self.store.events(id, 0).await?;
        if events.is_empty() {
            return Ok(None);
        }
        let table = Table::replay(&events)?;
        Ok(Some(self.enter(id, table)))
    }

    /// The room of a game, if somebody is in it.
    fn loaded(&self, id: &GameId) -> Option<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let room = rooms.get(id).cloned();
        if let Some(room) = &room {
            room.used.store(now(), Ordering::Relaxed);
        }
        room
    }

    /// Puts a table into a room, unless somebody was faster.
    fn enter(&self, id: &GameId, table: Table) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let room = rooms.entry(id.clone()).or_insert_with(|| Arc::new(Room::new(id.clone(), table)));
        Arc::clone(room)
    }

    /// Closes rooms that nobody has been in for a while, and says how many are left.
    fn tidy(&self) -> usize {
        let mut rooms = self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let old = now() - 60_000;
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.used.load(Ordering::Relaxed) > old);
        rooms.shrink_to_fit();
        rooms.len()
    }

    fn all_rooms(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).values().cloned().collect()
    }

    /// What is new in the lobby from now on.
    pub fn lobby(&self) -> broadcast::Receiver<LobbyNews> {
        self.lobby.subscribe()
    }

    /// Waits until a device is signed out. A stranger's never is.
    pub fn signed_out(self: &Arc<Self>, session: Option<&Session>) -> impl Future<Output = ()> + Send + use<> {
        let (hall, mut news, session) = (Arc::clone(self), self.sign_outs.subscribe(), session.cloned());
        async move {
            let Some(session) = session else { return std::future::pending().await };
            loop {
                match news.recv().await {
                    Ok(Some(player)) if player != session.player => continue,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                }
                let known = hall.store.sessions(&session.player).await;
                // Who cannot be looked up now can come back and be asked.
                if !known.is_ok_and(|known| known.iter().any(|one| one.id == session.id)) {
                    return;
                }
            }
        }
    }

    /// Somebody is in the lobby.
    pub fn enters_lobby(&self, player: &PlayerId) {
        let mut waiting = self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *waiting.entry(player.clone()).or_default() += 1;
    }

    /// Somebody leaves the lobby. Their offers go soon after the last socket, but not before a reload of the page is done.
    pub async fn leaves_lobby(&self, player: &PlayerId) {
        let last = {
            let mut waiting = self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let count = waiting.get_mut(player).map_or(0, |count| {
                *count -= 1;
                *count
            });
            if count == 0 {
                waiting.remove(player);
            }
            count == 0
        };
        let (soon, kept) = (now() + 5_000, now() + OFFER + 1_000);
        if last && let Err(error) = self.store.shorten_offers(player, soon, kept).await {
            tracing::warn!(%error, "offers stay longer than their owner");
        }
    }

    /// What is offered now, as it is sent.
    pub async fn seeks(&self) -> Answer<Utf8Bytes> {
        let seeks = LobbyMessage::Seeks { seeks: self.store.seeks(now()).await? };
        Ok(serde_json::to_string(&seeks).unwrap_or_default().into())
    }

    /// Tells everybody in the lobby here what is offered now.
    pub async fn lobby_changed(&self) {
        if self.lobby.receiver_count() == 0 {
            return;
        }
        match self.seeks().await {
            Ok(seeks) => drop(self.lobby.send(LobbyNews::Seeks(seeks))),
            Err(error) => tracing::warn!(%error, "the lobby cannot be read"),
        }
    }

    fn started(&self, id: &GameId, table: &Table) {
        let players = table.seats().0.clone();
        // Nobody may be in the lobby.
        let _ = self.lobby.send(LobbyNews::Started(id.clone(), players));
    }

    /// Whether the end has been called for; and a way to wait for it.
    pub fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    /// Waits until the end is called for.
    pub fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut ending = self.ending.subscribe();
        async move {
            // The sender lives as long as the hall; if it is gone, that is the end too.
            let _ = ending.wait_for(|&ended| ended).await;
        }
    }

    /// Calls for the end: everybody is told to come back later, and what happens by itself stops.
    pub fn end(&self) {
        self.ending.send_replace(true);
    }
}
