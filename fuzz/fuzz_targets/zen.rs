//! Records in the format `zen`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(record) = zertz::notation::zen::read(text) {
        zertz_fuzz::check_record(&record);
    }
});
