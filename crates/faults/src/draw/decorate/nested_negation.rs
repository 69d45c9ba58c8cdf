//! A body gets a negated conjunction, with a negation and variables of its own inside.
//!
//! Two to five literals, one of them at least negated; arguments are variables of the clause,
//! constants, variables of the negation (the same one more than once) and `_`.

use randlog_base::random::{ChaCha8Rng, below, shuffle};
use randlog_logic::{Formula, Program, Term};

use super::{atom, bound_variables, predicates, rule};
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let Some(clause) = rule(program, rng) else { return false };
    let own = parts::fresh_variable(clause);
    let mut terms = vec![own.clone(), own, Term::Anonymous, Term::Anonymous];
    terms.extend(bound_variables(clause));
    terms.extend(constants);
    // Most drafts are unsafe: a few are tried.
    (0..8).any(|_| {
        let mut inside = Vec::new();
        for number in 0..2 + below(rng, 4) {
            let Some(atom) = atom(&predicates, &terms, rng) else { return false };
            let negated = number == 0 || below(rng, 5) < 2;
            let literal = Formula::Atom(atom);
            inside.push(if negated { Formula::Not(Box::new(literal)) } else { literal });
        }
        shuffle(rng, &mut inside);
        parts::change(clause, |clause| {
            let mut all = parts::conjuncts(std::mem::replace(&mut clause.body, Formula::True));
            all.push(Formula::Not(Box::new(Formula::And(inside))));
            clause.body = parts::conjunction(all);
        })
    })
}
