//! Boards by name or by their rings.
#![no_main]

use zertz::{Board, Direction, Rules};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(board) = text.parse::<Board>() else { return };
    assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
    assert_eq!(board.labels().count(), board.all().len());
    for ring in board.all() {
        assert_eq!(board.ring(board.label(ring)), Some(ring));
        for direction in Direction::ALL {
            assert_eq!(board.step(ring.only(), direction).first(), board.next(ring, direction));
        }
    }
    for symmetry in board.symmetries() {
        assert_eq!(symmetry.set(board.all()), board.all());
    }
    let rules = Rules::standard(board);
    zertz_fuzz::check_position(&rules, &rules.start());
});
