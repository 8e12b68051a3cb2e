//! Records and positions in a format that the reader guesses.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| zertz_fuzz::check_read(zertz::notation::read(text)));
