//! Strata of ground atoms.
//!
//! If the predicates have strata, so have the ground atoms; but ground atoms may have strata where
//! predicates have none: `win(X) :- move(X, Y), \+ win(Y)` is fine as long as no sequence of moves
//! returns.

use super::ground::{Ground, GroundClause, Grounding};
use crate::Error;
use randlog_logic::{Atom, Clause, DependencyGraph, Formula, Head, Predicate, Probability, Sign};

/// The stratum of each atom, from zero, or a cycle through a negation.
///
/// The atoms become predicates without arguments, and the instances a program of them: what is
/// known of predicates holds for atoms then.
pub(super) fn strata(grounding: &Grounding) -> Result<Vec<usize>, Error> {
    let rules: Vec<Clause> = grounding
        .clauses
        .iter()
        .map(|clause| {
            let heads = open_heads(grounding, clause).map(plain_head).collect();
            Clause::with_heads(heads, literals(&clause.body))
        })
        .collect();
    let graph = DependencyGraph::new(&rules);
    match graph.strata() {
        Ok(strata) => {
            let stratum = |atom| strata.of(&proposition(atom).predicate()).unwrap_or(0);
            Ok((0..grounding.atoms.len()).map(stratum).collect())
        }
        Err(cycle) => {
            // An edge leads from what is used to what uses it: the other way round.
            let uses = cycle.edges.iter().rev();
            let cycle = uses.filter_map(|edge| {
                let atom = grounding.atoms.get(number(&edge.to)?)?;
                Some((atom.clone(), edge.sign == Sign::Negative))
            });
            Err(Error::NegativeCycle { cycle: cycle.collect() })
        }
    }
}

/// What is certain depends on nothing.
fn open_heads(grounding: &Grounding, clause: &GroundClause) -> impl Iterator<Item = usize> {
    let heads = clause.heads.iter().map(|&(_, head)| head);
    heads.filter(|&head| !grounding.certain[head])
}

fn plain_head(atom: usize) -> Head {
    Head::new(Probability::ONE, proposition(atom))
}

fn proposition(atom: usize) -> Atom {
    Atom::new(atom.to_string(), Vec::new())
}

fn number(proposition: &Predicate) -> Option<usize> {
    proposition.name.parse().ok()
}

/// Only which atoms there are, and whether a negation is above them.
fn literals(body: &Ground) -> Formula {
    let mut literals = Vec::new();
    body.for_each_atom(false, &mut |atom, negated| {
        let atom = Formula::Atom(proposition(atom));
        literals.push(if negated { Formula::Not(Box::new(atom)) } else { atom });
    });
    Formula::And(literals)
}
