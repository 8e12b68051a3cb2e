//! The server's engine as an opponent.

use super::{Hall, Room, now};
use crate::{
    id::PlayerId,
    table::{Command, Request, Table},
};
use std::{
    fmt,
    sync::{Arc, Mutex, atomic::Ordering},
    thread::available_parallelism,
    time::Duration,
};
use tokio::sync::Semaphore;
use zertz_engine::{Clock, Engine, Level, Limits, Stop};

/// Memory for each engine's table of positions, in megabytes.
const HASH: usize = 16;

/// The longest it thinks: people wait for it, and others wait for the machine.
const LONGEST: Duration = Duration::from_secs(2);

/// Engines that think, one for each core but the one that serves.
pub(super) struct Thinkers {
    places: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Engine>>>,
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinkers").field("places", &self.places).finish_non_exhaustive()
    }
}

impl Thinkers {
    pub(super) fn new() -> Thinkers {
        let cores = available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        Thinkers { places: Arc::new(Semaphore::new(cores)), idle: Arc::default() }
    }
}

impl Hall {
    /// Has the engine make its turn in a room, unless it is at it already.
    pub(super) fn think(self: &Arc<Self>, room: &Arc<Room>) {
        if room.thinking.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            let result = hall.make_turn(&room).await;
            room.thinking.store(false, Ordering::Release);
            if let Err(why) = result {
                tracing::warn!(game = %room.id, %why, "the engine could not make its turn");
            } else if room.table.lock().await.engine_to_move().is_some() {
                // Its turn again: it plays against itself, or the opponent had planned ahead.
                hall.think(&room);
            }
        });
    }

    async fn make_turn(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), String> {
        let Ok(_place) = Arc::clone(&self.thinkers.places).acquire_owned().await else { return Ok(()) };
        let (table, level): (Table, Level) = {
            let table = room.table.lock().await;
            let Some(level) = table.engine_to_move() else { return Ok(()) };
            (table.clone(), level)
        };
        let idle = Arc::clone(&self.thinkers.idle);
        let after = table.seq();
        let search = move || {
            let lock = || idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let mut engine = lock().pop().unwrap_or_else(|| Engine::new(HASH));
            let turn = find(&mut engine, &table, level);
            lock().push(engine);
            turn
        };
        let found = tokio::task::spawn_blocking(search).await.map_err(|error| error.to_string())?;
        let turn = found.ok_or("it finds no turn")?;
        let request = Request { id: crate::id::random(12), command: Command::Turn { turn, after } };
        let player = PlayerId::engine(level);
        self.act_in(room, &player, &request, now(), 0).await.map(drop).map_err(|error| error.to_string())
    }
}

/// The turn that a level makes.
fn find(engine: &mut Engine, table: &Table, level: Level) -> Option<String> {
    let game = table.game();
    // Tables are of the game before, which may have had other rules.
    engine.clear();
    engine.set_level(level);
    engine.set_seed(table.created().unsigned_abs() ^ table.seq().unsigned_abs().rotate_left(32));
    engine.set_variety(15);
    let left = table.clock().left(table.mover()).filter(|_| table.clock().running().is_some());
    let clock = left.map(|left| Clock {
        // A part of it is needed for the way there and back.
        remaining: Duration::from_millis(left.saturating_sub(500).max(50).unsigned_abs()).min(Duration::from_secs(60)),
        increment: Duration::ZERO,
    });
    let limits = Limits { move_time: Some(LONGEST), clock, ..Limits::default() };
    let found = engine.search(game, &limits, &Stop::new(), &mut |_| {})?;
    Some(game.position().write_turn(game.rules(), &found.turn).to_string())
}
