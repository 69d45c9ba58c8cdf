//! Counts of spaces that were first counted in other ways.

use crate::common::{acyclic, any, conjunctions, independent, no_facts, safe, spec, with};
use randlog_generate::exact::{OutsideClosedForms, count, count_within};
use randlog_generate::spec::Connective;
use randlog_generate::{Spec, Stop};

fn digits(spec: &Spec) -> String {
    count(spec).expect("within the closed forms").to_string()
}

#[test]
fn one_unary_predicate() {
    let one = spec(&[1], 1, 0, 4, 1);
    assert_eq!(digits(&any(one.clone())), "15");
    assert_eq!(digits(&one), "6");
    assert_eq!(digits(&acyclic(one)), "1");
}

#[test]
fn facts_of_one_ternary_predicate() {
    assert_eq!(digits(&acyclic(spec(&[3], 3, 0, 1, 1))), "5");
}

#[test]
fn three_unary_predicates_over_one_constant() {
    let three = spec(&[1, 1, 1], 0, 1, 3, 3);
    assert_eq!(digits(&any(three.clone())), "21952");
    assert_eq!(digits(&three), "12772");
    assert_eq!(digits(&independent(three, &[(0, 1)])), "1096");
}

#[test]
fn a_predicate_without_arguments() {
    assert_eq!(digits(&spec(&[0, 1, 2], 2, 1, 3, 4)), "203127895216");
}

#[test]
fn conjunctions_of_literals() {
    let two = conjunctions(spec(&[1, 2], 2, 1, 4, 3));
    assert_eq!(digits(&two), "142564131435");
    assert_eq!(digits(&safe(two)), "91950323079");
}

#[test]
fn safe_clauses() {
    let two = safe(spec(&[1, 2], 2, 1, 3, 3));
    assert_eq!(digits(&any(two.clone())), "59741088");
    assert_eq!(digits(&two), "58123675");
    let four = no_facts(safe(spec(&[2, 2, 1, 1], 2, 0, 4, 5)));
    assert_eq!(digits(&four), "314706975155395008");
}

#[test]
fn independent_pairs() {
    let three = independent(spec(&[1, 2, 1], 2, 0, 4, 4), &[(0, 2)]);
    assert_eq!(digits(&three), "25717577139");
    let four = independent(spec(&[1, 1, 1, 1], 1, 0, 2, 4), &[(0, 1), (2, 3)]);
    assert_eq!(digits(&four), "322");
}

#[test]
fn large_spaces() {
    assert_eq!(
        digits(&spec(&[1, 2, 3], 3, 3, 5, 5)),
        "4063657352376168825906979635567128986385553385099534665"
    );
    let eight = digits(&any(spec(&[4, 3, 2, 2, 1, 1, 1, 1], 8, 8, 8, 16)));
    assert_eq!(eight.len(), 530);
    assert!(eight.starts_with("23813643777661938551"), "{eight}");
    assert!(eight.ends_with("96689383688705619470"), "{eight}");
}

#[test]
fn nothing_to_start_from_leaves_nothing() {
    assert_eq!(digits(&no_facts(acyclic(spec(&[1, 1], 1, 0, 2, 2)))), "0");
    assert_eq!(digits(&safe(acyclic(spec(&[1, 1], 1, 0, 2, 2)))), "0");
}

#[test]
fn a_required_formula_is_refused_by_name() {
    let spec = spec(&[1, 1], 1, 0, 3, 2);
    let refused = count(&with(&spec, |draft| draft.required(Connective::And, ["p1", "p2"])));
    assert_eq!(refused, Err(OutsideClosedForms::Required));
}

#[test]
fn too_many_preorders_are_refused_by_name() {
    let apart: Vec<usize> = (0..12).collect();
    let refused = count(&independent(acyclic(spec(&apart, 1, 1, 2, 12)), &[(0, 1), (2, 3)]));
    assert_eq!(refused, Err(OutsideClosedForms::Independent { predicates: 12 }));
}

#[test]
fn large_tables_are_refused_before_they_are_made() {
    let huge = spec(&[9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 10, 11, 12, 13], 9, 9, 99, 600);
    assert!(matches!(count(&huge), Err(OutsideClosedForms::Memory { .. })));
    let modest = spec(&[4, 3, 2, 2, 1, 1, 1, 1], 8, 8, 8, 16);
    let refused = count_within(&modest, &Stop::NEVER.with_memory(1 << 20));
    assert!(matches!(refused, Err(OutsideClosedForms::Memory { limit: 0x10_0000, .. })));
}

#[test]
fn many_predicates_under_a_cycle_rule_are_refused_by_name() {
    let many = vec![1; 65];
    assert_eq!(
        count(&spec(&many, 1, 0, 1, 65)),
        Err(OutsideClosedForms::Predicates { predicates: 65, most: 64 })
    );
    assert!(count(&any(spec(&many, 1, 0, 1, 65))).is_ok());
}
