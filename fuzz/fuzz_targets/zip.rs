//! Positions on one line.
#![no_main]

use zertz::notation::Zip;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(zip) = text.parse::<Zip>() else { return };
    assert_eq!(zip.to_string().parse().as_ref(), Ok(&zip));
    let rules = zip.rules(zip.board());
    if let Ok(position) = zip.position(&rules) {
        zertz_fuzz::check_position(&rules, &position);
    }
});
