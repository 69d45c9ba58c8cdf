//! Safety: examples, and a twin that follows the definition with plain sets.

use crate::common;
use proptest::prelude::*;
use randlog_logic::{Atom, Clause, Dialect, Formula, Term, UnsafePlace};
use std::collections::BTreeSet;

fn clause(text: &str) -> Clause {
    Dialect::ProbLog.parse(text).unwrap().clauses.remove(0)
}

#[test]
fn safe_clauses() {
    for text in [
        "p(a).",
        "p :- q(_).",
        "p(X) :- q(X, _).",
        "p(X) :- q(X, Y), \\+ r(Y).",
        "p(X) :- q(X), \\+ (r(X), \\+ s(a)).",
        "p(X) :- q(X) ; r(X, X).",
        "p(X, Y) :- q(X), (r(X, Y) ; s(Y), \\+ t(X, Y)).",
        "p(X) :- q(X), (r(X) ; true).",
        "p :- \\+ q.",
        "0.5::p(X); 0.5::q(X) :- r(X).",
        "p(X, Y) :- q(X, Y) ; r(Y, X).",
    ] {
        assert_eq!(clause(text).check_safety(), Ok(()), "{text}");
        assert!(clause(text).is_safe());
    }
}

#[test]
fn unsafe_clauses_have_a_witness() {
    for (text, message) in [
        ("p(X).", "the variable `X` of the head `p(X)` is not bound by the body"),
        ("p(_) :- q.", "the variable `_` of the head `p(_)` is not bound by the body"),
        ("p(X) :- q(Y).", "the variable `X` of the head `p(X)` is not bound by the body"),
        (
            "0.5::p(X); 0.5::q(Y) :- r(X).",
            "the variable `Y` of the head `q(Y)` is not bound by the body",
        ),
        ("p :- \\+ q(X), r(X).", "the variable `X` is not bound before the negation `\\+ q(X)`"),
        (
            "p :- r(X), \\+ q(X, _).",
            "the variable `_` is not bound before the negation `\\+ q(X, _)`",
        ),
        (
            "p :- \\+ (q(Y), \\+ r(Y)).",
            "the variable `Y` is not bound before the negation `\\+ (q(Y), \\+ r(Y))`",
        ),
        (
            "p :- q(X) ; r(Y).",
            "the variable `X` is not bound by the branch `r(Y)`, but by another branch of the same disjunction",
        ),
        (
            "p :- q ; r(X).",
            "the variable `X` is not bound by the branch `q`, but by another branch of the same disjunction",
        ),
        (
            "p :- q(X) ; r(X) ; s(X, Y).",
            "the variable `Y` is not bound by the branch `q(X)`, but by another branch of the same disjunction",
        ),
        (
            "p :- q(X), (r(Y) ; \\+ s(Y)).",
            "the variable `Y` is not bound before the negation `\\+ s(Y)`",
        ),
    ] {
        assert_eq!(clause(text).check_safety().unwrap_err().to_string(), message);
    }
}

#[test]
fn wide_clauses_take_no_quadratic_time() {
    let atoms: Vec<String> = (0..50_000).map(|i| format!("p(X{i})")).collect();
    let negated: Vec<String> = (0..50_000).map(|i| format!("\\+ p(X{i})")).collect();
    let text =
        format!("h :- ({} ; {}), {}.", atoms.join(", "), atoms.join(", "), negated.join(", "));
    assert!(clause(&text).is_safe());
}

type Names = BTreeSet<String>;

/// Variables of an atom; every `_` gets a name of its own that nothing else has.
fn variables(atom: &Atom) -> Names {
    let name = |(index, term): (usize, &Term)| match term {
        Term::Variable(name) => Some(name.to_string()),
        Term::Anonymous => Some(format!("_ {index} of {atom}")),
        _ => None,
    };
    atom.args.iter().enumerate().filter_map(name).collect()
}

fn all_variables(formula: &Formula) -> Names {
    match formula {
        Formula::True => Names::new(),
        Formula::Atom(atom) => variables(atom),
        Formula::Not(child) => all_variables(child),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().flat_map(all_variables).collect()
        }
    }
}

/// The bound variables after a formula; `None` if it is unsafe.
fn slow_walk(formula: &Formula, bound: &Names) -> Option<Names> {
    match formula {
        Formula::True => Some(bound.clone()),
        // What `_` binds has no name, so it is forgotten at once.
        Formula::Atom(atom) => {
            let named = variables(atom).into_iter().filter(|name| !name.starts_with("_ "));
            Some(bound.iter().cloned().chain(named).collect())
        }
        Formula::Not(child) => all_variables(child).is_subset(bound).then(|| bound.clone()),
        Formula::And(children) => {
            children.iter().try_fold(bound.clone(), |bound, child| slow_walk(child, &bound))
        }
        Formula::Or(branches) => {
            let ends: Option<BTreeSet<Names>> =
                branches.iter().map(|branch| slow_walk(branch, bound)).collect();
            let ends = ends?;
            (ends.len() == 1).then(|| ends.into_iter().next().unwrap_or_default())
        }
    }
}

fn slowly_safe(clause: &Clause) -> bool {
    slow_walk(&clause.body, &Names::new()).is_some_and(|bound| {
        clause.heads.iter().all(|head| variables(&head.atom).is_subset(&bound))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn safety_follows_the_definition(clause in common::small_clause(3)) {
        prop_assert_eq!(clause.is_safe(), slowly_safe(&clause));
    }

    #[test]
    fn the_witness_occurs_where_it_is_said_to_offend(clause in common::small_clause(3)) {
        if let Err(unsafe_variable) = clause.check_safety() {
            let name = unsafe_variable.variable.to_string();
            let occurs = |atom: &Atom| atom.args.iter().any(|term| term.to_string() == name);
            match unsafe_variable.place {
                UnsafePlace::Head(head) => prop_assert!(occurs(head)),
                UnsafePlace::Negation(negation) => {
                    prop_assert!(matches!(negation, Formula::Not(_)));
                    prop_assert!(negation.atoms().any(|occurrence| occurs(occurrence.atom)));
                }
                UnsafePlace::Branch(branch) => {
                    prop_assert!(!slow_walk(branch, &Names::new()).unwrap_or_default().contains(&name));
                }
            }
        }
    }
}
