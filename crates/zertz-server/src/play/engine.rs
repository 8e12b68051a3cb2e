//! The server's engine as an opponent.

use super::{Hub, Room, now};
use crate::{
    id::{engine_id, random_text},
    table::Table,
};
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
    thread::available_parallelism,
    time::Duration,
};
use tokio::sync::Semaphore;
use zertz_engine::{Clock, Engine, Level, Limits, Stop};
use zertz_protocol::{Command, Request};

/// The size of each engine's hash table, in mebibytes.
const HASH: usize = 16;

/// The maximum time per turn: people wait for it, and others wait for the processor.
const MAX_TIME: Duration = Duration::from_secs(2);

/// The engines of this server: one for each core, except one core for serving.
pub(super) struct EnginePool {
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Engine>>>,
}

impl fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePool").field("permits", &self.permits).finish_non_exhaustive()
    }
}

impl EnginePool {
    pub(super) fn new() -> EnginePool {
        let cores = available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        EnginePool { permits: Arc::new(Semaphore::new(cores)), idle: Arc::default() }
    }

    /// Lends an engine to a function.
    fn with_engine<T>(idle: &Mutex<Vec<Engine>>, work: impl FnOnce(&mut Engine) -> T) -> T {
        let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine = lock().pop().unwrap_or_else(|| Engine::new(HASH));
        let result = work(&mut engine);
        lock().push(engine);
        result
    }
}

impl Hub {
    /// Lets the engine play its turn in a room, unless it is already thinking.
    pub(super) fn think(self: &Arc<Self>, room: &Arc<Room>) {
        if room.thinking.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hub, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            let result = hub.make_turn(&room).await;
            room.thinking.store(false, Ordering::Release);
            if let Err(why) = result {
                tracing::warn!(game = %room.id, %why, "the engine could not play its turn");
            } else if room.table.lock().await.engine_to_move().is_some() {
                // It is the engine's turn again: it plays both sides, or the opponent had set conditional turns.
                hub.think(&room);
            }
        });
    }

    async fn make_turn(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), String> {
        let Ok(_permit) = Arc::clone(&self.engines.permits).acquire_owned().await else { return Ok(()) };
        let (table, level): (Table, Level) = {
            let table = room.table.lock().await;
            let Some(level) = table.engine_to_move() else { return Ok(()) };
            (table.clone(), level)
        };
        let (idle, after) = (Arc::clone(&self.engines.idle), table.seq());
        let search = move || EnginePool::with_engine(&idle, |engine| find_turn(engine, &table, level));
        let found = tokio::task::spawn_blocking(search).await.map_err(|error| error.to_string())?;
        let turn = found.ok_or("it finds no turn")?;
        let request = Request { id: random_text(12), command: Command::Turn { turn, after } };
        let player = engine_id(level);
        self.act_in(room, &player, &request, now(), 0).await.map(drop).map_err(|error| error.to_string())
    }
}

/// The turn that the engine makes at a level.
fn find_turn(engine: &mut Engine, table: &Table, level: Level) -> Option<String> {
    let game = table.game();
    // The last game may have had other rules.
    engine.clear();
    engine.set_level(level);
    engine.set_seed(table.created().unsigned_abs() ^ table.seq().unsigned_abs().rotate_left(32));
    engine.set_variety(15);
    engine.set_book(true);
    let left = table.clock().left(table.mover()).filter(|_| table.clock().running().is_some());
    let clock = left.map(|left| Clock {
        // The rest is for the way there and back.
        remaining: Duration::from_millis(left.saturating_sub(500).max(50).unsigned_abs()).min(Duration::from_secs(60)),
        increment: Duration::ZERO,
    });
    let limits = Limits { move_time: Some(MAX_TIME), clock, ..Limits::default() };
    let found = engine.search(game, &limits, &Stop::new(), &mut |_| {})?;
    Some(game.position().write_turn(game.rules(), &found.turn).to_string())
}
