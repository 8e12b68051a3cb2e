//! Records in the format `zen`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| zertz_fuzz::check_read(zertz::notation::zen::read(text)));
