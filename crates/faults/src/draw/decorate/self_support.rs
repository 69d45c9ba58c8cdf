//! A rule is added by which an atom supports itself, alone or with the help of another one.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::{Clause, Formula, Probability, Program, Symbol, Term};

use super::{atom, predicates};
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let variables: Vec<Term> =
        ["X", "Y"].into_iter().map(|name| Term::Variable(Symbol::from(name))).collect();
    let terms = if below(rng, 3) == 0 { constants } else { variables };
    let Some(head) = atom(&predicates, &terms, rng) else { return false };
    let mut body = vec![Formula::Atom(head.clone())];
    if below(rng, 3) == 0
        && let Some(other) = atom(&predicates, &terms, rng)
    {
        body.push(Formula::Atom(other));
    }
    program.clauses.push(Clause::new(Probability::ONE, head, parts::conjunction(body)));
    true
}
