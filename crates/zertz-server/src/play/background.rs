//! Background tasks: clocks that run out, expired seeks, unused rooms, and notices from other servers.

use super::{Hub, LobbyNews, PlayError, now};
use crate::store::{GameFilter, Notice};
use std::{future::Future, sync::Arc, time::Duration};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{MissedTickBehavior, interval},
};
use zertz_protocol::{GameId, Moment, Status};

/// How often games are checked for time that has run out.
const SWEEP: Duration = Duration::from_millis(250);

/// How often expired seeks and unused rooms are removed.
const TIDY: Duration = Duration::from_secs(5);

/// The maximum number of games that one sweep checks.
const MAX_GAMES: i64 = 200;

/// A game that another server created longer ago than this was announced before, in milliseconds.
const JUST_STARTED: Moment = 10_000;

/// Starts all background tasks.
pub(super) fn start(hub: &Arc<Hub>) {
    repeat(hub, SWEEP, |hub| async move { hub.sweep().await });
    repeat(hub, TIDY, |hub| async move {
        if hub.store.delete_expired_seeks(now()).await.unwrap_or(false) {
            hub.lobby_changed().await;
        }
        metrics::gauge!("zertz_rooms").set(hub.close_unused_rooms() as f64);
    });
    let hub = Arc::clone(hub);
    tokio::spawn(async move { hub.follow_notices().await });
}

/// Runs a task at intervals until the server shuts down.
fn repeat<F: Future<Output = ()> + Send>(
    hub: &Arc<Hub>,
    pause: Duration,
    work: impl Fn(Arc<Hub>) -> F + Send + 'static,
) {
    let (hub, mut ending) = (Arc::clone(hub), hub.ending());
    tokio::spawn(async move {
        let mut ticks = interval(pause);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !*ending.borrow_and_update() {
            tokio::select! {
                _ = ticks.tick() => work(Arc::clone(&hub)).await,
                _ = ending.changed() => {}
            }
        }
    });
}

impl Hub {
    /// Checks the games whose time has come.
    async fn sweep(self: &Arc<Self>) {
        let due = match self.store.due(now(), MAX_GAMES).await {
            Ok(due) => due,
            Err(error) => return tracing::warn!(%error, "cannot list the games that are due"),
        };
        for game in due {
            if let Err(error) = self.check_game(&game).await {
                tracing::warn!(%game, %error, "cannot check a game that is due");
            }
        }
    }

    /// Carries out what time has made due in a game.
    async fn check_game(self: &Arc<Self>, game: &GameId) -> Result<(), PlayError> {
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        let change = table.due(now()).map_err(crate::store::StoreError::from)?;
        if let Some(change) = change {
            if !self.commit(&room, &mut table, change).await? {
                room.catch_up(&self.store, &mut table).await?;
            }
        } else if table.engine_to_move().is_some() {
            self.think(&room);
        } else {
            // The database knows more than this room.
            room.catch_up(&self.store, &mut table).await?;
        }
        Ok(())
    }

    /// Follows what other servers do.
    async fn follow_notices(self: Arc<Self>) {
        let mut notices = self.store.notices();
        loop {
            match notices.recv().await {
                Ok(Notice::Game(id)) => self.catch_up(&id).await,
                Ok(Notice::Lobby) => {
                    self.lobby_changed().await;
                    self.announce_remote_starts().await;
                }
                Ok(Notice::SignedOut(player)) => drop(self.sign_outs.send(Some(player))),
                Ok(Notice::Everything) | Err(RecvError::Lagged(_)) => {
                    let games: Vec<GameId> = self.rooms().keys().cloned().collect();
                    for game in games {
                        self.catch_up(&game).await;
                    }
                    self.lobby_changed().await;
                    let _ = self.sign_outs.send(None);
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Reads the new events of a game that has a room here.
    async fn catch_up(&self, id: &GameId) {
        let Some(room) = self.open_room(id) else { return };
        let mut table = room.table.lock().await;
        if let Err(error) = room.catch_up(&self.store, &mut table).await {
            tracing::warn!(game = %id, %error, "cannot read new events of a game");
        }
    }

    /// Tells players in this server's lobby about games that another server has just started.
    async fn announce_remote_starts(&self) {
        if self.lobby.receiver_count() == 0 {
            return;
        }
        let filter = GameFilter { status: Some(Status::Playing), limit: 50, ..GameFilter::default() };
        let Ok(games) = self.store.games(&filter).await else { return };
        for game in games.into_iter().filter(|game| game.created > now() - JUST_STARTED) {
            let players = game.seats.0.map(|seat| seat.map(|player| player.id));
            let _ = self.lobby.send(LobbyNews::Started(game.id, players));
        }
    }
}
