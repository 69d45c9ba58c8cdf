//! What can be seen of a program.

use randlog_logic::{Atom, Clause, DependencyGraph, Formula, Program, Symbol, Term};
use std::collections::HashSet;

/// A trait of a program. Programs may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// Every clause is safe from left to right.
    Safe,
    /// A predicate depends on itself.
    Cyclic,
    /// The predicates have no strata.
    Unstratified,
    NestedNegation,
    Disjunction,
    /// Some predicate has no arguments.
    ZeroArity,
    AnnotatedDisjunction,
    Evidence,
    /// An `_` in a clause.
    Nameless,
    /// A variable that occurs inside a single negation and nowhere else.
    LocalVariable,
    RepeatedFact,
    OpenQuery,
}

impl Shape {
    pub(crate) const ALL: [Shape; 12] = [
        Shape::Safe,
        Shape::Cyclic,
        Shape::Unstratified,
        Shape::NestedNegation,
        Shape::Disjunction,
        Shape::ZeroArity,
        Shape::AnnotatedDisjunction,
        Shape::Evidence,
        Shape::Nameless,
        Shape::LocalVariable,
        Shape::RepeatedFact,
        Shape::OpenQuery,
    ];

    /// Does the program have this shape?
    pub(crate) fn is_of(self, program: &Program) -> bool {
        let clauses = &program.clauses;
        let bodies = || clauses.iter().map(|clause| &clause.body);
        match self {
            Shape::Safe => clauses.iter().all(Clause::is_safe),
            Shape::Cyclic => DependencyGraph::new(clauses).check_acyclic().is_err(),
            Shape::Unstratified => DependencyGraph::new(clauses).strata().is_err(),
            Shape::NestedNegation => bodies().any(|body| negation_depth(body) > 1),
            Shape::Disjunction => bodies().any(has_disjunction),
            Shape::ZeroArity => clauses.iter().flat_map(Clause::atoms).any(|a| a.args.is_empty()),
            Shape::AnnotatedDisjunction => clauses.iter().any(|clause| clause.heads.len() > 1),
            Shape::Evidence => !program.evidence.is_empty(),
            Shape::Nameless => {
                clauses.iter().flat_map(Clause::atoms).any(|a| a.args.contains(&Term::Anonymous))
            }
            Shape::LocalVariable => clauses.iter().any(has_local_variable),
            Shape::RepeatedFact => {
                let mut seen = HashSet::new();
                let mut facts = clauses.iter().filter(|clause| clause.is_fact());
                facts.any(|fact| !seen.insert(&fact.heads[0].atom))
            }
            Shape::OpenQuery => !program.queries.iter().all(|query| query.atom.is_ground()),
        }
    }
}

pub(crate) fn negation_depth(formula: &Formula) -> usize {
    match formula {
        Formula::True | Formula::Atom(_) => 0,
        Formula::Not(child) => 1 + negation_depth(child),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().map(negation_depth).max().unwrap_or(0)
        }
    }
}

fn has_disjunction(formula: &Formula) -> bool {
    match formula {
        Formula::True | Formula::Atom(_) => false,
        Formula::Not(child) => has_disjunction(child),
        Formula::And(children) => children.iter().any(has_disjunction),
        Formula::Or(_) => true,
    }
}

fn has_local_variable(clause: &Clause) -> bool {
    let outside = clause.heads.iter().map(|head| &head.atom);
    let outside = outside.chain(clause.body.atoms().filter(|o| !o.negated).map(|o| o.atom));
    let outside: HashSet<&Symbol> = outside.flat_map(Atom::variables).collect();
    let mut inside = clause.body.atoms().filter(|o| o.negated).flat_map(|o| o.atom.variables());
    inside.any(|name| !outside.contains(name))
}
