//! The same constraint model on Pumpkin and on randlog's own kernel, side by side.

pub mod building;
pub mod check;
pub mod clock;
pub mod decode;
pub mod enumeration;
pub mod pumpkin;
pub mod randlog;
pub mod sampling;
pub mod specs;

use std::time::Duration;

fn ratio(slower: Duration, faster: Duration) -> f64 {
    slower.as_secs_f64() / faster.as_secs_f64()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}
