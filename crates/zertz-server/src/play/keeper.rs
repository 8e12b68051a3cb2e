//! What happens by itself: flags fall, offers lapse, rooms are closed, and news come from other machines.

use super::{ActError, Hall, LobbyNews, now};
use crate::{
    id::GameId,
    store::{Change, GameFilter},
    table::Status,
};
use std::{future::Future, sync::Arc, time::Duration};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{MissedTickBehavior, interval},
};

/// How late a flag may fall by our doing.
const SWEEP: Duration = Duration::from_millis(250);

/// Games looked at in one sweep.
const MOST: i64 = 200;

/// Starts all of it.
pub(super) fn start(hall: &Arc<Hall>) {
    every(hall, SWEEP, |hall| async move { hall.sweep().await });
    every(hall, Duration::from_secs(5), |hall| async move {
        if hall.store.lapse(now()).await.unwrap_or(false) {
            hall.lobby_changed().await;
        }
        metrics::gauge!("zertz_rooms").set(hall.tidy() as f64);
    });
    let hall = Arc::clone(hall);
    tokio::spawn(async move { hall.hear().await });
}

/// Does something again and again until the end.
fn every<F: Future<Output = ()> + Send>(
    hall: &Arc<Hall>,
    pause: Duration,
    work: impl Fn(Arc<Hall>) -> F + Send + 'static,
) {
    let (hall, mut ending) = (Arc::clone(hall), hall.ending());
    tokio::spawn(async move {
        let mut ticks = interval(pause);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !*ending.borrow_and_update() {
            tokio::select! {
                _ = ticks.tick() => work(Arc::clone(&hall)).await,
                _ = ending.changed() => {}
            }
        }
    });
}

impl Hall {
    /// Looks at the games whose time has come.
    async fn sweep(self: &Arc<Self>) {
        let due = match self.store.due(now(), MOST).await {
            Ok(due) => due,
            Err(error) => return tracing::warn!(%error, "nobody's flag can fall"),
        };
        for game in due {
            if let Err(error) = self.look_at(&game).await {
                tracing::warn!(%game, %error, "a game could not be looked at");
            }
        }
    }

    /// Does what time has made due in a game.
    async fn look_at(self: &Arc<Self>, game: &GameId) -> Result<(), ActError> {
        let room = self.room(game).await?.ok_or(ActError::NoGame)?;
        let mut table = room.table.lock().await;
        if let Some(event) = table.due(now()) {
            if !self.keep(&room, &mut table, vec![event]).await? {
                room.catch_up(&self.store, &mut table).await?;
            }
        } else if table.engine_to_move().is_some() {
            self.think(&room);
        } else {
            // The list knows more than we do.
            room.catch_up(&self.store, &mut table).await?;
        }
        Ok(())
    }

    /// Follows what other machines do.
    async fn hear(self: Arc<Self>) {
        let mut changes = self.store.changes();
        loop {
            match changes.recv().await {
                Ok(Change::Game(id)) => self.catch_up(&id).await,
                Ok(Change::Lobby) => {
                    self.lobby_changed().await;
                    self.tell_started().await;
                }
                Ok(Change::SignedOut(player)) => drop(self.sign_outs.send(Some(player))),
                Ok(Change::Everything) | Err(RecvError::Lagged(_)) => {
                    for room in self.all_rooms() {
                        self.catch_up(&room.id).await;
                    }
                    self.lobby_changed().await;
                    let _ = self.sign_outs.send(None);
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Reads what happened in a game elsewhere, if anybody here looks at it.
    async fn catch_up(&self, id: &GameId) {
        let Some(room) = self.loaded(id) else { return };
        let mut table = room.table.lock().await;
        if let Err(error) = room.catch_up(&self.store, &mut table).await {
            tracing::warn!(game = %id, %error, "news of a game cannot be read");
        }
    }

    /// Tells those in the lobby here of games that another machine has just begun for them.
    async fn tell_started(&self) {
        if self.lobby.receiver_count() == 0 {
            return;
        }
        let filter = GameFilter { status: Some(Status::Playing), limit: 50, ..GameFilter::default() };
        let Ok(games) = self.store.games(&filter).await else { return };
        for game in games.into_iter().filter(|game| game.created > now() - 10_000) {
            let players = game.seats.0.map(|seat| seat.map(|seated| seated.id));
            let _ = self.lobby.send(LobbyNews::Started(game.id, players));
        }
    }
}
