//! A query that is refused does not take the others' answers away.

use crate::random::Generator;
use randlog_infer::{Algorithm, Inference, Limits, Solution};
use randlog_logic::{Goal, Program};

fn each(program: &Program, algorithm: Algorithm) -> Solution {
    Inference::new(program).algorithm(algorithm).solve_each().unwrap()
}

#[test]
fn answers_and_refusals_stand_side_by_side() {
    let text = "0.4::a. 0.5::b(1). 0.5::b(2). p :- \\+ p. q(X) :- \\+ b(X). c :- X < 1.
                query(p). query(a). query(u). query(q(_)). query(c). query(b(_)). query(\\+ p).";
    let program = Program::parse(text).unwrap();
    for algorithm in Algorithm::ALL {
        let Solution { answers, refusals, .. } = each(&program, algorithm);
        let answers: Vec<String> = answers.iter().map(|answer| answer.atom.to_string()).collect();
        assert_eq!(answers, ["a", "b(1)", "b(2)"]);
        let refusals: Vec<(String, &str)> =
            refusals.iter().map(|one| (one.atom.to_string(), one.error.kind())).collect();
        let right = [
            ("p", "negative-cycle"),
            ("u", "unknown-clause"),
            ("q(_)", "non-ground"),
            ("c", "non-ground"),
            ("\\+p", "negative-cycle"),
        ];
        assert_eq!(refusals, right.map(|(atom, kind)| (atom.to_owned(), kind)));
    }
}

#[test]
fn what_concerns_all_queries_is_an_error() {
    for (text, kind) in [
        ("0.4::a. p :- \\+ p. q :- \\+ q. query(p). query(q).", "negative-cycle"),
        ("0.4::a. p :- \\+ p. evidence(p). query(a). query(\\+ a).", "negative-cycle"),
        ("0.4::a. 0.5::b(1). evidence(b(_)). query(a). query(u).", "open-evidence"),
        ("0.4::a. evidence(a). evidence(\\+ a). query(a). query(\\+ a).", "impossible-evidence"),
        ("0.4::a. query(u).", "unknown-clause"),
        ("0.4::a.", "no-query"),
    ] {
        let program = Program::parse(text).unwrap();
        for algorithm in Algorithm::ALL {
            let found = Inference::new(&program).algorithm(algorithm).solve_each();
            assert_eq!(found.unwrap_err().kind(), kind, "{}: {text}", algorithm.name());
        }
    }
}

#[test]
fn a_limit_holds_for_all_attempts_together() {
    let text = "0.5::e(X, Y) :- between(1, 40, X), between(1, 40, Y), X < Y.
                r(X, Y) :- e(X, Y) ; e(Y, X). p(X, Y) :- r(X, Y). p(X, Y) :- r(X, Z), p(Z, Y).
                q :- \\+ q. query(q). query(p(1, 40)).";
    let program = Program::parse(text).unwrap();
    let timeout = Some(std::time::Duration::from_millis(500));
    let limits = Limits { timeout, ..Limits::default() };
    let error = Inference::new(&program).limits(limits).solve_each().unwrap_err();
    assert_eq!(error.to_string(), "no answer within the time limit of 500ms");
}

/// The answers of all queries together are those of each alone.
#[test]
fn each_query_has_the_answers_that_it_has_alone() {
    let generator = Generator::open(9);
    let mut mixed = 0;
    for index in 0..500 {
        let mut program = generator.draw(index).program;
        let others = generator.draw(index + 1000).program.queries;
        program.queries.extend(others);
        let alone = |query: &Goal| Inference::new(&program).queries(vec![query.clone()]).solve();
        let alone: Vec<_> = program.queries.iter().map(alone).collect();
        let Ok(found) = Inference::new(&program).solve_each() else {
            assert!(alone.iter().all(Result::is_err));
            continue;
        };
        let errors = alone.iter().filter_map(|one| one.as_ref().err());
        assert!(found.refusals.iter().map(|one| one.error.kind()).eq(errors.map(|e| e.kind())));
        let answers: Vec<_> = alone.into_iter().flatten().flat_map(|one| one.answers).collect();
        let rounded = |value: f64| (value * 1e12).round();
        let pairs = |answers: Vec<randlog_infer::Answer>| {
            answers.into_iter().map(|one| (one.atom, rounded(one.probability))).collect::<Vec<_>>()
        };
        mixed += u64::from(!found.refusals.is_empty());
        assert_eq!(pairs(found.answers), pairs(answers), "program {index}");
    }
    assert!(mixed > 25, "{mixed} with answers and refusals");
}

#[test]
fn evidence_with_variables_has_a_place() {
    let program = Program::parse("0.5::a(1).\nevidence(a(X)).\nquery(a(1)).").unwrap();
    for algorithm in Algorithm::ALL {
        let error = Inference::new(&program).algorithm(algorithm).solve().unwrap_err();
        assert_eq!(error.source_place().map(|place| place.line), Some(2), "{error}");
    }
}
