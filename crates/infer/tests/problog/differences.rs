//! Where ProbLog 2.3.0 is known to differ. `tests/faults.rs` has an example of each fault with the
//! right answer. To see whether one still exists, remove it from the list.

use super::apart::with_variables_apart;
use super::process::{ProbLog, Reply};
use super::{Found, agree};
use randlog_infer::Error;
use randlog_logic::{DependencyGraph, Program};

/// Is this a case of a known difference?
pub(crate) type Explains = fn(&mut ProbLog, &Program, &Found, &Reply) -> bool;

pub(crate) const KNOWN: [(&str, Explains); 6] = [
    // Not a fault: undefined predicates are an error here even if nothing calls them.
    ("undefined, but not called", |_, _, found, _| matches!(found, Err(Error::Undefined { .. }))),
    // Not a fault: a certain atom cuts the cycle, or only evidence reaches it.
    ("negative cycle that is not met", |_, _, found, reply| {
        let cycle = matches!(found, Err(Error::NegativeCycle { .. }));
        cycle && (reply.is_ok() || is_error(reply, "InconsistentEvidenceError"))
    }),
    ("positive cycle taken for a negative one", |_, program, _, reply| {
        is_error(reply, "NegativeCycle") && is_cyclic(program)
    }),
    ("evidence on a certain atom of a cycle", |_, program, _, reply| {
        is_error(reply, "AssertionError") && is_cyclic(program) && !program.evidence.is_empty()
    }),
    ("cycles that take forever", |_, program, _, reply| {
        is_error(reply, "Slow") && is_cyclic(program)
    }),
    // Then it must agree if the variables have different names.
    ("call with a repeated variable", |problog, program, found, reply| {
        let apart = with_variables_apart(program);
        apart != *program && reply.is_ok() && agree(found, &problog.solve(&apart))
    }),
];

fn is_error(reply: &Reply, name: &str) -> bool {
    reply.as_ref().is_err_and(|error| error == name)
}

fn is_cyclic(program: &Program) -> bool {
    DependencyGraph::new(&program.clauses).check_acyclic().is_err()
}
