//! Single turns.
#![no_main]

use std::sync::LazyLock;
use zertz::{Board, Rules, notation::TurnText};

static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let standard = Board::presets().map(Rules::standard);
    standard.chain([Rules::tournament(Board::rings48())]).collect()
});

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(written) = text.parse::<TurnText>() else { return };
    for again in [written.to_string(), format!("{written:#}")] {
        assert_eq!(again.parse().as_ref(), Ok(&written));
    }
    for rules in RULES.iter() {
        let start = rules.start();
        if let Ok(turn) = written.resolve(rules, &start) {
            assert_eq!(TurnText::of(rules, &start, &turn).resolve(rules, &start), Ok(turn));
        }
    }
});
