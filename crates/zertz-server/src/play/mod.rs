//! Playing: rooms with tables, the lobby, the engine and background tasks.
//!
//! The [`Hub`] holds everything that is in memory. A change always takes three steps: a table decides which events follow, the store makes
//! them durable, and only then the table changes and clients get updates. If another server was faster, the hub reads its events and
//! decides the request again.

mod act;
mod background;
mod create;
mod engine;
mod fair_play;
mod moderate;
mod room;
mod time;
mod worker;

use create::SEEK_LIFETIME;
pub use moderate::{Moderator, refusal};
pub(crate) use room::{News, Room};
pub use time::now;
pub use worker::usual_threads;

use crate::{
    store::{Result, Store, StoreError},
    table::Table,
};
use ipnet::IpNet;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
};
use tokio::sync::{
    Notify, Semaphore,
    broadcast::{self, error::RecvError},
    watch,
};
use zertz_protocol::{
    Code, GameId, LobbyMessage, Maintenance, Moment, Player, PlayerId, PlayerKind, Problem, Seek, Session,
};

/// How many sockets check at the same time whether they have to be cut. After an outage thousands do: players must not wait for them.
const CHECKS: usize = 2;

/// How long a room stays in memory after its last use, in milliseconds.
const ROOM_LIFETIME: Moment = 60_000;

/// How long seeks stay after their player has left the lobby, in milliseconds: long enough to reload the page.
const SEEK_GRACE: Moment = 5_000;

/// A message as text.
pub fn text(message: &impl serde::Serialize) -> String {
    // Plain data always has a text.
    serde_json::to_string(message).unwrap_or_default()
}

/// Why a request was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It was refused.
    #[error(transparent)]
    Refused(#[from] Problem),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Code> for PlayError {
    fn from(code: Code) -> PlayError {
        PlayError::Refused(code.into())
    }
}

/// A change in the lobby.
#[derive(Clone, Debug)]
pub enum LobbyNews {
    /// All seeks, as text to send.
    Seeks(Arc<str>),
    /// A game between these two has begun.
    Started(GameId, [Option<PlayerId>; 2]),
}

/// Whose sockets have to be checked, since they may have to be cut.
#[derive(Clone, Debug)]
enum Cut {
    /// A player who was signed out on some device, or banned.
    Player(PlayerId),
    /// A network that was blocked.
    Network(IpNet),
    /// It is unknown whose.
    Anybody,
}

/// Everything that this server has in memory.
#[derive(Debug)]
pub struct Hub {
    /// The database.
    pub store: Store,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    lobby: broadcast::Sender<LobbyNews>,
    cuts: broadcast::Sender<Cut>,
    cut_checks: Semaphore,
    /// The number of lobby sockets of each player.
    lobby_sockets: Mutex<HashMap<PlayerId, usize>>,
    /// Wakes a worker: there are new jobs, or a thread is free.
    jobs: Notify,
    /// Whether clients are served here. Otherwise this is a worker.
    serves: bool,
    heartbeat: time::Heartbeat,
    /// The maintenance that is planned.
    maintenance: watch::Sender<Option<Maintenance>>,
    ending: watch::Sender<bool>,
}

impl Hub {
    /// Creates the hub and starts its background tasks, which run until [`Hub::end`].
    pub async fn open(store: Store) -> Result<Arc<Hub>> {
        time::start(store.start_time().await?);
        store.add_engines(now()).await?;
        let hub = Hub::new(store, true);
        hub.beat().await?;
        hub.read_maintenance().await;
        background::serve(&hub);
        Ok(hub)
    }

    /// Creates a hub that serves no clients, for [`Hub::work`].
    pub async fn worker(store: Store) -> Result<Arc<Hub>> {
        time::start(store.start_time().await?);
        let hub = Hub::new(store, false);
        background::follow(&hub);
        Ok(hub)
    }

    fn new(store: Store, serves: bool) -> Arc<Hub> {
        let (lobby, _) = broadcast::channel(64);
        Arc::new(Hub {
            store,
            rooms: Mutex::default(),
            lobby,
            cuts: broadcast::Sender::new(64),
            cut_checks: Semaphore::new(CHECKS),
            lobby_sockets: Mutex::default(),
            jobs: Notify::new(),
            serves,
            heartbeat: time::Heartbeat::default(),
            maintenance: watch::Sender::new(None),
            ending: watch::Sender::new(false),
        })
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a game, loaded from the store if necessary.
    pub async fn room(self: &Arc<Self>, id: &GameId) -> Result<Arc<Room>, PlayError> {
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        let table = self.store.table(id).await?.ok_or(Code::NoGame)?;
        let room = self.add_room(id, table);
        // Whoever looks at it sees clocks that have the time of outages back.
        self.settle_outages(&room, &mut room.table.lock().await).await?;
        Ok(room)
    }

    /// The room of a game, if it is in memory.
    fn open_room(&self, id: &GameId) -> Option<Arc<Room>> {
        let room = self.rooms().get(id).cloned();
        if let Some(room) = &room {
            room.used.store(now(), Ordering::Relaxed);
        }
        room
    }

    /// Adds a room, unless there is one already.
    fn add_room(&self, id: &GameId, table: Table) -> Arc<Room> {
        Arc::clone(self.rooms().entry(id.clone()).or_insert_with(|| Arc::new(Room::new(id.clone(), table))))
    }

    /// Closes rooms that have not been used for a while. Returns how many are left.
    fn close_unused_rooms(&self) -> usize {
        let mut rooms = self.rooms();
        let old = now() - ROOM_LIFETIME;
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.used.load(Ordering::Relaxed) > old);
        rooms.shrink_to_fit();
        rooms.len()
    }

    /// Subscribes to the news of the lobby.
    pub fn lobby(&self) -> broadcast::Receiver<LobbyNews> {
        self.lobby.subscribe()
    }

    /// Waits until a session has ended, its player was banned or the network was blocked.
    pub fn cut_off(
        self: &Arc<Self>,
        who: &Option<(Session, Player)>,
        network: IpAddr,
    ) -> impl Future<Output = ()> + Send + use<> {
        let (hub, mut news, who) = (Arc::clone(self), self.cuts.subscribe(), who.clone());
        async move {
            loop {
                match news.recv().await {
                    Ok(Cut::Player(other)) if who.as_ref().is_none_or(|(_, player)| player.id != other) => continue,
                    Ok(Cut::Network(blocked)) if !blocked.contains(&network) => continue,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                }
                // In a task: nobody polls this future while its socket sends to a slow client, and others wait for their turn.
                let (hub, who) = (Arc::clone(&hub), who.clone());
                if tokio::spawn(async move { hub.is_cut_off(&who, network).await }).await.unwrap_or(true) {
                    return;
                }
            }
        }
    }

    /// Whether a session has ended, its player is banned or the network is blocked.
    async fn is_cut_off(&self, who: &Option<(Session, Player)>, network: IpAddr) -> bool {
        // It is never closed.
        let _check = self.cut_checks.acquire().await;
        if let Ok(Some(_)) = self.store.address_blocked(network, now()).await {
            return true;
        }
        let Some((session, player)) = who else { return false };
        let sessions = self.store.sessions(&player.id).await;
        let may_play = self.ban_of(&player.id).await.is_ok_and(|ban| ban.is_none());
        // If the store fails, the client has to connect and identify itself again.
        !may_play || !sessions.is_ok_and(|sessions| sessions.iter().any(|one| one.id == session.id))
    }

    fn lobby_sockets(&self) -> MutexGuard<'_, HashMap<PlayerId, usize>> {
        self.lobby_sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a player has opened a lobby socket.
    pub fn enter_lobby(&self, player: &PlayerId) {
        *self.lobby_sockets().entry(player.clone()).or_default() += 1;
    }

    /// Notes that a player is in the lobby: the player's seeks do not expire, and a bot is listed. Returns until when.
    pub async fn stay_in_lobby(&self, player: &Player) -> Result<Moment> {
        let until = now() + SEEK_LIFETIME;
        self.store.extend_seeks(&player.id, until).await?;
        if player.kind == PlayerKind::Bot {
            self.store.extend_presence(&player.id, until).await?;
        }
        Ok(until)
    }

    /// Notes that a player has closed a lobby socket, which noted until when the player would be there. After the last one, the player's seeks
    /// expire soon, and a bot is no longer listed.
    pub async fn leave_lobby(&self, player: &Player, noted: Moment) {
        let is_last = {
            let player = &player.id;
            let mut sockets = self.lobby_sockets();
            let count = sockets.get(player).map_or(0, |count| count.saturating_sub(1));
            if count == 0 {
                sockets.remove(player);
            } else {
                sockets.insert(player.clone(), count);
            }
            count == 0
        };
        let (soon, away) = (now() + SEEK_GRACE, now() + SEEK_LIFETIME + 1_000);
        if !is_last {
            return;
        }
        if let Err(error) = self.store.shorten_seeks(&player.id, soon, away).await {
            tracing::warn!(%error, "cannot shorten the seeks of a player who has left");
        }
        if player.kind == PlayerKind::Bot
            && let Err(error) = self.store.shorten_presence(&player.id, noted, soon).await
        {
            tracing::warn!(%error, "cannot note that a bot has left the lobby");
        }
    }

    /// The seeks in the lobby.
    pub async fn seeks(&self) -> Result<Vec<Seek>> {
        self.store.seeks(now()).await
    }

    /// The message with all seeks, as text to send.
    pub async fn seeks_message(&self) -> Result<Arc<str>> {
        Ok(text(&LobbyMessage::Seeks { seeks: self.seeks().await? }).into())
    }

    /// Sends the current seeks to everyone in this server's lobby.
    pub async fn lobby_changed(&self) {
        if self.lobby.receiver_count() == 0 {
            return;
        }
        match self.seeks_message().await {
            Ok(seeks) => drop(self.lobby.send(LobbyNews::Seeks(seeks))),
            Err(error) => tracing::warn!(%error, "cannot read the lobby"),
        }
    }

    fn announce_start(&self, id: &GameId, table: &Table) {
        // The lobby may be empty.
        let _ = self.lobby.send(LobbyNews::Started(id.clone(), table.seats().0.clone()));
    }

    /// The maintenance that is planned, and a way to wait for a change.
    pub fn maintenance(&self) -> watch::Receiver<Option<Maintenance>> {
        self.maintenance.subscribe()
    }

    /// Whether the server is shutting down, and a way to wait for it.
    pub fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    /// Waits until the server shuts down.
    pub fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut ending = self.ending.subscribe();
        async move {
            // The sender lives as long as the hub. Without it, the server is shutting down too.
            let _ = ending.wait_for(|&ended| ended).await;
        }
    }

    /// Shuts down: the server tells clients to reconnect later, and background tasks stop.
    pub fn end(&self) {
        self.ending.send_replace(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{RandomId, random_text};
    use std::time::Duration;
    use tokio::time::timeout;
    use zertz_protocol::{PlayerKind, SessionId};

    #[tokio::test]
    async fn sockets_take_turns_to_check_whether_they_are_cut() {
        let file = std::env::temp_dir().join(format!("zertz-{}.db", random_text(12)));
        let hub = Hub::open(Store::open(&format!("sqlite://{}", file.display())).await.unwrap()).await.unwrap();
        let player = Player { id: PlayerId::random(), kind: PlayerKind::Guest, name: None, level: None, created: 0 };
        let session = Session { id: SessionId::random(), label: String::new(), created: 0, seen: 0, current: true };
        let who = Some((session, player));
        let follow = || Box::pin(hub.cut_off(&who, [192, 0, 2, 1].into()));
        let (mut cut, mut stuck) = (follow(), [(); CHECKS].map(|()| follow()));
        let others = hub.cut_checks.acquire_many(CHECKS as u32).await.unwrap();
        hub.cuts.send(Cut::Anybody).unwrap();
        // These sockets begin to wait for their turn, and then for slow clients.
        for socket in &mut stuck {
            assert!(timeout(Duration::from_millis(20), socket).await.is_err());
        }
        assert!(timeout(Duration::from_millis(300), &mut cut).await.is_err(), "it waits for others");
        drop(others);
        timeout(Duration::from_secs(10), cut).await.expect("the session does not exist");
        hub.end();
        hub.store.close().await;
        std::fs::remove_file(file).unwrap();
    }
}
