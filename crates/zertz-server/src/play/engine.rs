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
use zertz_engine::{
    Clock, Engine, Found, Level, Limits, Stop,
    opponent::{Instead, VARIETY, instead_of_turn},
};
use zertz_protocol::{Command, Millis, Moment, Request};

/// The size of each engine's hash table, in mebibytes.
const HASH: usize = 16;

/// The maximum time per turn: people wait for it, and others wait for the processor.
const MAX_TIME: Duration = Duration::from_secs(2);

/// The part of the engine's clock that it leaves for the way there and back.
const RESERVE: Millis = 500;

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
        let idle = Arc::clone(&self.engines.idle);
        let search = move || EnginePool::with_engine(&idle, |engine| choose(engine, &table, level));
        let chosen = tokio::task::spawn_blocking(search).await.map_err(|error| error.to_string())?;
        let request = Request { id: random_text(12), command: chosen.ok_or("it finds no turn")? };
        let player = engine_id(level);
        self.act_in(room, &player, &request, now(), 0).await.map(drop).map_err(|error| error.to_string())
    }
}

/// What the engine does at a level.
fn choose(engine: &mut Engine, table: &Table, level: Level) -> Option<Command> {
    let (game, after) = (table.game(), table.seq());
    let instead = |chance| {
        instead_of_turn(game, chance).map(|act| match act {
            Instead::Demand => Command::Demand { after },
            Instead::Swap => Command::Swap { after },
        })
    };
    if let Some(command) = instead(None) {
        return Some(command);
    }
    // The last game may have had other rules.
    engine.clear();
    engine.set_level(level);
    engine.set_seed(table.created().unsigned_abs() ^ after.unsigned_abs().rotate_left(32));
    engine.set_variety(VARIETY);
    engine.set_book(true);
    let limits = Limits { move_time: Some(MAX_TIME), clock: clock(table, now()), ..Limits::default() };
    let Found { turn, info } = engine.search(game, &limits, &Stop::new(), &mut |_| {})?;
    let turn = || Command::Turn { turn: game.position().write_turn(game.rules(), &turn).to_string(), after };
    Some(instead(Some(info.score.win_chance())).unwrap_or_else(turn))
}

/// The clock of the engine to move, if it runs. The game may have waited for a free engine.
fn clock(table: &Table, at: Moment) -> Option<Clock> {
    let millis = |millis: Millis| Duration::from_millis(millis.max(0).unsigned_abs());
    let (seat, since) = table.clock().running()?;
    let remaining = millis(table.clock().left(seat)? - (at - since) - RESERVE);
    Some(Clock { remaining, increment: millis(table.settings().time.increment()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Decision, Sender};
    use zertz::{Board, Rules};
    use zertz_protocol::{Event, EventKind, Pair, PlayerId, RulesData, Seat, Settings, TimeControl};

    /// A game of a person, who begins, against the engine; these turns are played by both in alternation.
    fn table(rules: Rules, turns: &[&str]) -> Table {
        timed_table(rules, TimeControl::None, turns)
    }

    fn timed_table(rules: Rules, time: TimeControl, turns: &[&str]) -> Table {
        let settings = Settings { rules: RulesData::of(&rules), time, rated: false };
        let person: PlayerId = "ann".parse().unwrap();
        let seats = Pair([Some(person), Some(engine_id(Level::FULL))]);
        let first = Event { seq: 1, at: 0, by: None, id: None, kind: EventKind::Created { settings, seats } };
        let mut table = Table::open(&first).unwrap();
        for (number, turn) in turns.iter().enumerate() {
            let command = Command::Turn { turn: (*turn).to_owned(), after: table.seq() };
            let sender = Sender { seat: Seat::BOTH[number % 2], at: 0, lag: 0 };
            let Ok(Decision::Change(change)) = table.decide(sender, &Request { id: number.to_string(), command })
            else {
                panic!("{turn} is refused")
            };
            table = change.table;
        }
        table
    }

    const COLUMN: &str = "custom:a1,a2,a3,a4,a5,a6,a7,a8,a9";

    #[test]
    fn the_engine_demands_a_missed_capture_even_after_a_win() {
        let rules = Rules { goals: "1/1/1/1".parse().unwrap(), ..Rules::tournament(COLUMN.parse().unwrap()) };
        // Instead of jumping, the person isolates and claims a marble.
        let missed = table(rules, &["Wa4,a9", "Ga5,a8", "Wa1,a2"]);
        assert!(missed.game().outcome().is_some());
        assert_eq!(missed.engine_to_move(), Some(Level::FULL));
        assert_eq!(choose(&mut Engine::new(1), &missed, Level::FULL), Some(Command::Demand { after: 4 }));
    }

    #[test]
    fn the_flag_of_an_engine_falls_in_time_and_its_waiting_counts() {
        let time = TimeControl::Fischer { initial: 2, increment: 0 };
        let table = timed_table(Rules::standard(Board::rings37()), time, &["Wd4,d1", "Gb2,a1", "Wc3,a2"]);
        assert_eq!(table.engine_to_move(), Some(Level::FULL));
        assert_eq!(table.wake(), table.clock().flag());
        let remaining = |at| clock(&table, at).unwrap().remaining;
        assert_eq!(remaining(0) - remaining(700), Duration::from_millis(700));
    }

    #[test]
    fn the_engine_swaps_sides_if_the_other_side_is_better() {
        // A marble at the end of the column is isolated and claimed at once. The first player to do so twice wins.
        let goals = "2/2/2/2".parse().unwrap();
        let rules = Rules { goals, swap: true, ..Rules::standard(COLUMN.parse().unwrap()) };
        let mut engine = Engine::new(1);
        let lost = table(rules.clone(), &["Wa1,a2"]);
        assert_eq!(choose(&mut engine, &lost, Level::FULL), Some(Command::Swap { after: 2 }));
        let won = table(rules, &["Wa5,a9"]);
        assert!(matches!(choose(&mut engine, &won, Level::FULL), Some(Command::Turn { after: 2, .. })));
    }
}
