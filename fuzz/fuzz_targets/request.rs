//! What comes over a socket, line by line, for a table: refused or done, and never a table that its own log does not give again.
#![no_main]

use zertz_server::table::{Asker, Decision, Event, Pair, Request, Seat, Settings, Table, TimeControl, What};

fn first() -> Event {
    let rules = zertz_data::rules("standard", "37").expect("rules");
    let settings = Settings { rules, time: TimeControl::Fischer { initial: 60, increment: 1 }, rated: false };
    let seats = Pair([Some("ann".parse().expect("an id")), Some("bob".parse().expect("an id"))]);
    Event { seq: 1, at: 0, by: None, id: None, what: What::Created { settings, seats } }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut log = vec![first()];
    let mut table = Table::open(&log[0]).expect("a table");
    for (index, line) in text.lines().take(40).enumerate() {
        let Ok(request) = serde_json::from_str::<Request>(line) else { continue };
        let seat = if line.len() % 2 == 0 { Seat::One } else { Seat::Two };
        let asker = Asker { seat, at: index as i64 * 997, lag: line.len() as i64 };
        if let Ok(Decision::Do(events)) = table.decide(asker, &request) {
            for event in events {
                table.apply(&event).expect("what was decided can be done");
                log.push(event);
            }
        }
    }
    let stored: Vec<Event> =
        log.iter().map(|event| serde_json::from_str(&serde_json::to_string(event).expect("text")).expect("an event")).collect();
    assert_eq!(stored, log);
    let again = Table::replay(&stored).expect("a log");
    assert!(again.acts().eq(table.acts()));
    assert_eq!((again.seq(), again.status(), again.wake()), (table.seq(), table.status(), table.wake()));
});
