//! Faults of inference engines: found, reduced to a few lines, told apart, reported.
//!
//! | module | question |
//! |---|---|
//! | [`symptom`] | what went wrong? |

pub mod symptom;

pub use symptom::{Kind, Symptom};
