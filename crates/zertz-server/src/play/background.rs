//! Background tasks: clocks that run out, expired seeks, unused rooms, and notices from other servers.

use super::{Cut, Hub, LobbyNews, PlayError, now};
use crate::store::{GameFilter, Notice, StoreError, report_unreadable};
use std::{future::Future, sync::Arc, time::Duration};
use tokio::{
    sync::broadcast::error::RecvError,
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};
use zertz_protocol::{GameId, Moment, PlayerId, Status};

/// How often games are checked for time that has run out.
const SWEEP: Duration = Duration::from_millis(250);

/// How often expired seeks and unused rooms are removed.
const TIDY: Duration = Duration::from_secs(5);

/// How long to wait before games are read again that could not be read.
const AGAIN: Duration = Duration::from_millis(500);

/// How often old rows are removed.
const CLEAN: Duration = Duration::from_secs(600);

/// The maximum number of games that one sweep checks.
const MAX_GAMES: i64 = 200;

/// How long a game is set aside that cannot be read, in milliseconds.
const ASIDE: Moment = 3600 * 1000;

/// A game that another server created longer ago than this was announced before, in milliseconds.
const JUST_STARTED: Moment = 10_000;

/// How long the server remembers for whom a job was done, in milliseconds.
const SERVED_LIFETIME: Moment = 3600 * 1000;

/// Starts the background tasks of a server.
pub(super) fn serve(hub: &Arc<Hub>) {
    repeat(hub, SWEEP, |hub| async move { hub.sweep().await });
    repeat(hub, TIDY, |hub| async move {
        if hub.store.delete_expired_seeks(now()).await.unwrap_or(false) {
            hub.lobby_changed().await;
        }
        if let Err(error) = hub.finish_bans().await {
            tracing::warn!(%error, "cannot end the games of banned players");
        }
        hub.read_maintenance().await;
        metrics::gauge!("zertz_rooms").set(hub.close_unused_rooms() as f64);
        match hub.store.count_jobs().await {
            Ok(jobs) => metrics::gauge!("zertz_jobs").set(jobs as f64),
            Err(error) => tracing::warn!(%error, "cannot count the jobs"),
        }
        if let Err(error) = hub.store.forget_served(now() - SERVED_LIFETIME).await {
            tracing::warn!(%error, "cannot forget who was served");
        }
    });
    repeat(hub, CLEAN, |hub| async move {
        // Some at a time: others write too.
        while let Ok(1..) = hub.store.tidy(now(), MAX_GAMES).await {
            tokio::time::sleep(SWEEP).await;
        }
    });
    follow(hub);
}

/// Starts to follow what other servers do.
pub(super) fn follow(hub: &Arc<Hub>) {
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
    /// Checks the games whose time has come, all at once: none waits for another.
    async fn sweep(self: &Arc<Self>) {
        if let Err(error) = self.beat().await {
            return tracing::warn!(%error, "cannot leave a heartbeat");
        }
        let due = match self.store.due(now(), MAX_GAMES).await {
            Ok(due) => due,
            Err(error) => return tracing::warn!(%error, "cannot list the games that are due"),
        };
        let mut checks = JoinSet::new();
        for game in due {
            let hub = Arc::clone(self);
            checks.spawn(async move {
                match hub.check_game(&game).await {
                    Ok(()) => {}
                    Err(PlayError::Store(StoreError::Unreadable(why))) => hub.set_aside(&game, &why).await,
                    Err(error) => tracing::warn!(%game, %error, "cannot check a game that is due"),
                }
            });
        }
        checks.join_all().await;
    }

    /// Sets a game aside that cannot be read. The other games that are due go on.
    async fn set_aside(&self, game: &GameId, why: &str) {
        report_unreadable(why);
        if let Err(error) = self.store.postpone_wake(game, now() + ASIDE).await {
            tracing::warn!(%game, %error, "cannot set a game aside");
        }
    }

    /// Carries out what time has made due in a game.
    async fn check_game(self: &Arc<Self>, game: &GameId) -> Result<(), PlayError> {
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        self.settle_outages(&room, &mut table).await?;
        let change = table.due(now()).map_err(StoreError::from)?;
        if let Some(change) = change {
            if !self.commit(&room, &mut table, change).await? {
                room.catch_up(&self.store, &mut table).await?;
            }
        } else {
            // The database knows more than this room, or its row is out of date.
            room.catch_up(&self.store, &mut table).await?;
            self.store.correct_wake(game, table.seq(), table.wake()).await?;
        }
        Ok(())
    }

    /// Follows what other servers do.
    async fn follow_notices(self: Arc<Self>) {
        let mut notices = self.store.notices();
        loop {
            match notices.recv().await {
                Ok(Notice::Game(id)) => self.catch_up(vec![id]).await,
                Ok(Notice::Lobby) => {
                    self.lobby_changed().await;
                    self.announce_remote_starts().await;
                }
                Ok(Notice::Jobs) => self.jobs.notify_one(),
                Ok(Notice::Maintenance) => self.read_maintenance().await,
                Ok(Notice::SignedOut(player)) => {
                    if self.store.is_gone(&player).await.unwrap_or(false) {
                        self.forget_chat(&player).await;
                    }
                    let _ = self.cuts.send(Cut::Player(player));
                }
                Ok(Notice::Blocked(network)) => drop(self.cuts.send(Cut::Network(network))),
                Ok(Notice::Everything) | Err(RecvError::Lagged(_)) => {
                    let games: Vec<GameId> = self.rooms().keys().cloned().collect();
                    self.catch_up(games).await;
                    self.lobby_changed().await;
                    self.read_maintenance().await;
                    let _ = self.cuts.send(Cut::Anybody);
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Reads which maintenance is planned. Clients are told when that has changed.
    pub(super) async fn read_maintenance(&self) {
        match self.store.maintenance(now()).await {
            Ok(planned) => drop(self.maintenance.send_if_modified(|known| {
                let has_changed = *known != planned;
                *known = planned;
                has_changed
            })),
            Err(error) => tracing::warn!(%error, "cannot read which maintenance is planned"),
        }
    }

    /// Removes what a player who is gone wrote in the chat of open rooms.
    async fn forget_chat(&self, player: &PlayerId) {
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        for room in rooms {
            room.table.lock().await.forget_chat(player);
        }
    }

    /// Deletes a player, and everything that the player wrote.
    pub async fn delete_player(&self, player: &PlayerId) -> Result<(), PlayError> {
        self.store.delete_player(player, now()).await?;
        self.forget_chat(player).await;
        self.lobby_changed().await;
        Ok(())
    }

    /// Reads games again that have rooms here, in the background.
    pub(super) fn refresh(self: &Arc<Self>, games: Vec<GameId>) {
        let hub = Arc::clone(self);
        tokio::spawn(async move { hub.catch_up(games).await });
    }

    /// Reads the new events of games that have rooms here. If the database fails, tries until it works again: a room that stays behind
    /// would show an old position, and nobody would notice.
    async fn catch_up(self: &Arc<Self>, mut games: Vec<GameId>) {
        while !games.is_empty() && !*self.ending.borrow() {
            let mut missed = Vec::new();
            for game in games {
                let Some(room) = self.rooms().get(&game).cloned() else { continue };
                let mut table = room.table.lock().await;
                let read = room.catch_up(&self.store, &mut table).await;
                let settled = read.and(self.settle_outages(&room, &mut table).await);
                if let Err(StoreError::Unreadable(why)) = settled {
                    // To try again would not help, and others wait.
                    report_unreadable(&why);
                } else if let Err(error) = settled {
                    tracing::warn!(%game, %error, "cannot read new events of a game");
                    missed.push(game);
                }
            }
            games = missed;
            if !games.is_empty() {
                tokio::time::sleep(AGAIN).await;
            }
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
