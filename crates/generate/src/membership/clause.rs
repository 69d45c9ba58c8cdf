//! The rules about one clause.

use randlog_logic::{Atom, Clause, Formula, Predicate, Probability, Term};

use crate::Spec;
use crate::spec::Bodies;

/// Why a clause is not part of any program of a space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClauseFault {
    /// An annotated disjunction.
    #[error("it has several heads")]
    SeveralHeads,
    /// A probability that is not in the list.
    #[error("the probability {0} is not in the list")]
    UnknownProbability(Probability),
    /// A predicate that is not in the list.
    #[error("there is no predicate {0}")]
    UnknownPredicate(Predicate),
    /// A constant or number that is not in the list.
    #[error("there is no constant {0}")]
    UnknownConstant(Term),
    /// More variables than allowed.
    #[error("it has more than {max} variables", max = .0)]
    TooManyVariables(usize),
    /// No body, though one is needed.
    #[error("its body is empty")]
    EmptyBody,
    /// A larger body than allowed.
    #[error("its body has {found} nodes, at most {max} are allowed")]
    TooManyNodes {
        /// How many there are.
        found: usize,
        /// How many there may be.
        max: usize,
    },
    /// `true` inside of a body.
    #[error("`true` stands inside its body")]
    TrueInside,
    /// A conjunction or disjunction of fewer than two.
    #[error("a conjunction or disjunction has fewer than two children")]
    Childless,
    /// A body that is not a conjunction of literals.
    #[error("its body is not a conjunction of literals")]
    NotAConjunction,
    /// A variable that is needed before it is bound.
    #[error("it is not safe: {0}")]
    Unsafe(String),
}

/// Check one clause by itself.
pub(super) fn check(spec: &Spec, clause: &Clause) -> Result<(), ClauseFault> {
    let [head] = &clause.heads[..] else { return Err(ClauseFault::SeveralHeads) };
    if !spec.probabilities().contains(&head.probability) {
        return Err(ClauseFault::UnknownProbability(head.probability));
    }
    clause.atoms().try_for_each(|atom| names(spec, atom))?;
    if clause.canonical(spec.variables()).is_none() {
        return Err(ClauseFault::TooManyVariables(spec.variables().len()));
    }
    body(spec, &clause.body)?;
    match clause.check_safety() {
        Err(reason) if spec.safe() => Err(ClauseFault::Unsafe(reason.to_string())),
        _ => Ok(()),
    }
}

fn names(spec: &Spec, atom: &Atom) -> Result<(), ClauseFault> {
    if !spec.predicates().contains(&atom.predicate()) {
        return Err(ClauseFault::UnknownPredicate(atom.predicate()));
    }
    let is_known = |term: &&Term| match term {
        Term::Variable(_) | Term::Anonymous => true,
        Term::Constant(name) => spec.constants().contains(name),
        Term::Number(_) | Term::Text(_) | Term::Compound(_) => false,
    };
    match atom.args.iter().find(|term| !is_known(term)) {
        Some(term) => Err(ClauseFault::UnknownConstant(term.clone())),
        None => Ok(()),
    }
}

fn body(spec: &Spec, body: &Formula) -> Result<(), ClauseFault> {
    if *body == Formula::True {
        return if spec.empty_bodies() { Ok(()) } else { Err(ClauseFault::EmptyBody) };
    }
    well_formed(body)?;
    if body.nodes() > spec.max_nodes() {
        return Err(ClauseFault::TooManyNodes { found: body.nodes(), max: spec.max_nodes() });
    }
    if spec.bodies() == Bodies::Conjunction && !body.is_conjunctive() {
        return Err(ClauseFault::NotAConjunction);
    }
    Ok(())
}

/// A body that is not empty is a tree with atoms for leaves and two or more children where it
/// branches.
fn well_formed(formula: &Formula) -> Result<(), ClauseFault> {
    match formula {
        Formula::True => Err(ClauseFault::TrueInside),
        Formula::Atom(_) => Ok(()),
        Formula::Not(child) => well_formed(child),
        Formula::And(children) | Formula::Or(children) if children.len() < 2 => {
            Err(ClauseFault::Childless)
        }
        Formula::And(children) | Formula::Or(children) => children.iter().try_for_each(well_formed),
    }
}
