//! The server's engine as an opponent.

use super::now;
use crate::table::Table;
use std::time::Duration;
use zertz_engine::{
    Clock, Engine, Found, Level, Limits, Stop,
    opponent::{Instead, VARIETY, instead_of_turn},
};
use zertz_protocol::{Command, Millis, Moment};

/// The maximum time per turn: people wait for it, and others wait for the processor.
const MAX_TIME: Duration = Duration::from_secs(2);

/// The part of the engine's clock that it leaves for the way there and back.
const RESERVE: Millis = 500;

/// What the engine does at a level.
pub(super) fn choose(engine: &mut Engine, table: &Table, level: Level) -> Option<Command> {
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
    use crate::{
        id::engine_id,
        table::{Decision, Sender},
    };
    use zertz::{Board, Rules};
    use zertz_protocol::{Event, EventKind, Pair, PlayerId, Request, RulesData, Seat, Settings, TimeControl};

    /// A game of a person, who begins, against the engine; these turns are played by both in alternation.
    fn table(rules: Rules, turns: &[&str]) -> Table {
        timed_table(rules, TimeControl::None, turns)
    }

    fn timed_table(rules: Rules, time: TimeControl, turns: &[&str]) -> Table {
        let settings = Settings { rules: RulesData::of(&rules), time, rated: false };
        let person: PlayerId = "ann".parse().unwrap();
        let seats = Pair([Some(person), Some(engine_id(Level::FULL))]);
        let first =
            Event { seq: 1, at: 0, by: None, id: None, kind: EventKind::Created { settings, seats, challenged: None } };
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
