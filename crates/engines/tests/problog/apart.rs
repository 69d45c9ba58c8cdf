//! The same program without repeated variables.
//!
//! In bodies, `p(X, X)` becomes `p(X, X2), same(X, X2)`; a query `p(X, X)` becomes one for each
//! constant.

use randlog_logic::{Atom, Clause, Formula, Probability, Program, Symbol, Term};
use std::collections::{BTreeSet, HashSet};

pub(super) fn with_variables_apart(program: &Program) -> Program {
    let queries = program.queries.iter().map(|query| &query.atom);
    let atoms = program.clauses.iter().flat_map(Clause::atoms);
    let terms = atoms.chain(queries.clone()).flat_map(|atom| &atom.args);
    let constants: BTreeSet<&Term> = terms.filter(|term| term.is_ground()).collect();
    let mut apart = program.clone();
    let mut names = 0;
    apart.clauses.iter_mut().for_each(|clause| separate(&mut clause.body, &mut names));
    apart.queries =
        queries.flat_map(|query| instances(query, &constants)).map(Into::into).collect();
    if names > 0 {
        let facts = constants.iter().map(|&term| same(term.clone(), term.clone()));
        apart.clauses.extend(facts.map(|f| Clause::new(Probability::ONE, f, Formula::True)));
    }
    apart
}

fn separate(formula: &mut Formula, names: &mut usize) {
    match formula {
        Formula::True => {}
        Formula::Not(child) => separate(child, names),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| separate(child, names));
        }
        Formula::Atom(atom) => {
            let mut seen = HashSet::new();
            let mut equal = Vec::new();
            for term in &mut atom.args {
                if is_named(term) && !seen.insert(term.clone()) {
                    *names += 1;
                    let other = Term::Variable(Symbol::new(format!("Other{names}")));
                    equal.push(Formula::Atom(same(term.clone(), other.clone())));
                    *term = other;
                }
            }
            if !equal.is_empty() {
                let first = Formula::Atom(atom.clone());
                *formula = Formula::And([first].into_iter().chain(equal).collect());
            }
        }
    }
}

fn instances(query: &Atom, constants: &BTreeSet<&Term>) -> Vec<Atom> {
    let mut seen = HashSet::new();
    let repeated = query.args.iter().find(|term| is_named(term) && !seen.insert(*term));
    let Some(repeated) = repeated else { return vec![query.clone()] };
    let instance = |constant: &&Term| {
        let value = |term: &Term| if term == repeated { (*constant).clone() } else { term.clone() };
        Atom::new(query.name.clone(), query.args.iter().map(value).collect())
    };
    constants.iter().map(instance).flat_map(|query| instances(&query, constants)).collect()
}

fn same(one: Term, other: Term) -> Atom {
    Atom::new("same", vec![one, other])
}

fn is_named(term: &Term) -> bool {
    term.variable().is_some()
}
