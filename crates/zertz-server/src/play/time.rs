//! The time of the server, and what happens when time was lost.
//!
//! Within a process, time is monotonic: the clock of the machine is asked once. Every server that can write leaves a heartbeat in the
//! database. A gap between heartbeats is an outage: nobody could play, so every game gets that time back. A server whose last heartbeat is
//! not fresh leaves one, and so learns of an outage, before it decides anything.

use super::{Hub, Room};
use crate::{
    store::{OUTAGE, Result},
    table::{Outage, Table},
};
use std::{
    sync::{
        Arc, OnceLock, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::{Instant, SystemTime, UNIX_EPOCH},
};
use tokio::sync::MutexGuard;
use zertz_protocol::{GameId, Millis, Moment};

/// With a heartbeat younger than this, no outage can be unknown.
const FRESH: Millis = OUTAGE - 500;

/// How long outages are remembered, in milliseconds: longer than any game waits for a player.
const MEMORY: Millis = 30 * 24 * 3600 * 1000;

static START: OnceLock<(Instant, Moment)> = OnceLock::new();

/// How far the time was moved ahead of that of the start.
static AHEAD: AtomicI64 = AtomicI64::new(0);

/// Starts the time of this process. If it runs already, it is only moved ahead if necessary.
pub(super) fn start(moment: Moment) {
    START.get_or_init(|| (Instant::now(), moment));
    let behind = moment - (now() - AHEAD.load(Ordering::Relaxed));
    AHEAD.fetch_max(behind, Ordering::Relaxed);
}

/// The current time, in milliseconds since 1970. It never jumps while the process runs.
pub fn now() -> Moment {
    let wall = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Moment);
    let (began, moment) = START.get_or_init(|| (Instant::now(), wall()));
    moment + began.elapsed().as_millis() as Moment + AHEAD.load(Ordering::Relaxed)
}

/// What a hub knows about outages.
#[derive(Debug, Default)]
pub(super) struct Heartbeat {
    /// When the last heartbeat was left.
    last: AtomicI64,
    /// Held while a heartbeat is left.
    beating: tokio::sync::Mutex<()>,
    outages: std::sync::Mutex<Arc<[Outage]>>,
}

impl Hub {
    fn outages(&self) -> Arc<[Outage]> {
        Arc::clone(&self.heartbeat.outages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Leaves a heartbeat. If there was an outage, everything that is shown here is read again, and gets the time back.
    pub(super) async fn beat(self: &Arc<Self>) -> Result<()> {
        let at = if self.serves { self.store.beat(now).await? } else { now() };
        let outages: Arc<[Outage]> = self.store.outages(at - MEMORY).await?.into();
        let before = {
            let mut known = self.heartbeat.outages.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *known, Arc::clone(&outages))
        };
        let was = self.heartbeat.last.swap(at, Ordering::AcqRel);
        // The outages that were there at the start are settled game by game.
        if was > 0 && before != outages {
            tracing::warn!(?outages, "the clocks of games get the time of an outage back");
            let games: Vec<GameId> = self.rooms().keys().cloned().collect();
            self.refresh(games);
        }
        Ok(())
    }

    /// Leaves a heartbeat unless the last one is fresh. After this, every outage is known.
    async fn be_alive(self: &Arc<Self>) -> Result<()> {
        let is_fresh = || now() - self.heartbeat.last.load(Ordering::Acquire) < FRESH;
        if is_fresh() {
            return Ok(());
        }
        let _one = self.heartbeat.beating.lock().await;
        if is_fresh() { Ok(()) } else { self.beat().await }
    }

    /// Gives a table the time of outages back. To be called before anything is decided that depends on time.
    pub(super) async fn settle_outages(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut MutexGuard<'_, Table>,
    ) -> Result<()> {
        self.be_alive().await?;
        while let Some(change) = table.interrupted(&self.outages(), now())? {
            if !self.commit(room, table, change).await? {
                room.catch_up(&self.store, table).await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_never_goes_back() {
        let before = now();
        start(before - 1_000_000);
        assert!((before..before + 1000).contains(&now()));
        start(before + 5_000);
        assert!((before + 5_000..before + 6_000).contains(&now()));
    }
}
