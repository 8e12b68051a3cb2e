//! Certificates of forced wins: a text is refused, or the proof covers its own start lines.
#![no_main]

use zertz_engine::theory::Proof;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(proof) = Proof::parse(text) else { return };
    let rules = proof.rules();
    for start in proof.starts() {
        let position = start.iter().fold(rules.start(), |position, turn| position.play_unchecked(rules, turn));
        let covered = proof.distance(&position).is_some();
        assert!(covered || position.outcome(rules).and_then(|outcome| outcome.winner()) == Some(proof.winner()));
    }
});
