//! Faults of inference engines: found, reduced to a few lines, told apart, reported.
//!
//! | module | question |
//! |---|---|
//! | [`symptom`] | what went wrong? |
//! | [`finding`] | what is handed over, and is it new? |
//! | [`reduce`] | which few lines of a program show it? |

pub mod finding;
pub mod reduce;
pub mod symptom;

pub use symptom::{Kind, Symptom};
