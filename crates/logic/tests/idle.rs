//! Redundant, unconnected and underivable clauses against slow twins, which follow the definitions word by word.

use proptest::prelude::*;
use randlog_logic::{
    Atom, Clause, Dialect, Formula, Idle, Predicate, Probability, Redundancy, Stop, Stopped,
    Symbol, Term, redundant_clauses, underivable,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn clauses(text: &str) -> Vec<Clause> {
    Dialect::ProbLog.parse(text).unwrap().clauses.into_vec()
}

fn clause(text: &str) -> Clause {
    clauses(text).remove(0)
}

/// Few names, so that much coincides.
fn atom(names: &'static [&'static str]) -> impl Strategy<Value = Atom> {
    let term = prop_oneof![
        3 => prop::sample::select(vec!["X", "Y", "Z"]).prop_map(|name| Term::Variable(name.into())),
        1 => prop::sample::select(vec!["a", "b"]).prop_map(|name| Term::Constant(name.into())),
    ];
    let name = prop::sample::select(names);
    (name, prop::collection::vec(term, 1..3)).prop_map(|(name, args)| Atom::new(name, args))
}

fn part() -> impl Strategy<Value = Formula> {
    let leaf = || atom(&["p", "q"]).prop_map(Formula::Atom);
    prop_oneof![
        4 => leaf(),
        2 => leaf().prop_map(|atom| Formula::Not(Box::new(atom))),
        1 => prop::collection::vec(leaf(), 2).prop_map(Formula::Or),
    ]
}

fn random_clause() -> impl Strategy<Value = Clause> {
    let body = prop::collection::vec(part(), 0..4).prop_map(|mut parts| match parts.len() {
        0 => Formula::True,
        1 => parts.remove(0),
        _ => Formula::And(parts),
    });
    (atom(&["p"]), body).prop_map(|(head, body)| Clause::new(Probability::ONE, head, body))
}

type Theta = BTreeMap<Symbol, Term>;

fn apply(theta: &Theta, formula: &Formula) -> Formula {
    match formula {
        Formula::True => Formula::True,
        Formula::Atom(atom) => Formula::Atom(apply_to_atom(theta, atom)),
        Formula::Not(child) => Formula::Not(Box::new(apply(theta, child))),
        Formula::And(all) => Formula::And(all.iter().map(|child| apply(theta, child)).collect()),
        Formula::Or(all) => Formula::Or(all.iter().map(|child| apply(theta, child)).collect()),
    }
}

fn apply_to_atom(theta: &Theta, atom: &Atom) -> Atom {
    let value = |term: &Term| match term {
        Term::Variable(name) => theta[name].clone(),
        other => other.clone(),
    };
    Atom::new(atom.name.clone(), atom.args.iter().map(value).collect())
}

fn variables(clause: &Clause) -> BTreeSet<Symbol> {
    clause.atoms().flat_map(Atom::variables).cloned().collect()
}

/// All substitutions of some variables by some terms.
fn substitutions(variables: BTreeSet<Symbol>, terms: &[Term]) -> Vec<Theta> {
    variables.into_iter().fold(vec![Theta::new()], |all, name| {
        let with = |theta: &Theta| {
            let (theta, name) = (theta.clone(), name.clone());
            terms.iter().map(move |term| {
                let mut theta = theta.clone();
                theta.insert(name.clone(), term.clone());
                theta
            })
        };
        all.iter().flat_map(with).collect()
    })
}

fn terms(clause: &Clause) -> Vec<Term> {
    let terms: BTreeSet<Term> = clause.atoms().flat_map(|atom| atom.args.clone()).collect();
    terms.into_iter().collect()
}

/// A substitution under which the first clause's head is the second's, and its parts are among the second's.
fn subsumes(general: &Clause, special: &Clause) -> bool {
    let (head, image) = (&general.heads[0].atom, &special.heads[0].atom);
    substitutions(variables(general), &terms(special)).iter().any(|theta| {
        apply_to_atom(theta, head) == *image
            && general.parts().iter().all(|part| special.parts().contains(&apply(theta, part)))
    })
}

/// A renaming that makes both clauses the same head and set of parts.
fn is_reordering(one: &Clause, other: &Clause) -> bool {
    let set = |clause: &Clause| clause.parts().iter().cloned().collect::<BTreeSet<_>>();
    let names: Vec<Term> = variables(other).into_iter().map(Term::Variable).collect();
    substitutions(variables(one), &names).iter().any(|theta| {
        let renamed: BTreeSet<_> = set(one).iter().map(|part| apply(theta, part)).collect();
        theta.values().collect::<BTreeSet<_>>().len() == theta.len()
            && apply_to_atom(theta, &one.heads[0].atom) == other.heads[0].atom
            && renamed == set(other)
    })
}

/// A clause subsumes itself without one of its parts, which are all different.
fn is_condensable(clause: &Clause) -> bool {
    let parts: BTreeSet<Formula> = clause.parts().iter().cloned().collect();
    let with = |parts: Vec<Formula>| {
        Clause::new(Probability::ONE, clause.heads[0].atom.clone(), Formula::And(parts))
    };
    let without = |part: &Formula| with(parts.iter().filter(|it| *it != part).cloned().collect());
    let whole = with(parts.iter().cloned().collect());
    parts.iter().any(|part| subsumes(&whole, &without(part)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn subsumption_is_what_a_substitution_shows(general in random_clause(), special in random_clause()) {
        prop_assert_eq!(general.subsumes(&special, &Stop::NEVER), Ok(subsumes(&general, &special)));
    }

    #[test]
    fn an_instance_with_more_parts_is_subsumed(
        general in random_clause(),
        more in prop::collection::vec(part(), 0..3),
        values in prop::collection::vec(prop::sample::select(vec!["X", "Y", "U"]), 3),
    ) {
        let names = ["X", "Y", "Z"].map(Symbol::new);
        let values = values.into_iter().map(|name| Term::Variable(name.into()));
        let theta: Theta = names.into_iter().zip(values).collect();
        let parts = general.parts().iter().map(|part| apply(&theta, part));
        let body = Formula::And(more.into_iter().chain(parts).collect());
        let head = apply_to_atom(&theta, &general.heads[0].atom);
        let special = Clause::new(Probability::ONE, head, body);
        prop_assert_eq!(general.subsumes(&special, &Stop::NEVER), Ok(true));
    }

    #[test]
    fn reorderings_are_what_a_renaming_shows(
        one in random_clause(),
        other in random_clause(),
        rotation in 0..3usize,
        names in Just(["X", "Y", "Z"]).prop_shuffle(),
    ) {
        let has_no_repetition = |clause: &Clause| {
            !clause.redundancies().iter().any(|reason| matches!(reason, Redundancy::Repetition(_)))
        };
        prop_assume!(has_no_repetition(&one) && has_no_repetition(&other));
        prop_assert_eq!(one.is_reordering_of(&other), is_reordering(&one, &other));
        let values = names.map(|name| Term::Variable(name.into()));
        let theta: Theta = ["X", "Y", "Z"].map(Symbol::new).into_iter().zip(values).collect();
        let mut parts: Vec<_> = one.parts().iter().map(|part| apply(&theta, part)).collect();
        if !parts.is_empty() {
            let by = rotation % parts.len();
            parts.rotate_left(by);
        }
        let body = match parts.len() {
            0 => Formula::True,
            1 => parts.remove(0),
            _ => Formula::And(parts),
        };
        let head = apply_to_atom(&theta, &one.heads[0].atom);
        prop_assert!(Clause::new(Probability::ONE, head, body).is_reordering_of(&one));
    }

    #[test]
    fn redundant_clauses_are_those_with_a_reason(program in prop::collection::vec(random_clause(), 0..5)) {
        let found = redundant_clauses(&program, &Stop::NEVER).unwrap();
        for (number, clause) in program.iter().enumerate() {
            let has = |wanted: fn(&Redundancy) -> bool| {
                found.iter().any(|(found, reason)| *found == number + 1 && wanted(reason))
            };
            let (head, parts) = (Formula::Atom(clause.heads[0].atom.clone()), clause.parts());
            prop_assert_eq!(has(|r| *r == Redundancy::Tautology), parts.contains(&head));
            let is_denied = |part: &Formula| parts.contains(&Formula::Not(Box::new(part.clone())));
            prop_assert_eq!(has(|r| matches!(r, Redundancy::Contradiction(_))), parts.iter().any(is_denied));
            let different: HashSet<_> = parts.iter().collect();
            prop_assert_eq!(has(|r| matches!(r, Redundancy::Repetition(_))), different.len() < parts.len());
            prop_assert_eq!(has(|r| matches!(r, Redundancy::Condensable(_))), is_condensable(clause));
            let is_subsumed = program.iter().enumerate().any(|(other, general)| {
                other != number
                    && subsumes(general, clause)
                    && (other < number || !subsumes(clause, general))
            });
            prop_assert_eq!(has(|r| matches!(r, Redundancy::Subsumed(_))), is_subsumed);
        }
    }

    #[test]
    fn connected_clauses_are_those_with_paths_between_all_atoms(clause in random_clause()) {
        let atoms: Vec<&Atom> = clause.atoms().filter(|atom| !atom.is_ground()).collect();
        let share = |p: &Atom, q: &Atom| p.variables().any(|name| q.variables().any(|other| name == other));
        let mut linked: Vec<Vec<bool>> =
            atoms.iter().map(|p| atoms.iter().map(|q| share(p, q)).collect()).collect();
        for middle in 0..atoms.len() {
            for from in 0..atoms.len() {
                for to in 0..atoms.len() {
                    linked[from][to] |= linked[from][middle] && linked[middle][to];
                }
            }
        }
        let is_connected = linked.iter().flatten().all(|linked| *linked);
        prop_assert_eq!(clause.unconnected_atom().is_none(), is_connected);
    }

    #[test]
    fn derivable_predicates_are_in_every_closed_set(program in program()) {
        let heads: BTreeSet<Predicate> =
            program.iter().map(|clause| clause.heads[0].atom.predicate()).collect();
        let heads: Vec<_> = heads.into_iter().collect();
        let mut never: HashSet<Predicate> = heads.iter().cloned().collect();
        // Sets of predicates that hold the head of each clause whose body they make true.
        let subsets = (0..1u32 << heads.len()).map(|bits| {
            let members = heads.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            members.map(|(_, predicate)| predicate.clone()).collect::<HashSet<Predicate>>()
        });
        let is_data = |predicate: &Predicate| !heads.contains(predicate);
        let closed = subsets.filter(|set| {
            program.iter().all(|clause| {
                set.contains(&clause.heads[0].atom.predicate()) || !is_true(&clause.body, &|p| set.contains(p) || is_data(p))
            })
        });
        let least = closed.reduce(|least, set| least.intersection(&set).cloned().collect());
        for predicate in least.unwrap_or_default() {
            never.remove(&predicate);
        }
        let found = underivable(&program);
        prop_assert_eq!(found.iter().cloned().collect::<HashSet<_>>(), never);
        let idle = Idle::of(&program, Vec::new(), &Stop::NEVER);
        prop_assert_eq!(idle.derives_nothing, found.len() == heads.len());
        prop_assert_eq!(idle.unused, None);
    }
}

fn is_true(formula: &Formula, truth: &dyn Fn(&Predicate) -> bool) -> bool {
    match formula {
        Formula::True | Formula::Not(_) => true,
        Formula::Atom(atom) => truth(&atom.predicate()),
        Formula::And(children) => children.iter().all(|child| is_true(child, truth)),
        Formula::Or(children) => children.iter().any(|child| is_true(child, truth)),
    }
}

fn program() -> impl Strategy<Value = Vec<Clause>> {
    const NAMES: &[&str] = &["p", "q", "r", "s"];
    let name = || prop::sample::select(NAMES).prop_map(|name| Atom::new(name, Vec::new()));
    let body = crate::common::formula_of(name());
    let clause = (name(), body).prop_map(|(head, body)| Clause::new(Probability::ONE, head, body));
    prop::collection::vec(clause, 0..6)
}

#[test]
fn subsumption_minds_signs_heads_and_lists() {
    let is_subsumed = |general, special| clause(general).subsumes(&clause(special), &Stop::NEVER);
    assert_eq!(is_subsumed("p(X).", "p(a) :- q."), Ok(true));
    assert_eq!(is_subsumed("0.5::p(X).", "p(a)."), Ok(true));
    assert_eq!(is_subsumed("p(X) :- \\+ q(X).", "p(X) :- q(X)."), Ok(false));
    assert_eq!(is_subsumed("p(X) :- q(X, Y), q(Y, Z).", "p(X) :- q(X, X)."), Ok(true));
    assert_eq!(is_subsumed("p(X) :- q(X, X).", "p(X) :- q(X, Y), q(Y, X)."), Ok(false));
    assert_eq!(is_subsumed("p(X) :- q(X, _).", "p(X) :- q(X, _), q(X, a)."), Ok(true));
    assert_eq!(is_subsumed("p(_, _).", "p(X, X)."), Ok(true));
    assert_eq!(is_subsumed("p(X, X).", "p(_, _)."), Ok(false));
    assert_eq!(is_subsumed("p(X) :- q, (r ; s).", "p(a) :- (r ; s), q, t."), Ok(true));
    assert_eq!(is_subsumed("p(X) :- q, (r ; s).", "p(a) :- (s ; r), q, t."), Ok(false));
    assert_eq!(is_subsumed("0.5::p ; 0.5::q.", "p :- q."), Ok(false));
    let wide = |text: &str| randlog_logic::Program::parse(text).unwrap().clauses.into_vec();
    let lists = wide("p([X|T]) :- q(T). p([a, b, c]) :- q([b, c]), r. p([a]) :- q(T). p(f(_)).");
    let subsumed = |g: usize, s: usize| lists[g].subsumes(&lists[s], &Stop::NEVER).unwrap();
    assert!(subsumed(0, 1) && !subsumed(0, 2) && !subsumed(1, 0) && !subsumed(3, 0));
}

#[test]
fn anonymous_variables_are_all_different() {
    assert_eq!(clause("p(_) :- p(_), p(_), \\+ p(_).").redundancies(), []);
    assert_eq!(clause("p(_) :- q(X), r(_).").unconnected_atom().unwrap().to_string(), "q(X)");
}

#[test]
fn a_search_that_takes_too_long_is_stopped() {
    // No colouring of a complete graph with one colour fewer.
    let names: Vec<String> = (0..9).map(|i| format!("X{i}")).collect();
    let all: Vec<String> = (0..8).map(|i| format!("c{i}")).collect();
    let edges = |names: &[String]| -> Vec<String> {
        let pairs = names.iter().flat_map(|x| names.iter().map(move |y| (x, y)));
        pairs.filter(|(x, y)| x != y).map(|(x, y)| format!("e({x}, {y})")).collect()
    };
    let hard = format!("p :- {}. p :- {}.", edges(&names).join(", "), edges(&all).join(", "));
    let program = clauses(&hard);
    let few = Stop::NEVER.with_steps(10_000);
    assert_eq!(redundant_clauses(&program, &few), Err(Stopped::Steps));
    assert_eq!(Idle::of(&program, Vec::new(), &few).is_clean(), None);
}

#[test]
fn idle_parts_of_a_program() {
    let program = clauses("p(X) :- q(X), edge(X, Y). q(X) :- q(X). r. s :- r.");
    let idle = Idle::of(&program, vec![Predicate::new("p", 1)], &Stop::NEVER);
    assert_eq!(idle.redundant, Some(vec![(2, Redundancy::Tautology)]));
    let names = |predicates: &[Predicate]| -> Vec<String> {
        predicates.iter().map(ToString::to_string).collect()
    };
    assert_eq!(names(&idle.underivable), ["p/1", "q/1"]);
    assert_eq!((idle.derives_nothing, idle.is_clean()), (false, Some(false)));
    assert_eq!(names(&idle.unused.unwrap()), ["r/0", "s/0"]);
    assert_eq!(Idle::of(&clauses("p :- e."), Vec::new(), &Stop::NEVER).is_clean(), Some(true));
}

#[test]
fn many_facts_take_no_time() {
    let facts: String = (0..20_000).map(|i| format!("p({}).\n", i % 19_999)).collect();
    let program = clauses(&format!("{facts}p(X) :- q(X), p(X). p(7) :- q(7)."));
    let found = redundant_clauses(&program, &Stop::NEVER.with_steps(100_000)).unwrap();
    let expected = [
        (20_000, Redundancy::Subsumed(1)),
        (20_001, Redundancy::Tautology),
        (20_002, Redundancy::Subsumed(8)),
    ];
    assert_eq!(found, expected);
}
