//! New games: the rules are refused, or a table can be opened.
#![no_main]

use zertz_protocol::{Event, EventKind, NewGame, Pair};
use zertz_server::table::Table;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(new) = serde_json::from_str::<NewGame>(text) else { return };
    let seats = Pair([Some("ann".parse().expect("an id")), None]);
    let kind = EventKind::Created { settings: new.settings.clone(), seats };
    let event = Event { seq: 1, at: 0, by: None, id: None, kind };
    let set = Table::open(&event);
    // Every valid set of rules can be played.
    assert_eq!(set.is_ok(), new.settings.rules.rules().is_ok());
    if let Ok(table) = set {
        assert_eq!(table.acts().len(), 0);
        let _ = table.wake();
    }
});
