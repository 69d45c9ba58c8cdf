//! A small program for each point of the semantics.

use crate::common::{answers, parse, refused, solve_with};
use randlog_infer::{Algorithm, Error, Inference, Limits, Precision};
use randlog_logic::Predicate;

// Choices.

#[test]
fn every_instance_of_a_clause_makes_its_own_choice() {
    answers("0.5::p(X) :- q(X). q(a). q(b). r :- p(a), p(b). query(r).", &[("r", 0.25)]);
}

#[test]
fn variables_of_the_body_alone_make_instances_too() {
    answers("0.5::p :- q(X). q(a). q(b). query(p).", &[("p", 0.75)]);
    answers("0.5::p :- q(_). q(a). q(b). query(p).", &[("p", 0.75)]);
    answers(
        "0.5::p(X) :- q(X, Y). q(a, a). q(a, b). q(b, a). query(p(_)).",
        &[("p(a)", 0.75), ("p(b)", 0.5)],
    );
    // Two nameless variables are two variables: four instances.
    answers("0.5::p :- q(_), q(_). q(a). q(b). query(p).", &[("p", 1.0 - 0.0625)]);
}

#[test]
fn an_instance_chooses_once_however_often_its_body_holds() {
    answers("0.5::p :- q ; r. q. r. query(p).", &[("p", 0.5)]);
    answers("0.5::p :- q(X) ; r(X). q(a). r(a). query(p).", &[("p", 0.5)]);
    answers("0.5::p :- q(X) ; r(X). q(a). r(b). query(p).", &[("p", 0.75)]);
    // The choice belongs to the clause, not to who asks.
    answers("0.5::p. q :- p. r :- p. s :- q, r. query(s).", &[("s", 0.5)]);
}

#[test]
fn a_fact_stated_twice_is_two_choices() {
    answers("0.5::p. 0.5::p. query(p).", &[("p", 0.75)]);
    answers("0.5::p :- q. 0.5::p :- q. 0.5::q. query(p).", &[("p", 0.375)]);
    answers("p. p. 0.1::p. query(p).", &[("p", 1.0)]);
}

#[test]
fn of_several_heads_at_most_one_is_chosen() {
    answers(
        "0.3::p; 0.5::q. both :- p, q. none :- \\+ p, \\+ q.
         query(p). query(q). query(both). query(none).",
        &[("p", 0.3), ("q", 0.5), ("both", 0.0), ("none", 0.2)],
    );
    answers("0.3::p; 0.7::q. none :- \\+ p, \\+ q. query(none).", &[("none", 0.0)]);
    answers("0.3::p; 0.4::p. query(p).", &[("p", 0.7)]);
    answers("1/3::p; 1/3::q; 1/3::r. query(q).", &[("q", 1.0 / 3.0)]);
}

#[test]
fn several_heads_choose_once_per_instance() {
    // Two instances: p unless both choose q.
    answers("0.5::p; 0.5::q :- r(X). r(a). r(b). query(p). query(q).", &[("p", 0.75), ("q", 0.75)]);
    answers(
        "0.5::c(X, red); 0.5::c(X, blue) :- n(X). n(a). n(b).
         same :- c(a, C), c(b, C).
         query(same). query(c(a, _)).",
        &[("same", 0.5), ("c(a, blue)", 0.5), ("c(a, red)", 0.5)],
    );
}

#[test]
fn an_irrelevant_head_still_takes_its_share() {
    answers("0.3::p; 0.7::q. r :- \\+ p. query(r).", &[("r", 0.7)]);
}

// Bodies.

#[test]
fn a_variable_that_only_a_negation_has_is_its_own() {
    // There is no Y: 1 − (1 − 0.5²).
    answers("p :- \\+ q(Y). 0.5::q(a). 0.5::q(b). query(p).", &[("p", 0.25)]);
    answers("p :- \\+ q(_). 0.5::q(a). 0.5::q(b). query(p).", &[("p", 0.25)]);
    // One choice only, for Y makes no instances.
    answers("0.5::p :- \\+ q(Y). q(a) :- fail. r(b). query(p).", &[("p", 0.5)]);
    // X is the clause's, Y the negation's.
    answers(
        "lonely(X) :- n(X), \\+ e(X, Y). n(a). n(b). 0.5::e(a, a). 0.5::e(a, b).
         query(lonely(_)).",
        &[("lonely(a)", 0.25), ("lonely(b)", 1.0)],
    );
}

#[test]
fn the_same_name_in_two_negations_is_one_variable_of_the_clause() {
    refused("p :- \\+ q(Y), \\+ r(Y). q(a). r(a). query(p).", "non-ground");
    // Inside one negation it is that negation's.
    answers("p :- \\+ (q(Y), \\+ r(Y)). q(a). 0.5::r(a). query(p).", &[("p", 0.5)]);
}

#[test]
fn nested_negations_have_variables_of_their_own() {
    // For all X in q there is some Y with e(X, Y): 0.5 each.
    answers(
        "p :- \\+ (q(X), \\+ e(X, Y)). q(a). q(b). 0.5::e(a, b). 0.5::e(b, b). query(p).",
        &[("p", 0.25)],
    );
    answers("p :- \\+ \\+ q(X). 0.5::q(a). 0.5::q(b). query(p).", &[("p", 0.75)]);
    answers("p :- \\+ (q(_), \\+ e(_, _)). q(a). 0.5::e(b, b). query(p).", &[("p", 0.5)]);
}

#[test]
fn branches_may_have_variables_of_their_own_where_nothing_is_chosen() {
    answers("p :- q(X) ; r(Y). 0.5::q(a). 0.5::r(b). query(p).", &[("p", 0.75)]);
    answers("p :- q(X) ; r. q(X) :- q(X). 0.5::r. query(p).", &[("p", 0.5)]);
    answers("p :- \\+ (q(_) ; r). 0.5::q(a). 0.5::r. query(p).", &[("p", 0.25)]);
    refused("0.5::p :- q(X) ; r. q(a). r. query(p).", "non-ground");
}

#[test]
fn truth_values_are_formulas() {
    answers(
        "p :- true. q :- fail. r :- \\+ fail, (true ; fail). query(p). query(q). query(r).",
        &[("p", 1.0), ("q", 0.0), ("r", 1.0)],
    );
    // What fails has no cycle.
    answers("p :- fail, \\+ p. query(p).", &[("p", 0.0)]);
}

#[test]
fn constants_in_heads_and_repeated_variables() {
    answers("0.5::p(a, X) :- q(X, X). q(a, b). q(b, b). query(p(X, Y)).", &[("p(a, b)", 0.5)]);
}

#[test]
fn whole_numbers_and_floats_are_different_constants() {
    answers(
        "0.5::p(1). 0.2::p(1.0). query(p(1)). query(p(1.0)).",
        &[("p(1)", 0.5), ("p(1.0)", 0.2)],
    );
}

#[test]
fn predicates_of_different_arity_are_different() {
    answers("0.5::p. 0.2::p(a). q :- p, p(a). query(q).", &[("q", 0.1)]);
}

// Models.

#[test]
fn a_positive_cycle_supports_nothing() {
    answers("p :- q. q :- p. query(p).", &[("p", 0.0)]);
    answers("p :- q. q :- p. 0.5::q. query(p).", &[("p", 0.5)]);
    answers("0.5::p :- p. query(p).", &[("p", 0.0)]);
}

#[test]
fn negation_sees_the_finished_stratum_below() {
    answers(
        "0.5::e(a, b). 0.5::e(b, a). r(a). r(Y) :- r(X), e(X, Y). n(a). n(b).
         u(X) :- n(X), \\+ r(X). query(u(_)).",
        &[("u(b)", 0.5)],
    );
}

#[test]
fn strata_of_ground_atoms_suffice() {
    // win(c) if the move is there (0.5); win(b) if not win(c); win(a) if not win(b).
    answers(
        "win(X) :- move(X, Y), \\+ win(Y).
         move(a, b). move(b, c). 0.5::move(c, d).
         query(win(_)).",
        &[("win(a)", 0.5), ("win(b)", 0.5), ("win(c)", 0.5)],
    );
    // The cycle between a and b does not concern c.
    answers(
        "win(X) :- move(X, Y), \\+ win(Y). move(a, b). move(b, a). move(c, d). query(win(c)).",
        &[("win(c)", 1.0)],
    );
    // Nor does one through an impossible body.
    answers("p :- q, \\+ p. p :- r. q :- q. 0.5::r. query(p).", &[("p", 0.5)]);
}

#[test]
fn a_negative_cycle_is_an_error() {
    let error = refused("p :- \\+ q. q :- \\+ p. query(p).", "negative-cycle");
    let Error::NegativeCycle { cycle } = &error else { unreachable!() };
    assert_eq!(cycle.len(), 2, "{error}");
    assert!(cycle.iter().all(|(_, negated)| *negated), "{error}");
    refused("p :- \\+ p. query(p).", "negative-cycle");
    refused("p :- \\+ \\+ p. query(p).", "negative-cycle");
    refused("p :- q. q :- \\+ p, r. 0.5::r. query(p).", "negative-cycle");
    refused("0.5::p; 0.5::q :- \\+ p. query(p).", "negative-cycle");
}

#[test]
fn a_negative_cycle_of_ground_atoms_is_shown() {
    let error = refused(
        "win(X) :- move(X, Y), \\+ win(Y). move(a, b). move(b, a). query(win(a)).",
        "negative-cycle",
    );
    let text = error.to_string();
    let one = "a cycle through a negation: win(a) -> \\+ win(b) -> \\+ win(a)";
    let other = "a cycle through a negation: win(b) -> \\+ win(a) -> \\+ win(b)";
    assert!(text == one || text == other, "{text}");
}

#[test]
fn the_signs_of_a_cycle_are_where_they_belong() {
    let error = refused("p :- q. q :- \\+ r, s. r :- p. s. query(p).", "negative-cycle");
    let text = error.to_string();
    assert!(text.contains("q -> \\+ r"), "{text}");
    assert_eq!(text.matches("\\+").count(), 1, "{text}");
}

// Evidence.

#[test]
fn evidence_conditions() {
    let program = "0.5::p. 0.5::q. r :- p ; q.";
    answers(&format!("{program} evidence(r). query(p)."), &[("p", 2.0 / 3.0)]);
    answers(&format!("{program} evidence(r, false). query(p)."), &[("p", 0.0)]);
    answers(&format!("{program} evidence(\\+ p). evidence(r). query(q)."), &[("q", 1.0)]);
    // What has nothing to do with the query does not matter.
    answers(&format!("{program} 0.1::s. evidence(s). query(p)."), &[("p", 0.5)]);
    // The same twice is the same.
    answers(&format!("{program} evidence(r). evidence(r). query(p)."), &[("p", 2.0 / 3.0)]);
}

#[test]
fn evidence_that_cannot_be_true_is_an_error() {
    refused("0.5::p. evidence(p). evidence(p, false). query(p).", "impossible-evidence");
    refused("0.3::p; 0.7::q. evidence(p). evidence(q). query(p).", "impossible-evidence");
    refused("p(a). evidence(p(b)). query(p(a)).", "impossible-evidence");
    refused("p. evidence(p, false). query(p).", "impossible-evidence");
    refused("p. q :- fail. evidence(q). query(p).", "impossible-evidence");
    // An atom that cannot be true is surely false.
    answers("0.5::p(a). evidence(p(b), false). query(p(a)).", &[("p(a)", 0.5)]);
}

#[test]
fn evidence_with_variables_is_an_error() {
    refused("0.5::p(a). evidence(p(X)). query(p(a)).", "open-evidence");
    refused("0.5::p(a). evidence(p(_), false). query(p(a)).", "open-evidence");
}

// Queries.

#[test]
fn a_ground_query_always_has_an_answer() {
    answers("p(a). query(p(b)).", &[("p(b)", 0.0)]);
    answers("p(a) :- p(a). query(p(a)).", &[("p(a)", 0.0)]);
}

#[test]
fn a_query_with_variables_lists_what_can_be_true() {
    answers(
        "0.5::q(b, a). 0.25::q(a, b). q(b, b). q(a, a) :- fail. q(a, a) :- q(b, a), \\+ q(b, a).
         query(q(X, Y)). query(q(X, X)). query(q(_, a)). query(q(_, _)).",
        &[
            ("q(a, b)", 0.25),
            ("q(b, a)", 0.5),
            ("q(b, b)", 1.0),
            ("q(b, b)", 1.0),
            ("q(b, a)", 0.5),
            ("q(a, b)", 0.25),
            ("q(b, a)", 0.5),
            ("q(b, b)", 1.0),
        ],
    );
    answers("p(X) :- p(X). query(p(_)).", &[]);
}

#[test]
fn evidence_does_not_shorten_the_list() {
    answers(
        "0.5::p(a). 0.5::p(b). evidence(p(a), false). query(p(_)).",
        &[("p(a)", 0.0), ("p(b)", 0.5)],
    );
}

#[test]
fn a_program_without_a_query_is_refused() {
    refused("p.", "no-query");
}

// Safety and relevance.

#[test]
fn a_variable_needs_a_value_only_where_the_query_brings_none() {
    answers("p(X). query(p(a)).", &[("p(a)", 1.0)]);
    answers(
        "p(X) :- \\+ q(X). 0.3::q(a). query(p(a)). query(p(b)).",
        &[("p(a)", 0.7), ("p(b)", 1.0)],
    );
    answers("0.5::p(_) :- q. q. r :- p(a), p(b). query(r).", &[("r", 0.25)]);
    answers("p(X) :- q(X) ; r. 0.5::q(a). 0.5::r. query(p(a)).", &[("p(a)", 0.75)]);
    answers("p :- (q(X) ; r), s(X). 0.5::q(a). 0.5::r. 0.5::s(a). query(p).", &[("p", 0.375)]);
    // Two variables that are one in the call.
    answers(
        "p(X, Y) :- \\+ q(X), r(Y). 0.5::r(a). q(b). s :- r(X), p(X, X). query(s).",
        &[("s", 0.5)],
    );
    // A fact is enough: nothing else is asked.
    answers("p(a). p(X) :- \\+ q(Y), q(Y). q(b). query(p(a)).", &[("p(a)", 1.0)]);
    // What no instance reaches needs no values.
    answers("p :- q, \\+ r(X), s(X). q :- fail. 0.5::r(a). s(a). query(p).", &[("p", 0.0)]);
}

#[test]
fn an_answer_without_a_value_stands_for_all_values() {
    let program = "0.4::a(1). 0.3::b(1). p(X, Y) :- a(X). p(X, Y) :- b(Y).";
    answers(&format!("{program} q :- p(X, 1), X = 3. query(q)."), &[("q", 0.3)]);
    answers(&format!("{program} q :- p(_, _). query(q)."), &[("q", 0.58)]);
    answers(&format!("{program} q :- \\+ p(_, 1). query(q)."), &[("q", 0.42)]);
    refused(&format!("{program} query(p(X, 1))."), "non-ground");
}

#[test]
fn a_call_whose_meaning_would_depend_on_the_order_is_refused() {
    let error = refused("p(X) :- \\+ q(X). q(a). r :- p(_). query(r).", "non-ground");
    assert!(error.to_string().contains("in the clause `p(X) :- \\+ q(X).` (line 1)"), "{error}");
    refused("p(X). query(p(X)).", "non-ground");
    refused("p :- \\+ q(X), r(X). q(a). r(b). query(p).", "non-ground");
    refused("0.5::p(_) :- q. q. r :- p(_). query(r).", "non-ground");
    refused("0.5::p :- q(X) ; r. q(a). r. query(p).", "non-ground");
    refused("p :- X > 1, q(X). q(a). query(p).", "non-ground");
}

#[test]
fn a_refused_call_is_told_with_the_way_to_it() {
    let text = "p(X) :- \\+ q(X). 0.5::q(a). r(X) :- p(X), s(X). s(a). t :- r(_). query(t).";
    let error = solve_with(Algorithm::Exact, text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the variable `X` has no value before a negation, called as `p(_)` by way of \
         `t -> r(_) -> p(_)`, in the clause `p(X) :- \\+ q(X).` (line 1)"
    );
}

#[test]
fn what_the_queries_do_not_reach_may_be_wrong() {
    answers("0.5::p. q(X). r :- \\+ r. s :- undefined. query(p).", &[("p", 0.5)]);
    // Evidence reaches too.
    refused("0.5::p. q(X) :- \\+ s(Y), s(Y). s(b). evidence(q(a)). query(p).", "non-ground");
    refused("0.5::p. r :- \\+ r. evidence(r). query(p).", "negative-cycle");
}

#[test]
fn undefined_predicates_are_refused() {
    let error = refused("p :- q(X), r. q(a). query(p).", "unknown-clause");
    assert!(error.to_string().ends_with("used by the clause `p :- q(X), r.` (line 1)"), "{error}");
    assert!(matches!(&error, Error::Undefined { predicate, user, .. }
            if *predicate == Predicate::new("r", 0) && user.place.line == 1));
    let error = error.in_file("many.pl", 6);
    assert!(
        error.to_string().ends_with("used by the clause `p :- q(X), r.` (many.pl:7)"),
        "{error}"
    );
    assert_eq!(error.place().as_deref(), Some("many.pl:7:1"));
    refused("p. query(q).", "unknown-clause");
    refused("p. evidence(q). query(p).", "unknown-clause");
    refused("p(a). query(p).", "unknown-clause");
    // By predicate, not by instance: that q is never true does not matter.
    refused("p :- q, r. q :- fail. query(p).", "unknown-clause");
}

#[test]
fn the_predicates_that_matter_stand_in_the_order_of_their_heads() {
    // Enough heads in one clause that an order by chance would not be this one.
    let text = "0.1::b; 0.1::a; 0.1::d; 0.1::c; 0.1::f; 0.1::e.
        g :- X = 1, \\+ a, \\+ b, c, d, e, f. query(g).";
    for algorithm in Algorithm::ALL {
        let solution = solve_with(algorithm, text).unwrap();
        let names: Vec<String> =
            solution.relevance.predicates.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["b/0", "a/0", "d/0", "c/0", "f/0", "e/0", "g/0"]);
    }
}

#[test]
fn relevance_is_reported() {
    for algorithm in Algorithm::ALL {
        let solution =
            solve_with(algorithm, "0.5::p :- q, r(_). q. s :- p. r(a). r(b). query(p).").unwrap();
        let names = |list: &[Predicate]| list.iter().map(Predicate::to_string).collect::<Vec<_>>();
        assert_eq!(names(&solution.relevance.predicates), ["p/0", "q/0", "r/1"]);
        assert_eq!(names(&solution.relevance.irrelevant), ["s/0"]);
        assert_eq!((solution.relevance.clauses, solution.relevance.of_clauses), (4, 5));
    }
}

// Limits of the algorithm that walks through the worlds.

#[test]
fn worlds_counts_what_matters() {
    // Three instances choose: two of the clause with two ways each, and one with three.
    let solution = solve_with(
        Algorithm::Worlds,
        "0.5::p(X) :- q(X). q(a). q(b). 0.2::r; 0.3::s. t :- p(_), r. 0.5::u. query(t).",
    )
    .unwrap();
    assert_eq!(solution.sizes.choices, 3);
    assert_eq!(solution.sizes.worlds, 12);
    // Nothing is left where the heads sum to one.
    let solution = solve_with(Algorithm::Worlds, "0.5::p; 0.5::q. query(p).").unwrap();
    assert_eq!(solution.sizes.worlds, 2);
}

#[test]
fn too_many_worlds_are_refused_with_their_number() {
    let facts = |count: usize| -> String { (0..count).map(|i| format!("0.5::p({i}). ")).collect() };
    let refusal = |text: &str, worlds: u64| {
        let limits = Limits { worlds, ..Limits::default() };
        Inference::new(&parse(text))
            .algorithm(Algorithm::Worlds)
            .limits(limits)
            .solve()
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refusal(&format!("{} q :- p(_). query(q).", facts(11)), 2000),
        "there are 2048 worlds, more than the limit of 2000"
    );
    assert_eq!(
        refusal(&format!("{} q :- p(_). query(q).", facts(4000)), 1 << 20),
        "there are 2^4000 worlds, more than the limit of 1048576"
    );
    assert_eq!(
        refusal(&format!("{} 0.1::r; 0.2::s. q :- p(_), r. query(q).", facts(100)), 1 << 20),
        "there are more than 2^101 worlds, more than the limit of 1048576"
    );
}

#[test]
fn too_many_instances_are_refused() {
    let facts: String = (0..200).map(|i| format!("q({i}). ")).collect();
    let body = ["A", "B", "C", "D", "E", "F", "G", "H"].map(|name| format!("q({name})")).join(", ");
    let text = format!("{facts} p :- {body}. query(p).");
    let error = solve_with(Algorithm::Worlds, &text).unwrap_err();
    assert_eq!(error.kind(), "memory", "{error}");
    let text = format!("{facts} p :- \\+ ({body}). query(p).");
    let error = solve_with(Algorithm::Worlds, &text).unwrap_err();
    assert_eq!(error.kind(), "memory", "{error}");
}

#[test]
fn time_is_limited() {
    let facts: String = (0..20).map(|i| format!("0.5::p({i}). ")).collect();
    let timeout = Some(std::time::Duration::from_millis(1));
    let limits = Limits { timeout, ..Limits::default() };
    let error = Inference::new(&parse(&format!("{facts} q :- p(_). query(q).")))
        .algorithm(Algorithm::Worlds)
        .limits(limits)
        .solve()
        .unwrap_err();
    assert_eq!(error.kind(), "timeout", "{error}");
}

/// What is certain, or impossible, whatever is chosen cuts a cycle.
#[test]
fn a_negative_cycle_that_is_cut_is_none() {
    answers("p. p :- \\+ p. query(p).", &[("p", 1.0)]);
    answers("p :- \\+ p, \\+ q. q. query(p).", &[("p", 0.0)]);
    answers("p :- \\+ p, q. q :- \\+ r. r. query(p).", &[("p", 0.0)]);
    answers("c :- d. d. p :- \\+ p, \\+ c. query(p).", &[("p", 0.0)]);
    answers("p(X) :- r(X), \\+ p(b), \\+ q(_). q(a). r(b). query(p(b)).", &[("p(b)", 0.0)]);
    answers("p :- \\+ p. p :- \\+ q. q :- fail. query(p).", &[("p", 1.0)]);
    answers("0.5::p :- q ; \\+ p. q. query(p).", &[("p", 0.5)]);
    answers("0.5::a. r :- a ; q. q :- \\+ r, s. s :- fail. query(r).", &[("r", 0.5)]);
    refused("p :- \\+ p. 0.5::p. query(p).", "negative-cycle");
    refused("0.5::q. p :- \\+ p, \\+ q. query(p).", "negative-cycle");
    // Two that exclude each other are not decided, though one of them must be true.
    refused("p :- \\+ q. q :- \\+ p. r :- p. r :- q. query(r).", "negative-cycle");
}

#[test]
fn fractions_are_exact() {
    let program = parse("1/3::p. 0.1::q. 1/7::r. s :- p, q ; r. evidence(s). query(p). query(q).");
    // P(s) = 1/30 + 1/7 − 1/210 = 36/210; with p: 1/30 + (1/3 − 1/30)/7 = 16/210;
    // with q: 1/30 + (1/10 − 1/30)/7 = 9/210.
    for algorithm in Algorithm::ALL {
        let answers = Inference::new(&program)
            .algorithm(algorithm)
            .precision(Precision::Exact)
            .solve()
            .unwrap()
            .answers;
        let found = answers.into_iter().filter_map(|answer| answer.fraction);
        let found: Vec<String> = found.map(|fraction| fraction.to_string()).collect();
        assert_eq!(found, ["4/9", "1/4"]);
    }
}
