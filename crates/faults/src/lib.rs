//! Faults of inference engines: found, reduced to a few lines, told apart, reported.
//!
//! | module | question |
//! |---|---|
//! | [`symptom`] | what went wrong? |
//! | [`reduce`] | which few lines of a program show it? |

pub mod reduce;
pub mod symptom;

pub use symptom::{Kind, Symptom};
