//! All tests of the crate as one program, which is linked once and runs them side by side.

mod common;
mod grid;
mod inference;
mod merging;
mod reports;
mod sessions;
mod shard_faults;
