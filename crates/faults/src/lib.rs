//! Faults of inference engines: found, reduced to a few lines, told apart, filed.
//!
//! A [`Fault`] is one value all the way: an oracle notices it, reduction makes its program smaller, and a
//! directory holds it in the end.
//!
//! | module | question |
//! |---|---|
//! | [`draw`] | which programs are worth asking about? |
//! | [`oracle`] | what must hold of answers? |
//! | [`fault`] | what went wrong? |
//! | [`reduce`] | which few lines of a program show it? |
//! | [`finding`] | is it new, and where is it filed? |
//! | [`size`] | which of two programs is smaller? |
//! | [`campaign`] | all of this, one program after the other |

pub mod campaign;
pub mod draw;
pub mod fault;
pub mod finding;
pub mod oracle;
mod parts;
pub mod reduce;
pub mod size;

pub use fault::Fault;
pub use randlog_engines::TestCase;
pub use randlog_engines::known::FaultKind;
