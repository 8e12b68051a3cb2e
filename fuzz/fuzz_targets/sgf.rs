//! Records in the format `sgf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(record) = zertz::notation::sgf::read(text) {
        zertz_fuzz::check_record(&record);
    }
});
