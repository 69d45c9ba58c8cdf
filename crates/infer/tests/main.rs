//! All tests of the crate as one program, which is linked once and runs them side by side.

mod agreement;
mod common;
mod faults;
mod language;
mod limits;
mod measures;
mod numbers;
mod random;
mod semantics;
mod texts;
mod tutorial;
mod wide;
mod wide_cases;
mod width;
