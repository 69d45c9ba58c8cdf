//! Programs that ProbLog is known to get wrong, or to refuse without need, and what is right.

use crate::common::{answers, refused};

/// ProbLog 2.3.0 with `-k fsdd` says 0.5: negation over a positive cycle.
#[test]
fn negation_over_a_positive_cycle() {
    // q holds exactly if a does, so that p holds either way.
    answers("0.5::a. q :- q. q :- a. p :- \\+ q. p :- a. query(p).", &[("p", 1.0)]);
}

/// ProbLog 2.3.0 refuses the first order of the clauses as a negative cycle, in every back-end.
#[test]
fn a_positive_cycle_before_a_negation() {
    answers("p :- p. p :- \\+ q. q :- q. query(p).", &[("p", 1.0)]);
    answers("p :- \\+ q. p :- p. q :- q. query(p).", &[("p", 1.0)]);
}

/// ProbLog 2.3.0 refuses the first order of the inner literals as not ground.
#[test]
fn a_variable_of_a_negation_after_an_inner_negation() {
    // q(X) if r(X), and not: r(c) is false and X has an e. r(c) may be true (0.5), e(a, b) holds.
    // q(a) = 0.4 · P(r(c)) = 0.2; q(b) has no e: 0.4; q(c) needs r(c): 0.4 · 0.5.
    let facts = "r(a). r(b). 0.5::r(c). e(a, b). query(q(_)).";
    let expected = [("q(a)", 0.2), ("q(b)", 0.4), ("q(c)", 0.2)];
    answers(&format!("0.4::q(X) :- r(X), \\+ (\\+ r(c), e(X, Y)). {facts}"), &expected);
    answers(&format!("0.4::q(X) :- r(X), \\+ (e(X, Y), \\+ r(c)). {facts}"), &expected);
}

/// ProbLog 2.3.0 takes two `_` inside nested negations for one variable, in all back-ends, if a
/// variable from before an inner negation is used again after it. It says 0.
#[test]
fn nameless_variables_in_nested_negations() {
    // p unless some u(X, _) with v(X), no w and no t at all: u(a, b) and v(a) are there, w is not.
    // So p exactly if t(c). (If both `_` were b: there is never a t(b), so p would be false.)
    let facts = "u(a, b). v(a). w :- fail. 0.5::t(c). query(p).";
    answers(&format!("p :- \\+ (u(X, _), \\+ w, v(X), \\+ t(_)). {facts}"), &[("p", 0.5)]);
    answers(&format!("p :- \\+ (u(X, Y), \\+ w, v(X), \\+ t(Z)). {facts}"), &[("p", 0.5)]);
    answers("p :- \\+ (s(_), \\+ t(_)). s(a). 0.5::t(b). query(p).", &[("p", 0.5)]);
}

/// ProbLog 2.2.10 with `-k ddnnf` says 0.2.
#[test]
fn a_contradiction_in_a_conjunction() {
    answers("0.5::c. 0.4::a. q :- ((\\+ c, c), a). query(q).", &[("q", 0.0)]);
}

/// ProbLog 2.3.0 answers p(b, a), which is no instance of the query.
#[test]
fn a_query_with_a_repeated_variable() {
    answers("p(X, a) :- e(X). e(b). query(p(X, X)).", &[]);
    answers("p(X, a) :- e(X). e(b). 0.5::e(a). query(p(X, X)).", &[("p(a, a)", 0.5)]);
}

/// ProbLog 2.3.0 says 0.3 for p(b, a), in all back-ends, although it is a fact.
#[test]
fn a_repeated_variable_in_a_body() {
    answers(
        "p(X, a) :- c, d(X). 0.3::c. d(b). r :- p(X, X). p(b, a). query(r). query(p(b, a)).",
        &[("r", 0.0), ("p(b, a)", 1.0)],
    );
}

/// ProbLog 2.3.0 stops with an AssertionError.
#[test]
fn evidence_on_a_certain_atom_of_a_positive_cycle() {
    answers("r :- r. 0.5::r. r. evidence(r). query(r).", &[("r", 1.0)]);
    answers("0.9::s :- s ; true. 0.5::t. s. evidence(s). query(t).", &[("t", 0.5)]);
    refused("0.9::s :- s ; true. t. s. evidence(s, false). query(t).", "impossible-evidence");
}

/// ProbLog 2.3.0 with `-k sdd` has no answer after minutes.
#[test]
fn cycles_among_a_few_atoms() {
    // Both follow from s(k, a), and from nothing else: q(k) at once. Then s(a, k) by s(k, a), s(k, a),
    // q(k), and so q(a).
    answers(
        "q(X) :- s(X, Z). s(X, Y) :- s(Z, X), s(Z, a), q(Y). 0.2::s(k, a). query(q(X)).",
        &[("q(a)", 0.2), ("q(k)", 0.2)],
    );
}

/// ProbLog 2.3.0 finds a negative cycle in all of these.
#[test]
fn negative_cycles_that_are_none() {
    // r(a) has no support but itself, so that r(b) holds.
    answers("r(X) :- r(X). r(b) :- \\+ r(a). query(r(_)).", &[("r(b)", 1.0)]);
    // p needs itself: its other part, which has no meaning, does not matter.
    answers("p :- q, p. q :- \\+ q. query(p).", &[("p", 0.0)]);
}

/// ProbLog 2.3.0 says 0.2 to the first order of the clauses, in all back-ends, and finds the cycle in
/// the second.
#[test]
fn a_negative_cycle_next_to_a_positive_one() {
    refused("0.2::q. p :- q. p :- \\+ p. q :- p. query(p).", "negative-cycle");
    refused("0.2::q. p :- \\+ p. p :- q. q :- p. query(p).", "negative-cycle");
}

/// ProbLog 2.3.0 refuses this as not ground.
#[test]
fn a_nameless_variable_after_an_inner_negation() {
    answers(
        "0.5::p(X) :- d(X), \\+ (\\+ true ; t(_)). 0.5::t(b). d(b). query(p(_)).",
        &[("p(b)", 0.25)],
    );
}
