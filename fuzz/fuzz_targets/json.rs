//! Records in the format `json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(record) = zertz::notation::json::read(text) {
        zertz_fuzz::check_record(&record);
    }
});
