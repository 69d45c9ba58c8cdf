//! The paper's appendix: its spaces, and its programs in them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::common;
use randlog_generate::search::{Ending, Searcher};
use randlog_generate::spec::Cycles;
use randlog_generate::{Spec, Stop};
use randlog_logic::{Annotation, Clause, Dialect};

/// A program as a set of clauses, up to the names of variables, without probabilities.
type Clauses = BTreeSet<String>;

fn clauses(spec: &Spec, clauses: &[Clause]) -> Clauses {
    let plain = |clause: &Clause| {
        let mut clause = clause.canonical(spec.variables()).expect("enough variables");
        clause.heads[0].probability = Annotation::ONE;
        clause.to_string()
    };
    clauses.iter().map(plain).collect()
}

fn listed(spec: &Spec) -> Vec<Clauses> {
    let mut all = Vec::new();
    let ending = Searcher::new(spec).enumerate(&Stop::NEVER, |program| {
        all.push(clauses(spec, &program.clauses));
        ControlFlow::Continue(())
    });
    assert_eq!(ending, Ok(Ending::Exhausted));
    all
}

fn parsed(spec: &Spec, text: &str) -> Clauses {
    clauses(spec, &Dialect::ProbLog.parse(text).expect("a program").clauses)
}

fn named(names: &[&str], spec: &Spec) -> Spec {
    let predicates = spec.predicates().iter().zip(names);
    let predicates = predicates.map(|(predicate, name)| format!("{name}/{}", predicate.arity));
    common::with(spec, |draft| draft.predicates(predicates))
}

/// The fifteen programs, and whether the paper marks them as free of negative cycles.
const FIFTEEN: [(&str, bool); 15] = [
    (r"0.5 :: p(X) :- (\+(p(X))), (p(X)).", false),
    (r"0.8 :: p(X) :- (\+(p(X))); (p(X)).", false),
    (r"0.8 :: p(X) :- (p(X)); (p(X)).", true),
    (r"0.7 :: p(X) :- (p(X)), (p(X)).", true),
    (r"0.6 :: p(X) :- (p(X)), (\+(p(X))).", false),
    (r"p(X) :- (p(X)); (\+(p(X))).", false),
    (r"0.1 :: p(X) :- (p(X)); (p(X)); (p(X)).", true),
    (r"0.8 :: p(X) :- (p(X)), (p(X)), (p(X)).", true),
    (r"p(X) :- \+(p(X)).", false),
    (r"0.1 :: p(X) :- \+(\+(p(X))).", false),
    (r"p(X) :- \+((p(X)); (p(X))).", false),
    (r"0.4 :: p(X) :- \+((p(X)), (p(X))).", false),
    (r"0.4 :: p(X) :- \+(\+(\+(p(X)))).", false),
    (r"0.7 :: p(X) :- p(X).", true),
    (r"p(X).", true),
];

#[test]
fn the_first_space_holds_exactly_the_fifteen_programs() {
    let spec = |cycles| {
        let space = named(&["p"], &common::spec(&[1], 1, 0, 4, 1));
        common::with(&space, |draft| draft.cycles(cycles))
    };
    let expected = |marked: &[bool]| -> BTreeSet<Clauses> {
        let programs = FIFTEEN.iter().filter(|(_, stratified)| marked.contains(stratified));
        programs.map(|(text, _)| parsed(&spec(Cycles::Any), text)).collect()
    };
    let any = listed(&spec(Cycles::Any));
    assert_eq!(any.len(), 15);
    assert_eq!(any.into_iter().collect::<BTreeSet<_>>(), expected(&[true, false]));
    let stratified = listed(&spec(Cycles::Stratified));
    assert_eq!(stratified.len(), 6);
    assert_eq!(stratified.into_iter().collect::<BTreeSet<_>>(), expected(&[true]));
    let acyclic = listed(&spec(Cycles::Acyclic));
    assert_eq!(acyclic, [parsed(&spec(Cycles::Any), "p(X).")]);
}

#[test]
fn the_second_space_shows_variable_symmetry() {
    let spec = common::acyclic(named(&["p"], &common::spec(&[3], 3, 0, 1, 1)));
    let texts = ["p(Z, Z, Z).", "p(Y, Y, Z).", "p(Y, Z, Z).", "p(Y, Z, Y).", "p(X, Y, Z)."];
    let expected: BTreeSet<Clauses> = texts.iter().map(|text| parsed(&spec, text)).collect();
    let found = listed(&spec);
    assert_eq!(found.len(), 5);
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn the_last_space_holds_the_programs_shown() {
    let spec = named(&["p", "q", "r"], &common::spec(&[1, 1, 1], 0, 1, 3, 3));
    let spec = common::independent(spec, &[(0, 1)]);
    let found = listed(&spec);
    assert_eq!(found.len(), 1_096);
    for text in [
        r"0.5 :: p(a) :- (p(a)); (p(a)). 0.2 :: q(a) :- (q(a)), (q(a)). 0.4 :: r(a) :- \+(q(a)).",
        r"p(a) :- p(a). 0.5 :: q(a) :- (r(a)); (q(a)). r(a) :- (r(a)); (r(a)).",
        r"p(a) :- (p(a)); (p(a)). 0.6 :: q(a) :- q(a). 0.7 :: r(a) :- \+(q(a)).",
    ] {
        assert!(found.contains(&parsed(&spec, text)), "{text}");
    }
}
