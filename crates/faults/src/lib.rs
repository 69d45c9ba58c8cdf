//! Faults of inference engines: found, reduced to a few lines, told apart, reported.
//!
//! | module | question |
//! |---|---|
//! | [`draw`] | which programs are worth asking about? |
//! | [`oracle`] | what must hold of answers? |
//! | [`symptom`] | what went wrong? |
//! | [`reduce`] | which few lines of a program show it? |
//! | [`finding`] | what is handed over, and is it new? |
//! | [`run`] | and all of this, one program after the other |

pub mod draw;
pub mod finding;
pub mod oracle;
mod parts;
pub mod reduce;
pub mod run;
pub mod symptom;

pub use symptom::{Kind, Symptom};
