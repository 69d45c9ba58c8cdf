#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| randlog_fuzz::program(bytes));
