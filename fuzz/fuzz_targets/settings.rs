//! Games that somebody wants to be made: refused, or a table can be set for them.
#![no_main]

use zertz_server::{
    play::NewGame,
    table::{Event, Pair, Table, What},
};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(new) = serde_json::from_str::<NewGame>(text) else { return };
    let seats = Pair([Some("ann".parse().expect("an id")), None]);
    let what = What::Created { settings: new.settings.clone(), seats };
    let event = Event { seq: 1, at: 0, by: None, id: None, what };
    let set = Table::open(&event);
    // Whatever passes for rules can be played.
    assert_eq!(set.is_ok(), new.settings.rules.rules().is_ok());
    if let Ok(table) = set {
        assert_eq!(table.acts().len(), 0);
        let _ = table.wake();
    }
});
