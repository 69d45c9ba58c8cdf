//! What variables stand for.

use super::scope::{Body, Scoped};
use crate::Error;
use crate::limits::Budget;
use randlog_logic::{Atom, Clause, Program, Symbol, Term};
use std::collections::{BTreeSet, HashMap};

/// Values of variables.
pub(super) type Binding<'b> = Vec<(&'b Symbol, &'b Term)>;

/// All ways to give values to the variables.
pub(super) fn assignments<'b>(
    variables: &'b [Symbol],
    domain: &'b [Term],
) -> impl Iterator<Item = Binding<'b>> {
    let count = power(domain.len(), variables.len());
    (0..count).map(move |mut number| {
        let value = |name| {
            let value = &domain[(number % domain.len() as u128) as usize];
            number /= domain.len() as u128;
            (name, value)
        };
        variables.iter().map(value).collect()
    })
}

pub(super) fn substitute(atom: &Atom, binding: &Binding<'_>) -> Atom {
    let value = |term: &Term| match term {
        Term::Variable(name) => {
            let bound = binding.iter().find(|(variable, _)| *variable == name);
            bound.map_or_else(|| term.clone(), |(_, value)| (*value).clone())
        }
        _ => term.clone(),
    };
    Atom::new(atom.name.clone(), atom.args.iter().map(value).collect())
}

/// The constants and numbers of the clauses, queries and evidence; some constant if there is none,
/// because a variable must have a value.
pub(super) fn domain(program: &Program, clauses: &[&Clause]) -> Vec<Term> {
    let atoms = clauses.iter().flat_map(|clause| clause.atoms());
    let terms =
        atoms.chain(program.goals()).flat_map(|atom| &atom.args).filter(|term| term.is_ground());
    let mut domain: BTreeSet<Term> = terms.cloned().collect();
    if domain.is_empty() {
        domain.insert(Term::Constant(Symbol::new("a")));
    }
    domain.into_iter().collect()
}

/// Refuses what would take too much memory if every instance were possible.
pub(super) fn check_size(
    clauses: &[Scoped],
    domain: &[Term],
    budget: &Budget,
) -> Result<(), Error> {
    /// A node of a body, or an atom with its names: about.
    const BYTES: u128 = 64;
    let size = |clause: &Scoped| {
        let one = nodes(&clause.body, domain).saturating_add(clause.heads.len() as u128);
        one.saturating_mul(power(domain.len(), clause.variables.len()))
    };
    let total = clauses.iter().map(size).fold(0, u128::saturating_add);
    let bytes = usize::try_from(total.saturating_mul(BYTES)).unwrap_or(usize::MAX);
    budget.check_memory(bytes, "grounding")
}

/// The nodes of an instance of this body, at most.
fn nodes(body: &Body, domain: &[Term]) -> u128 {
    let all =
        |parts: &[Body]| parts.iter().map(|part| nodes(part, domain)).fold(1, u128::saturating_add);
    match body {
        Body::Atom(_) => 1,
        Body::All(parts) | Body::Any(parts) => all(parts),
        Body::None(own, inner) => {
            power(domain.len(), own.len()).saturating_mul(nodes(inner, domain)).saturating_add(1)
        }
    }
}

fn power(base: usize, exponent: usize) -> u128 {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    (base as u128).saturating_pow(exponent)
}

/// Are there values for the query's variables that make it this atom?
pub(super) fn is_instance(atom: &Atom, query: &Atom) -> bool {
    let mut values: HashMap<&Symbol, &Term> = HashMap::new();
    atom.name == query.name
        && atom.args.len() == query.args.len()
        && atom.args.iter().zip(&query.args).all(|(value, term)| match term {
            Term::Anonymous => true,
            Term::Variable(name) => *values.entry(name).or_insert(value) == value,
            _ => value == term,
        })
}
