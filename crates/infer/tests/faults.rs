//! Programs that ProbLog is known to get wrong, or to refuse without need, and what is right.

mod common;

use common::answers;

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

/// ProbLog 2.3.0 takes two `_` inside nested negations for one variable, in all back-ends.
#[test]
fn nameless_variables_in_nested_negations() {
    // Not: some s, and no t at all. As there is t(b), p holds unless t(b) is false, 0.5.
    // (If both were one variable: not some s(V) without t(V); s(a) has none, so p would be false.)
    answers("p :- \\+ (s(_), \\+ t(_)). s(a). 0.5::t(b). query(p).", &[("p", 0.5)]);
    // With names it is the same.
    answers("p :- \\+ (s(X), \\+ t(Y)). s(a). 0.5::t(b). query(p).", &[("p", 0.5)]);
}

/// ProbLog 2.2.10 with `-k ddnnf` says 0.2.
#[test]
fn a_contradiction_in_a_conjunction() {
    answers("0.5::c. 0.4::a. q :- ((\\+ c, c), a). query(q).", &[("q", 0.0)]);
}
