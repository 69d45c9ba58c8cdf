//! Known faults of engines: named, with a condition and an example, so that they are not taken for
//! news, and can be removed when they are fixed.
//!
//! `tests/engines.rs` runs the example of each, and fails once the fault is gone.

use std::collections::BTreeSet;

use randlog_logic::{Atom, Clause, DependencyGraph, Predicate, Program, Symbol};

use super::{FailureKind, NoAnswer};

/// What a fault makes of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A wrong number.
    WrongAnswer,
    /// A failure where there should be a number, with these among the engine's own words.
    Failure(FailureKind, &'static str),
}

impl Effect {
    /// Is it what became of a run: a failure, or else a wrong number?
    fn is(self, failure: Option<&NoAnswer>) -> bool {
        match (self, failure) {
            (Effect::WrongAnswer, None) => true,
            (Effect::Failure(kind, words), Some(failure)) => {
                failure.kind == kind && failure.words.contains(words)
            }
            _ => false,
        }
    }
}

/// A fault of some engines.
#[derive(Clone, Copy, Debug)]
pub struct KnownFault {
    /// What we call it.
    pub name: &'static str,
    /// What is wrong.
    pub words: &'static str,
    /// The engines that have it.
    pub engines: &'static [&'static str],
    /// What it does.
    pub effect: Effect,
    /// A program that shows it, with one query.
    pub example: &'static str,
    /// The right answer to that.
    pub answer: f64,
    /// Whether rules may show it, if a query reaches all of them.
    applies: fn(&[Clause]) -> bool,
}

const PROBLOG: &[&str] = &super::problog::BACK_ENDS;

/// All known faults, of the versions that are installed.
pub const FAULTS: [KnownFault; 5] = [
    KnownFault {
        name: "forward-negated-cycle",
        words: "forward compilation goes wrong on the negation of what depends on a cycle",
        engines: &["fsdd"],
        effect: Effect::WrongAnswer,
        example: "0.5::a. q :- q. q :- a. p :- \\+ q. p :- a. query(p).",
        answer: 1.0,
        applies: negates_a_cycle,
    },
    KnownFault {
        name: "forward-certain-cycle",
        words: "forward compilation fails an assertion if part of a cycle turns out to be certain",
        engines: &["fsdd"],
        effect: Effect::Failure(FailureKind::Crash, "AssertionError"),
        example: "0.3::a. 0.5::q :- r. 0.5::r :- q. r :- a. r. query(q).",
        answer: 0.5,
        applies: has_a_cycle,
    },
    KnownFault {
        name: "false-negative-cycle",
        words: "a positive cycle next to a negation is taken for a negative one, depending on the \
                order of clauses",
        engines: PROBLOG,
        effect: Effect::Failure(FailureKind::NegativeCycle, "NegativeCycle"),
        example: "p :- p. p :- \\+ q. q :- q. query(p).",
        answer: 1.0,
        applies: is_stratified,
    },
    KnownFault {
        name: "repeated-atom-in-cycle",
        words: "breaking cycles fails if the body of a ground clause has an atom twice",
        engines: &["aspmc"],
        effect: Effect::Failure(FailureKind::Crash, "in treeprocess"),
        example: "0.5::r :- q(X), q(Y). 0.4::q(a) :- r. 0.5::q(a). 0.5::q(b). query(r).",
        answer: 0.484_375,
        applies: has_a_cycle,
    },
    KnownFault {
        name: "local-variable-order",
        words: "a probabilistic clause with a variable that only a negation has is rejected or not, \
                depending on the order within the negation",
        engines: PROBLOG,
        effect: Effect::Failure(FailureKind::NonGround, "NonGroundProbabilisticClause"),
        example: "0.4::q(X) :- r(X), \\+ (\\+ r(c), e(X, Y)). r(a). r(c). e(a, b). query(q(a)).",
        answer: 0.4,
        applies: has_variables_of_negations_only,
    },
];

/// The fault that explains a failure of an engine, or else its wrong answer, if one does.
pub fn explanation(
    engine: &str,
    program: &Program,
    failure: Option<&NoAnswer>,
) -> Option<&'static KnownFault> {
    let fits = |fault: &&KnownFault| fault.engines.contains(&engine) && fault.effect.is(failure);
    let mut fitting = FAULTS.iter().filter(fits).peekable();
    // Most engines have none: no need to look at the program.
    fitting.peek()?;
    // What queries and evidence do not depend on is nobody's excuse.
    let reached = program.relevant().clauses.into_iter();
    let rules: Vec<Clause> = reached.filter(|clause| !clause.is_fact()).cloned().collect();
    fitting.find(|fault| (fault.applies)(&rules))
}

fn has_a_cycle(rules: &[Clause]) -> bool {
    DependencyGraph::new(rules).check_acyclic().is_err()
}

fn is_stratified(rules: &[Clause]) -> bool {
    DependencyGraph::new(rules).strata().is_ok()
}

/// Does a negated atom depend on a predicate that depends on itself?
fn negates_a_cycle(rules: &[Clause]) -> bool {
    let graph = DependencyGraph::new(rules);
    let on_a_cycle = |predicate| {
        graph
            .edges()
            .filter(|edge| edge.to == predicate)
            .any(|edge| graph.dependencies(&edge.from).contains(&predicate))
    };
    let atoms = rules.iter().flat_map(|rule| rule.body.atoms());
    let negated: BTreeSet<Predicate> = atoms
        .filter(|occurrence| occurrence.negated)
        .flat_map(|occurrence| graph.dependencies(&occurrence.atom.predicate()))
        .collect();
    negated.into_iter().any(on_a_cycle)
}

/// Is there a probabilistic rule with a variable that occurs in a negation and nowhere else?
fn has_variables_of_negations_only(rules: &[Clause]) -> bool {
    let is_probabilistic = |rule: &Clause| rule.heads.iter().any(|head| !head.probability.is_one());
    rules.iter().any(|rule| is_probabilistic(rule) && has_local_variable(rule))
}

fn has_local_variable(clause: &Clause) -> bool {
    let (inside, outside): (Vec<_>, Vec<_>) =
        clause.body.atoms().partition(|occurrence| occurrence.negated);
    let heads = clause.heads.iter().map(|head| &head.atom);
    let outside = heads.chain(outside.iter().map(|occurrence| occurrence.atom));
    let known: Vec<&Symbol> = outside.flat_map(Atom::variables).collect();
    inside.iter().flat_map(|occurrence| occurrence.atom.variables()).any(|n| !known.contains(&n))
}
