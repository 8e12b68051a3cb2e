//! Records in the format `official`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| zertz_fuzz::check_read(zertz::notation::official::read(text)));
