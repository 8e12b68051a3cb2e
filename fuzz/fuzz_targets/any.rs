//! Records and positions in a format that the reader guesses.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(record) = zertz::notation::read(text) {
        zertz_fuzz::check_record(&record);
    }
});
