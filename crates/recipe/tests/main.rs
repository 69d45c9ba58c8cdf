//! All tests of the crate as one program, which is linked once and runs them side by side.

mod instances;
mod like;
mod recipes;
