//! From a spec to programs that meet it: by constraint search, or exactly.

pub mod exact;
pub mod generator;
pub mod membership;
pub mod search;
pub mod spec;
pub mod verify;

pub use spec::Spec;
