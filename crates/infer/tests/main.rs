//! All tests of the crate as one program, which is linked once and runs them side by side.

mod agreement;
mod common;
mod faults;
mod gradient;
mod language;
mod limits;
mod measures;
mod numbers;
mod observed;
mod random;
mod refusals;
mod semantics;
mod texts;
mod tutorial;
mod wide;
mod wide_cases;
mod width;
