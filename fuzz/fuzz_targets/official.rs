//! Records in the format `official`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(record) = zertz::notation::official::read(text) {
        zertz_fuzz::check_record(&record);
    }
});
