//! Sizes, walks and canonical names.

use crate::common;
use proptest::prelude::*;
use randlog_logic::{Clause, Dialect, Formula, Symbol, Term, name};
use std::collections::BTreeMap;

fn body(text: &str) -> Formula {
    Dialect::ProbLog.parse(&format!("h :- {text}.")).unwrap().clauses.remove(0).body
}

#[test]
fn nodes_are_counted_as_in_the_tree() {
    for (text, nodes, negations) in [
        ("true", 0, 0),
        ("p", 1, 0),
        ("\\+ p", 2, 1),
        ("\\+ \\+ p", 3, 2),
        ("p, q, r", 4, 0),
        ("(p, q), r", 5, 0),
        ("p, q ; \\+ (r ; true)", 8, 1),
    ] {
        assert_eq!((body(text).nodes(), body(text).negations()), (nodes, negations), "{text}");
    }
}

#[test]
fn conjunctions_of_literals_are_recognised() {
    for text in ["true", "p", "\\+ p", "p, q", "p, \\+ q, r"] {
        assert!(body(text).is_conjunctive(), "{text}");
    }
    for text in ["\\+ \\+ p", "p ; q", "(p, q), r", "\\+ (p, q)", "p, true", "p, (q ; r)"] {
        assert!(!body(text).is_conjunctive(), "{text}");
    }
}

#[test]
fn atoms_come_left_to_right_with_their_negation() {
    let body = body("p, \\+ (q, \\+ r) ; s");
    let atoms: Vec<_> = body.atoms().map(|o| (o.atom.name.as_str(), o.negated)).collect();
    assert_eq!(atoms, [("p", false), ("q", true), ("r", true), ("s", false)]);
}

#[test]
fn clauses_are_equal_up_to_names_if_their_canonical_forms_are() {
    let names = ["X", "Y", "Z"].map(Symbol::new);
    let canonical = |text: &str| {
        let clause = Dialect::ProbLog.parse(text).unwrap().clauses.remove(0);
        clause.canonical(&names).map(|clause| clause.to_string())
    };
    assert_eq!(
        canonical("p(Y, X) :- q(X, Z) ; \\+ r(Y).").unwrap(),
        "p(X, Y) :- q(Y, Z) ; \\+ r(X)."
    );
    assert_eq!(canonical("p(_, X) :- q(_).").unwrap(), "p(X, Y) :- q(Z).");
    assert_eq!(
        canonical("0.5::p(B); 0.5::q(A) :- r(A, B, a).").unwrap(),
        "0.5::p(X); 0.5::q(Y) :- r(Y, X, a)."
    );
    assert_eq!(canonical("p(A, B) :- q(C, D)."), None);
}

/// The clause with every variable's name replaced by `rename`.
fn renamed(clause: &Clause, rename: &impl Fn(&Symbol) -> Symbol) -> Clause {
    fn walk(formula: &mut Formula, change: &impl Fn(&mut Term)) {
        match formula {
            Formula::True => {}
            Formula::Atom(atom) => atom.args.iter_mut().for_each(change),
            Formula::Not(child) => walk(child, change),
            Formula::And(children) | Formula::Or(children) => {
                children.iter_mut().for_each(|child| walk(child, change))
            }
        }
    }
    let change = |term: &mut Term| {
        if let Term::Variable(name) = term {
            *name = rename(name);
        }
    };
    let mut copy = clause.clone();
    copy.heads.iter_mut().flat_map(|head| &mut head.atom.args).for_each(change);
    walk(&mut copy.body, &change);
    copy
}

/// Variables in the order they are written, by an independent road: from the printed text.
fn variables_in_text(clause: &Clause) -> Vec<String> {
    let text = clause.to_string();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| name::is_variable(word)).map(str::to_owned).collect()
}

proptest! {
    #[test]
    fn sizes_add_up(clause in common::small_clause(4)) {
        fn slow(formula: &Formula) -> usize {
            match formula {
                Formula::True | Formula::Atom(_) => 1,
                Formula::Not(child) => 1 + slow(child),
                Formula::And(children) | Formula::Or(children) => 1 + children.iter().map(slow).sum::<usize>(),
            }
        }
        let expected = if clause.is_fact() { 0 } else { slow(&clause.body) };
        prop_assert_eq!(clause.body.nodes(), expected);
    }

    #[test]
    fn renaming_does_not_change_the_canonical_form(clause in common::small_clause(3)) {
        let names: Vec<Symbol> = (0..100).map(|i| Symbol::from(format!("V{i}"))).collect();
        let canonical = clause.canonical(&names).expect("enough names");
        let swapped = renamed(&clause, &|name| match name.as_str() { "X" => "Z".into(), "Z" => "Q".into(), other => other.into() });
        prop_assert_eq!(swapped.canonical(&names), Some(canonical.clone()));
        prop_assert_eq!(canonical.canonical(&names), Some(canonical.clone()));

        let mut first_uses = BTreeMap::new();
        for (position, variable) in variables_in_text(&canonical).into_iter().enumerate() {
            first_uses.entry(variable).or_insert(position);
        }
        let mut order: Vec<_> = first_uses.into_iter().map(|(variable, position)| (position, variable)).collect();
        order.sort();
        let order: Vec<_> = order.into_iter().map(|(_, variable)| variable).collect();
        prop_assert_eq!(&order, &names[..order.len()]);
    }

    #[test]
    fn names_are_legal_exactly_if_they_read_back_as_they_stand(text in prop_oneof!["[a-zA-Z0-9_ ]{0,3}", ".{0,3}"]) {
        let read = Dialect::Prolog.parse(&format!("p({text})."));
        let argument = read.ok().map(|mut program| program.clauses.remove(0).heads.remove(0).atom.args);
        let symbol = Symbol::new(&text);
        prop_assert_eq!(name::is_variable(&text), argument == Some(vec![Term::Variable(symbol.clone())]));
        if name::is_plain_atom(&text) {
            prop_assert_eq!(argument, Some(vec![Term::Constant(symbol)]));
            prop_assert_eq!(name::quoted(&text).to_string(), text);
        } else {
            prop_assert!(name::quoted(&text).to_string().starts_with('\''));
        }
    }
}
