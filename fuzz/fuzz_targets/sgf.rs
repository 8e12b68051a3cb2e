//! Records in the format `sgf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| zertz_fuzz::check_read(zertz::notation::sgf::read(text)));
