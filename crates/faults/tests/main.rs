//! All tests of the crate as one program, which is linked once and runs them side by side.

mod deliberate;
mod documentation;
mod draw;
mod findings;
mod forgetful;
mod mutants;
mod odd;
mod reduction;
mod relations;
mod starved;
