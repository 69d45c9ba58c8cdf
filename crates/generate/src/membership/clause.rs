//! The rules about one clause.

use randlog_logic::{Annotation, Atom, Clause, Formula, Predicate, Redundancy, Symbol, Term};

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
    UnknownProbability(Annotation),
    /// A predicate that is not in the list.
    #[error("there is no predicate {0}")]
    UnknownPredicate(Predicate),
    /// A predicate that is data in a head.
    #[error("{0} is data, which heads no clause")]
    DataInHead(Predicate),
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
    /// An atom that shares no variable with the others.
    #[error("it is not connected: `{0}` shares no variable with the other atoms")]
    Unconnected(Atom),
    /// A variable that occurs in an atom several times.
    #[error("`{0}` has a variable twice")]
    RepeatedVariable(Atom),
    /// A clause that does nothing by itself, or that another one subsumes.
    #[error("{0}")]
    Redundant(Redundancy),
}

/// Check one clause by itself, and tell all that is wrong.
pub(super) fn faults(spec: &Spec, clause: &Clause) -> impl Iterator<Item = ClauseFault> {
    let mut names = Vec::new();
    for name in clause.atoms().flat_map(|atom| names_of(spec, atom)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let variables = spec.variables();
    let crowded = (names.is_empty() && clause.canonical(variables).is_none())
        .then_some(ClauseFault::TooManyVariables(variables.len()));
    let heads = head(spec, clause).into_iter();
    let unconnected = if spec.connected() { clause.unconnected_atom().cloned() } else { None };
    let repeats = |atom: &&Atom| {
        let variables: Vec<&Symbol> = atom.variables().collect();
        variables.iter().enumerate().any(|(place, name)| variables[..place].contains(name))
    };
    let is_distinct = !spec.repeated_variables();
    let repeated = clause.atoms().filter(|_| is_distinct).find(repeats).cloned();
    let is_reduced = spec.bodies() == Bodies::Set || !spec.redundant();
    let redundant = if is_reduced { clause.redundancies() } else { Vec::new() };
    heads
        .chain(names)
        .chain(crowded)
        .chain(body(spec, &clause.body))
        .chain(unsafe_variable(spec, clause))
        .chain(unconnected.map(ClauseFault::Unconnected))
        .chain(repeated.map(ClauseFault::RepeatedVariable))
        .chain(redundant.into_iter().map(ClauseFault::Redundant))
}

fn unsafe_variable(spec: &Spec, clause: &Clause) -> Option<ClauseFault> {
    let reason = match spec.bodies() {
        _ if !spec.safe() => return None,
        Bodies::Formula | Bodies::Conjunction => clause.check_safety().err()?.to_string(),
        Bodies::Set => {
            let positive = clause.parts().iter().filter(|part| matches!(part, Formula::Atom(_)));
            let bound: Vec<&Symbol> = positive.flat_map(Formula::variables).collect();
            let others = clause.parts().iter().filter(|part| !matches!(part, Formula::Atom(_)));
            let others = others.flat_map(Formula::atoms).map(|occurrence| occurrence.atom);
            let atoms = clause.heads.iter().map(|head| &head.atom).chain(others);
            let is_unbound = |term: &&Term| match term {
                Term::Variable(name) => !bound.contains(&name),
                Term::Anonymous => true,
                _ => false,
            };
            let unbound = atoms.flat_map(|atom| &atom.args).find(is_unbound)?;
            format!("no positive literal has the variable `{unbound}`")
        }
    };
    Some(ClauseFault::Unsafe(reason))
}

fn head(spec: &Spec, clause: &Clause) -> Option<ClauseFault> {
    let [head] = &clause.heads[..] else { return Some(ClauseFault::SeveralHeads) };
    if spec.data().contains(&head.atom.predicate()) {
        return Some(ClauseFault::DataInHead(head.atom.predicate()));
    }
    let number = head.probability.number();
    let position = spec.heads().iter().position(|it| *it == head.atom.predicate());
    let list = position.map_or(spec.probabilities(), |head| spec.probabilities_of(head));
    let is_known = number.is_some_and(|number| list.contains(&number));
    (!is_known).then(|| ClauseFault::UnknownProbability(head.probability.clone()))
}

fn names_of(spec: &Spec, atom: &Atom) -> impl Iterator<Item = ClauseFault> {
    let predicate = atom.predicate();
    let unknown = (!spec.predicates().contains(&predicate))
        .then_some(ClauseFault::UnknownPredicate(predicate));
    let is_known = |term: &&Term| match term {
        Term::Variable(_) | Term::Anonymous => true,
        Term::Constant(name) => spec.constants().contains(name),
        Term::Number(_) | Term::Text(_) | Term::Compound(_) => false,
    };
    let terms = atom.args.iter().filter(move |term| !is_known(term));
    unknown.into_iter().chain(terms.cloned().map(ClauseFault::UnknownConstant))
}

/// What is wrong with a body. One that is not well formed has no other faults to speak of.
fn body(spec: &Spec, body: &Formula) -> Vec<ClauseFault> {
    if *body == Formula::True {
        return if spec.empty_bodies() { Vec::new() } else { vec![ClauseFault::EmptyBody] };
    }
    if let Err(fault) = well_formed(body) {
        return vec![fault];
    }
    let (found, max) = (body.nodes(), spec.max_nodes());
    let large = (found > max).then_some(ClauseFault::TooManyNodes { found, max });
    let is_wrong = spec.bodies() != Bodies::Formula && !body.is_conjunctive();
    large.into_iter().chain(is_wrong.then_some(ClauseFault::NotAConjunction)).collect()
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
