//! The clock, in one place.

use std::time::Instant;

/// The present moment; nothing on `wasm32-unknown-unknown`, where the standard library has no clock and would panic.
/// There, deadlines never pass.
pub fn now() -> Option<Instant> {
    match cfg!(all(target_arch = "wasm32", target_os = "unknown")) {
        true => None,
        false => Some(Instant::now()),
    }
}

/// Whether a moment has passed.
pub fn is_past(moment: Instant) -> bool {
    now().is_some_and(|now| now >= moment)
}
