//! Which predicates can ever be true?
//!
//! A predicate without clauses is data: what is true of it comes from elsewhere. A predicate with clauses is *derivable* if
//! one of its clauses can fire: if its body can be true when derivable predicates are taken as possibly true, and everything
//! below a negation as possibly true. This is the least fixpoint of the immediate consequence operator (van Emden and
//! Kowalski, 1976), with predicates in place of atoms. It looks at no arguments, so that a derivable predicate may still have
//! no true atom; but nothing is ever true of one that is not derivable.

use crate::{Clause, Formula, Predicate};
use std::collections::HashSet;

/// The predicates with clauses that are not derivable, in the order of their first clauses.
///
/// ```
/// use randlog_logic::{Dialect, underivable};
///
/// let program = Dialect::ProbLog.parse("p :- q ; edge(a, b). q :- r, p. r :- \\+ q. s :- s, r. t :- s.")?;
/// let names: Vec<_> = underivable(&program.clauses).iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["s/0", "t/0"]);
/// # Ok::<(), randlog_logic::ParseError>(())
/// ```
pub fn underivable(clauses: &[Clause]) -> Vec<Predicate> {
    let mut order = Vec::new();
    let mut missing = HashSet::new();
    for head in clauses.iter().flat_map(|clause| &clause.heads) {
        if missing.insert(head.atom.predicate()) {
            order.push(head.atom.predicate());
        }
    }
    // Clauses that have not fired yet.
    let mut idle: Vec<&Clause> = clauses.iter().collect();
    loop {
        let before = idle.len();
        idle.retain(|clause| {
            let fires = can_be_true(&clause.body, &missing);
            if fires {
                for head in clause.heads.iter().filter(|head| !head.negated) {
                    missing.remove(&head.atom.predicate());
                }
            }
            !fires
        });
        if missing.is_empty() || idle.len() == before {
            order.retain(|predicate| missing.contains(predicate));
            return order;
        }
    }
}

/// Can a formula be true if nothing is true of these predicates? A negation always can.
fn can_be_true(formula: &Formula, missing: &HashSet<Predicate>) -> bool {
    match formula {
        Formula::True | Formula::Not(_) => true,
        Formula::Atom(atom) => !missing.contains(&atom.predicate()),
        Formula::And(parts) => parts.iter().all(|part| can_be_true(part, missing)),
        Formula::Or(branches) => branches.iter().any(|branch| can_be_true(branch, missing)),
    }
}
