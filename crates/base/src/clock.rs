//! The clock.

/// A moment: that of the standard library, which has no clock in WebAssembly; there it is the browser's.
pub use web_time::Instant;
