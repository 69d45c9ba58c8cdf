//! Does a program belong to the space of a spec?
//!
//! This is the judge of everything that makes programs, so it is written for plainness, not for
//! speed, and shares nothing with the search: it takes the rules one by one, in the order below,
//! and reports the first that is broken.
//!
//! 1. Nothing but clauses, and not more of them than allowed.
//! 2. Each clause by itself: one head, a probability of the list, known predicates and constants,
//!    not too many variables (their names do not matter), a body of the right form and size,
//!    safety.
//! 3. The clauses together: none twice up to the names of variables (the probability does not make
//!    a difference), a clause for every predicate, the rule on cycles, independent pairs, the
//!    required formula.
//!
//! ```
//! use randlog_generate::{Spec, membership};
//! use randlog_logic::Dialect;
//!
//! let spec = Spec::from_toml("spec.toml", "predicates = [\"p/0\"]\nmax_nodes = 2\nmax_clauses = 1")?;
//! let program = Dialect::ProbLog.parse("p :- \\+ p.")?;
//! let violation = membership::check(&spec, &program).unwrap_err();
//! assert_eq!(violation.to_string(), "not stratified: p/0 -[-]-> p/0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clause;

use std::collections::HashMap;

use randlog_logic::{
    Clause, Cycle, DependencyGraph, Formula, Predicate, Program, SharedDependency,
};

use crate::Spec;
use crate::spec::{Connective, Cycles, Required};

pub use clause::ClauseFault;

/// The first rule of a spec that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// Directives, evidence or queries: programs of a space consist of clauses.
    #[error("it holds {0}, but programs of a space consist of clauses alone")]
    NotOnlyClauses(&'static str),
    /// More clauses than allowed.
    #[error("{found} clauses, at most {max} are allowed")]
    TooManyClauses {
        /// How many there are.
        found: usize,
        /// How many there may be.
        max: usize,
    },
    /// A clause that cannot be part of any program of the space.
    #[error("clause {number}, `{clause}`: {fault}")]
    Clause {
        /// Which clause, counted from one.
        number: usize,
        /// The clause.
        clause: Box<Clause>,
        /// What is wrong with it.
        fault: ClauseFault,
    },
    /// Two clauses that are the same up to the names of variables and the probability.
    #[error("clauses {first} and {second} are the same, `{clause}`")]
    Repeated {
        /// The first of them, counted from one.
        first: usize,
        /// The second of them, counted from one.
        second: usize,
        /// The first of them.
        clause: Box<Clause>,
    },
    /// A predicate that heads no clause.
    #[error("no clause defines {0}")]
    Undefined(Predicate),
    /// A cycle through a negation.
    #[error("not stratified: {0}")]
    NotStratified(Cycle),
    /// A cycle.
    #[error("not acyclic: {0}")]
    NotAcyclic(Cycle),
    /// Predicates that should be independent share a dependency.
    #[error("{first} and {second} are not independent: {shared}")]
    NotIndependent {
        /// The first predicate of the pair.
        first: Predicate,
        /// The second predicate of the pair.
        second: Predicate,
        /// What both depend on.
        shared: Box<SharedDependency>,
    },
    /// No clause holds the required formula.
    #[error("no clause holds a {connective} with {predicates} among its children")]
    NoRequiredFormula {
        /// `conjunction` or `disjunction`.
        connective: &'static str,
        /// The predicates.
        predicates: String,
    },
}

/// Does this program belong to the space of this spec? If not, which rule is the first it breaks?
pub fn check(spec: &Spec, program: &Program) -> Result<(), Violation> {
    only_clauses(program)?;
    let clauses = &program.clauses;
    if clauses.len() > spec.max_clauses() {
        return Err(Violation::TooManyClauses { found: clauses.len(), max: spec.max_clauses() });
    }
    for (number, clause) in (1..).zip(clauses) {
        clause::check(spec, clause).map_err(|fault| {
            let clause = Box::new(clause.clone());
            Violation::Clause { number, clause, fault }
        })?;
    }
    all_different(spec, clauses)?;
    all_defined(spec, clauses)?;
    let graph = DependencyGraph::new(clauses);
    cycles(spec.cycles(), &graph)?;
    independence(spec, &graph)?;
    spec.required().as_ref().map_or(Ok(()), |required| holds(spec, required, clauses))
}

fn only_clauses(program: &Program) -> Result<(), Violation> {
    let others = [
        (program.directives.is_empty(), "directives"),
        (program.evidence.is_empty(), "evidence"),
        (program.queries.is_empty(), "queries"),
    ];
    match others.into_iter().find(|(absent, _)| !absent) {
        Some((_, what)) => Err(Violation::NotOnlyClauses(what)),
        None => Ok(()),
    }
}

fn all_different(spec: &Spec, clauses: &[Clause]) -> Result<(), Violation> {
    let mut seen = HashMap::new();
    for (number, clause) in (1..).zip(clauses) {
        let Some(Clause { heads, body }) = clause.canonical(spec.variables()) else { continue };
        let atoms: Vec<_> = heads.into_iter().map(|head| head.atom).collect();
        if let Some(first) = seen.insert((atoms, body), number) {
            let clause = Box::new(clauses[first - 1].clone());
            return Err(Violation::Repeated { first, second: number, clause });
        }
    }
    Ok(())
}

fn all_defined(spec: &Spec, clauses: &[Clause]) -> Result<(), Violation> {
    let heads: Vec<Predicate> =
        clauses.iter().flat_map(|clause| &clause.heads).map(|head| head.atom.predicate()).collect();
    match spec.predicates().iter().find(|predicate| !heads.contains(predicate)) {
        Some(predicate) => Err(Violation::Undefined(predicate.clone())),
        None => Ok(()),
    }
}

fn cycles(rule: Cycles, graph: &DependencyGraph) -> Result<(), Violation> {
    match rule {
        Cycles::Any => Ok(()),
        Cycles::Stratified => graph.strata().map(drop).map_err(Violation::NotStratified),
        Cycles::Acyclic => graph.check_acyclic().map_err(Violation::NotAcyclic),
    }
}

fn independence(spec: &Spec, graph: &DependencyGraph) -> Result<(), Violation> {
    spec.independent().iter().try_for_each(|&(first, second)| {
        let (first, second) = (&spec.predicates()[first], &spec.predicates()[second]);
        graph.check_independent(first, second).map_err(|shared| Violation::NotIndependent {
            first: first.clone(),
            second: second.clone(),
            shared: Box::new(shared),
        })
    })
}

fn holds(spec: &Spec, required: &Required, clauses: &[Clause]) -> Result<(), Violation> {
    let predicates: Vec<&Predicate> =
        required.predicates.iter().map(|&position| &spec.predicates()[position]).collect();
    if clauses.iter().any(|clause| contains(&clause.body, required.connective, &predicates)) {
        return Ok(());
    }
    let connective = match required.connective {
        Connective::And => "conjunction",
        Connective::Or => "disjunction",
    };
    let names: Vec<String> = predicates.iter().map(ToString::to_string).collect();
    Err(Violation::NoRequiredFormula { connective, predicates: names.join(", ") })
}

/// Is there a node with this connective that has an atom of each predicate among its children?
fn contains(formula: &Formula, connective: Connective, predicates: &[&Predicate]) -> bool {
    let (found, children) = match formula {
        Formula::True | Formula::Atom(_) => return false,
        Formula::Not(child) => return contains(child, connective, predicates),
        Formula::And(children) => (Connective::And, children),
        Formula::Or(children) => (Connective::Or, children),
    };
    let is_child = |predicate: &&&Predicate| {
        children
            .iter()
            .any(|child| matches!(child, Formula::Atom(atom) if atom.predicate() == ***predicate))
    };
    (found == connective && predicates.iter().all(|predicate| is_child(&predicate)))
        || children.iter().any(|child| contains(child, connective, predicates))
}
