//! The part of a program that matters, against a slow twin that starts from what is asked and looks at
//! all clauses again until nothing new is found.

use crate::common;
use proptest::prelude::*;
use randlog_logic::{Atom, Clause, Dialect, Predicate, Program, User};
use std::collections::BTreeSet;

fn slow(program: &Program) -> BTreeSet<Predicate> {
    let mut found: BTreeSet<Predicate> = program.goals().map(Atom::predicate).collect();
    loop {
        let before = found.len();
        for clause in &program.clauses {
            if clause.heads.iter().any(|head| found.contains(&head.atom.predicate())) {
                found.extend(clause.body.atoms().map(|occurrence| occurrence.atom.predicate()));
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn has_head_in(clause: &Clause, predicates: &BTreeSet<Predicate>) -> bool {
    clause.heads.iter().any(|head| predicates.contains(&head.atom.predicate()))
}

#[test]
fn users_of_undefined_predicates_are_named_in_order() {
    let text = "p :- \\+ (a ; b). q :- c. evidence(e). query(p). query(d).";
    let program = Dialect::ProbLog.parse(text).unwrap();
    let undefined: Vec<String> =
        program.relevant().undefined().map(|(p, user)| format!("{p}: {user}")).collect();
    let clause = "the clause `p :- \\+ (a ; b).` (line 1)";
    let expected = ["d/0: the query `d`", "e/0: the evidence `e`"].map(str::to_owned);
    let expected = expected.into_iter().chain(["a/0", "b/0"].map(|p| format!("{p}: {clause}")));
    assert_eq!(undefined, expected.collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_matters_is_what_the_slow_search_finds(
        clauses in prop::collection::vec(common::propositional_clause(8), 0..9),
        asked in prop::collection::vec((0..9usize, any::<bool>()), 0..3),
    ) {
        let mut program = Program { clauses: clauses.into(), ..Program::default() };
        let atoms: Vec<Atom> = program.clauses.iter().flat_map(Clause::atoms).cloned().collect();
        for (number, is_query) in asked {
            let atom = atoms.get(number).cloned().unwrap_or_else(|| Atom::new("other", vec![]));
            match is_query {
                true => program.queries.push(atom.into()),
                false => program.evidence.push(atom.into()),
            }
        }
        let matters = slow(&program);
        let relevant = program.relevant();
        let clauses: Vec<&Clause> =
            program.clauses.iter().filter(|clause| has_head_in(clause, &matters)).collect();
        prop_assert_eq!(&relevant.clauses, &clauses);
        let known: BTreeSet<Predicate> = atoms.iter().map(Atom::predicate).collect();
        prop_assert!(relevant.predicates.iter().eq(relevant.predicates.iter().filter(|p| matters.contains(p))));
        prop_assert_eq!(relevant.predicates.len(), matters.intersection(&known).count());
        prop_assert_eq!(relevant.predicates.len() + relevant.irrelevant.len(), known.len());

        let mut undefined = matters;
        undefined.retain(|p| !program.clauses.iter().any(|c| has_head_in(c, &[p.clone()].into())));
        let found: BTreeSet<Predicate> = relevant.undefined().map(|(p, _)| p).collect();
        prop_assert_eq!(found, undefined);
        for (predicate, user) in relevant.undefined() {
            let used = match user {
                User::Query(atom) | User::Evidence(atom) => atom.predicate() == predicate,
                User::Clause(clause) => clause.body.atoms().any(|o| o.atom.predicate() == predicate),
            };
            prop_assert!(used);
        }
    }
}
