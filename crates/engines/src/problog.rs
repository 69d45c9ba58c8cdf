//! ProbLog, with one of its back-ends.
//!
//! Its own command line prints eight digits, puts errors on standard output among the answers, and
//! knows only the time of the whole. So a small Python program makes the same calls one by one.

use super::adapter::Adapter;
use super::python::{self, Environment};

const DRIVER: &str = concat!(include_str!("drivers/reply.py"), include_str!("drivers/problog.py"));

/// The back-ends. `nnf` is missing because it is `ddnnf` under another name, and `fbdd` because it
/// crashes on every program.
pub(super) const BACK_ENDS: [&str; 6] = ["sdd", "sddx", "bdd", "ddnnf", "kbest", "fsdd"];

/// ProbLog with a back-end. Programs that are trusted may load whatever they like.
pub(super) fn engine(
    back_end: &'static str,
    environment: Environment,
    is_trusted: bool,
) -> Adapter {
    let loads = if is_trusted { "anything" } else { "libraries" };
    Adapter {
        name: back_end,
        package: python::PROBLOG,
        arguments: vec!["-c", DRIVER, back_end, loads],
        translation: None,
        environment,
        is_walled: true,
    }
}
