//! All tests of the crate as one program, which is linked once and runs them side by side.

mod built_in;
mod common;
mod engines;
mod fake_engines;
mod fake_engines_from_python;
mod plain;
mod problog;
#[path = "../../infer/tests/random/mod.rs"]
#[expect(dead_code, reason = "the tests of inference use more of it")]
mod random;
mod sentences;
mod statements;
#[cfg(target_os = "linux")]
mod wall;
mod workers;
