//! Records in the format `json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| zertz_fuzz::check_read(zertz::notation::json::read(text)));
