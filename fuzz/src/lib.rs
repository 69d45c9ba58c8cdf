//! What the fuzz targets do with their bytes: the checks of the tests of `randlog-generate`, which run
//! them on a stable compiler too.

#[path = "../../crates/generate/tests/common/hostile.rs"]
mod hostile;

pub use hostile::{flags, program, spec};
