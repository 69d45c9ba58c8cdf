//! Does a program belong to the space of a spec?
//!
//! This is the judge of everything that makes programs, so it is written for plainness, not for
//! speed, and shares nothing with the search: it takes the rules one by one, in the order below. [`check`]
//! tells the first that is broken, [`violations`] all of them.
//!
//! 1. Nothing but clauses, and as many of them as allowed.
//! 2. Each clause by itself: one head that is no data, a probability of the list, known predicates and
//!    constants, not too many variables (their names do not matter), a body of the right form and size,
//!    safety, connected atoms, and nothing redundant.
//! 3. The clauses together: none twice up to the names of variables, and up to the order of literals if
//!    bodies are sets (the probability does not make a difference), none subsumed, the right numbers of
//!    clauses for every predicate, what stands in the bodies of heads, the rule on cycles, independent pairs, the required formula, what is
//!    derivable, what the goals use.
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
use std::iter;

use randlog_base::Stop;
use randlog_logic::{
    Clause, Cycle, DependencyGraph, Formula, Occurrence, Predicate, Program, Redundancy,
    SharedDependency, redundant_clauses, underivable,
};

use crate::Spec;
use crate::spec::{Bodies, Connective, Cycles, Required, Used};

pub use clause::ClauseFault;

/// A rule of a spec that a program breaks.
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
    /// Fewer clauses than allowed.
    #[error("{found} clauses, at least {min} are asked for")]
    TooFewClauses {
        /// How many there are.
        found: usize,
        /// How many there must be.
        min: usize,
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
    /// A predicate that heads more or fewer clauses than it must.
    #[error("{found} clauses define {predicate}, not {wanted}")]
    WrongNumber {
        /// The predicate.
        predicate: Predicate,
        /// How many clauses it heads.
        found: usize,
        /// How many it must head.
        wanted: usize,
    },
    /// A predicate that cannot follow from data and facts.
    #[error("{0} is not derivable: none of its clauses can ever fire")]
    Underivable(Predicate),
    /// A predicate that no goal uses.
    #[error("no goal uses {0}")]
    Unused(Predicate),
    /// More or less of something in the bodies of a head than must stand there.
    #[error("the bodies of {head} hold `{what}` {}, not {}", times(*.found), times(*.wanted))]
    Uses {
        /// The head.
        head: Predicate,
        /// What stands there: `p`, `not p`, or `true` for an empty body.
        what: String,
        /// How often it does.
        found: usize,
        /// How often it must.
        wanted: usize,
    },
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

impl Violation {
    /// The number of the clause that breaks the rule, counted from 1, if it is one clause's fault.
    pub fn clause(&self) -> Option<usize> {
        match self {
            Violation::Clause { number, .. } | Violation::Repeated { second: number, .. } => {
                Some(*number)
            }
            _ => None,
        }
    }
}

/// Does this program belong to the space of this spec? If not, which rule is the first it breaks?
pub fn check(spec: &Spec, program: &Program) -> Result<(), Violation> {
    violations(spec, program).next().map_or(Ok(()), Err)
}

/// Every rule of a spec that a program breaks, one by one.
pub fn violations<'a>(
    spec: &'a Spec,
    program: &'a Program,
) -> impl Iterator<Item = Violation> + 'a {
    let clauses = &program.clauses;
    not_only_clauses(program)
        .chain(number_of_clauses(spec, clauses))
        .chain((1..).zip(clauses).flat_map(|(number, clause)| faults(spec, number, clause)))
        .chain(lazily(move || repeated(spec, clauses)))
        .chain(lazily(move || redundant(spec, clauses)))
        .chain(lazily(move || clauses_of_heads(spec, clauses)))
        .chain(lazily(move || uses(spec, clauses)))
        .chain(lazily(move || not_derivable(spec, clauses)))
        .chain(lazily(move || about_the_whole(spec, clauses)))
}

/// Does a program meet the rules that are about more than the clauses of one head?
pub(crate) fn meets_rules_on_the_whole(spec: &Spec, program: &Program) -> bool {
    not_derivable(spec, &program.clauses).is_empty()
        && about_the_whole(spec, &program.clauses).is_empty()
}

/// What is wrong with the dependencies, and with what some clause must hold.
fn about_the_whole(spec: &Spec, clauses: &[Clause]) -> Vec<Violation> {
    let graph = DependencyGraph::new(clauses);
    let cycles = cycles(spec.cycles(), &graph).into_iter();
    let dependent = dependent_pairs(spec, &graph);
    let missing = spec.required().and_then(|required| missing(spec, required, clauses));
    let unused = unused(spec, &graph);
    cycles.chain(dependent).chain(missing).chain(unused).collect()
}

/// What is only found out if nothing before it was enough.
fn lazily(violations: impl FnOnce() -> Vec<Violation>) -> impl Iterator<Item = Violation> {
    iter::once_with(violations).flatten()
}

fn not_only_clauses(program: &Program) -> impl Iterator<Item = Violation> + use<> {
    let others = [
        (program.directives.is_empty(), "directives"),
        (program.evidence.is_empty(), "evidence"),
        (program.queries.is_empty(), "queries"),
    ];
    let present = others.into_iter().filter(|(absent, _)| !absent);
    present.map(|(_, what)| Violation::NotOnlyClauses(what))
}

fn number_of_clauses(spec: &Spec, clauses: &[Clause]) -> Option<Violation> {
    let (found, min, max) = (clauses.len(), spec.min_clauses(), spec.max_clauses());
    match found {
        _ if found > max => Some(Violation::TooManyClauses { found, max }),
        // Every predicate heads a clause anyway.
        _ if found < min && min > spec.heads().len() => {
            Some(Violation::TooFewClauses { found, min })
        }
        _ => None,
    }
}

fn faults(spec: &Spec, number: usize, clause: &Clause) -> impl Iterator<Item = Violation> {
    let violation = move |fault| {
        let clause = Box::new(clause.clone());
        Violation::Clause { number, clause, fault }
    };
    clause::faults(spec, clause).map(violation)
}

fn repeated(spec: &Spec, clauses: &[Clause]) -> Vec<Violation> {
    if spec.bodies() == Bodies::Set {
        return repeated_sets(clauses);
    }
    let mut seen = HashMap::new();
    let mut repeated = Vec::new();
    for (number, clause) in (1..).zip(clauses) {
        let Some(Clause { heads, body, .. }) = clause.canonical(spec.variables()) else { continue };
        let atoms: Vec<_> = heads.into_iter().map(|head| head.atom).collect();
        let first = *seen.entry((atoms, body)).or_insert(number);
        if first < number {
            let clause = Box::new(clauses[first - 1].clone());
            repeated.push(Violation::Repeated { first, second: number, clause });
        }
    }
    repeated
}

/// The order of literals makes no difference.
fn repeated_sets(clauses: &[Clause]) -> Vec<Violation> {
    let repeated = (1..).zip(clauses).filter_map(|(second, clause)| {
        let first = clauses[..second - 1].iter().position(|one| one.is_reordering_of(clause))?;
        let clause = Box::new(clauses[first].clone());
        Some(Violation::Repeated { first: first + 1, second, clause })
    });
    repeated.collect()
}

/// Clauses that a substitution shows to be redundant.
fn redundant(spec: &Spec, clauses: &[Clause]) -> Vec<Violation> {
    if spec.redundant() {
        return Vec::new();
    }
    let found = redundant_clauses(clauses, &Stop::NEVER).unwrap_or_default().into_iter();
    // The other reasons are found clause by clause.
    let is_new = |reason: &Redundancy| {
        matches!(reason, Redundancy::Condensable(_) | Redundancy::Subsumed(_))
    };
    let searched = found.filter(|(_, reason)| is_new(reason));
    let violation = |(number, reason): (usize, Redundancy)| {
        let clause = Box::new(clauses[number - 1].clone());
        Violation::Clause { number, clause, fault: ClauseFault::Redundant(reason) }
    };
    searched.map(violation).collect()
}

fn clauses_of_heads(spec: &Spec, clauses: &[Clause]) -> Vec<Violation> {
    let heads: Vec<Predicate> =
        clauses.iter().flat_map(|clause| &clause.heads).map(|head| head.atom.predicate()).collect();
    let undefined = spec.heads().iter().filter(|predicate| !heads.contains(predicate));
    let wrong = spec.clauses().iter().filter_map(|&(position, wanted)| {
        let predicate = &spec.heads()[position];
        let found = heads.iter().filter(|head| *head == predicate).count();
        let predicate = predicate.clone();
        (found != wanted).then_some(Violation::WrongNumber { predicate, found, wanted })
    });
    undefined.cloned().map(Violation::Undefined).chain(wrong).collect()
}

/// What stands in the bodies of heads as often as it must not.
fn uses(spec: &Spec, clauses: &[Clause]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (position, wanted) in spec.uses() {
        let head = &spec.heads()[*position];
        let heads = |clause: &&Clause| clause.heads.iter().any(|it| it.atom.predicate() == *head);
        let mut found: Vec<String> = Vec::new();
        for clause in clauses.iter().filter(heads) {
            if clause.body == Formula::True {
                found.push(spec.reference_to(Used::Nothing));
            }
            for Occurrence { atom, negated } in clause.body.atoms() {
                let predicate = atom.predicate();
                let known = spec.predicates().iter().position(|it| *it == predicate);
                found.push(match known {
                    Some(predicate) => spec.reference_to(Used::Atom { predicate, negated }),
                    None => predicate.to_string(),
                });
            }
        }
        let wanted: Vec<String> = wanted.iter().map(|&used| spec.reference_to(used)).collect();
        let mut all: Vec<&String> = wanted.iter().chain(&found).collect();
        all.sort_unstable();
        all.dedup();
        let times = |list: &[String], what: &String| list.iter().filter(|it| *it == what).count();
        violations.extend(all.into_iter().filter_map(|what| {
            let (found, wanted) = (times(&found, what), times(&wanted, what));
            let (head, what) = (head.clone(), what.clone());
            (found != wanted).then_some(Violation::Uses { head, what, found, wanted })
        }));
    }
    violations
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn not_derivable(spec: &Spec, clauses: &[Clause]) -> Vec<Violation> {
    let found = if spec.derivable() { underivable(clauses) } else { Vec::new() };
    found.into_iter().map(Violation::Underivable).collect()
}

/// What is not among the dependencies of any goal.
fn unused(spec: &Spec, graph: &DependencyGraph) -> Vec<Violation> {
    if spec.goals().is_empty() {
        return Vec::new();
    }
    let goals = spec.goals().iter().map(|&goal| &spec.heads()[goal]);
    let used: Vec<Predicate> = goals.flat_map(|goal| graph.dependencies(goal)).collect();
    let unused = spec.predicates().iter().filter(|predicate| !used.contains(predicate));
    unused.cloned().map(Violation::Unused).collect()
}

fn cycles(rule: Cycles, graph: &DependencyGraph) -> Option<Violation> {
    match rule {
        Cycles::Any => None,
        Cycles::Stratified => graph.strata().err().map(Violation::NotStratified),
        Cycles::Acyclic => graph.check_acyclic().err().map(Violation::NotAcyclic),
    }
}

fn dependent_pairs(spec: &Spec, graph: &DependencyGraph) -> impl Iterator<Item = Violation> {
    spec.independent().iter().filter_map(|&(first, second)| {
        let (first, second) = (&spec.predicates()[first], &spec.predicates()[second]);
        let shared = Box::new(graph.check_independent(first, second).err()?);
        let (first, second) = (first.clone(), second.clone());
        Some(Violation::NotIndependent { first, second, shared })
    })
}

fn missing(spec: &Spec, required: &Required, clauses: &[Clause]) -> Option<Violation> {
    let predicates: Vec<&Predicate> =
        required.predicates.iter().map(|&position| &spec.predicates()[position]).collect();
    if clauses.iter().any(|clause| contains(&clause.body, required.connective, &predicates)) {
        return None;
    }
    let connective = match required.connective {
        Connective::And => "conjunction",
        Connective::Or => "disjunction",
    };
    let names: Vec<String> = predicates.iter().map(ToString::to_string).collect();
    Some(Violation::NoRequiredFormula { connective, predicates: names.join(", ") })
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
