//! Where ProbLog 2.3.0 is known to differ. `tests/faults.rs` has an example of each fault with the
//! right answer. To see whether one still exists, remove it from the list.

use super::{Found, Reply, probabilities};
use randlog_infer::Error;
use randlog_logic::{DependencyGraph, Program, Term};
use std::collections::HashSet;

/// Is this a case of a known difference?
pub(crate) type Explains = fn(&Program, &Found, &Reply) -> bool;

pub(crate) const KNOWN: [(&str, Explains); 6] = [
    // Not a fault: undefined predicates are an error here even if nothing calls them.
    ("undefined, but not called", |_, found, _| matches!(found, Err(Error::Undefined { .. }))),
    // Not a fault: the cycle leads through the negation of an atom that is certain.
    ("negative cycle that a certain atom cuts", |_, found, reply| {
        matches!(found, Err(Error::NegativeCycle { .. })) && reply.is_ok()
    }),
    ("positive cycle taken for a negative one", |program, _, reply| {
        is_error(reply, "NegativeCycle") && is_cyclic(program)
    }),
    ("evidence on a certain atom of a cycle", |program, _, reply| {
        is_error(reply, "AssertionError") && is_cyclic(program) && !program.evidence.is_empty()
    }),
    ("cycles that take forever", |program, _, reply| is_error(reply, "Slow") && is_cyclic(program)),
    ("answers that are no instances of the query", |program, found, reply| {
        let (Ok(solution), Ok(theirs)) = (found, reply) else { return false };
        let ours = probabilities(solution);
        program.queries.iter().any(|query| has_repeated_variable(&query.args))
            && ours.keys().all(|atom| theirs.contains_key(atom))
    }),
];

fn is_error(reply: &Reply, name: &str) -> bool {
    reply.as_ref().is_err_and(|error| error == name)
}

fn is_cyclic(program: &Program) -> bool {
    DependencyGraph::new(&program.clauses).check_acyclic().is_err()
}

fn has_repeated_variable(terms: &[Term]) -> bool {
    let mut seen = HashSet::new();
    let mut variables = terms.iter().filter(|term| matches!(term, Term::Variable(_)));
    variables.any(|variable| !seen.insert(variable))
}
