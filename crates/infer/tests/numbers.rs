//! Answers are right to the last digits, however small or close to one probabilities are.

use crate::common::{parse, solve_with};
use randlog_infer::{Algorithm, Answer, Inference, Precision, RBig};
use randlog_logic::Program;
use std::fmt::Write;

/// What is promised of a probability and of its complement.
const RELATIVE: f64 = 1e-12;

fn is_close(found: f64, right: f64) -> bool {
    (found - right).abs() <= RELATIVE * right
}

fn exact(text: &str) -> Answer {
    let solution = solve_with(Algorithm::Exact, text).unwrap_or_else(|error| panic!("{error}"));
    solution.answers.into_iter().next().expect("an answer")
}

/// Asserts a probability and its complement.
#[track_caller]
fn is_exactly(text: &str, probability: f64, complement: f64) {
    let found = exact(text);
    let close = is_close(found.probability, probability) && is_close(found.complement, complement);
    assert!(close, "{found:?} instead of {probability} and {complement}");
}

/// The same of all algorithms, whose fractions agree.
#[track_caller]
fn is_everywhere(text: &str, probability: f64, complement: f64) {
    for algorithm in Algorithm::ALL {
        let found = &solve_with(algorithm, text).unwrap().answers[0];
        let close =
            is_close(found.probability, probability) && is_close(found.complement, complement);
        assert!(close, "{}: {found:?}", algorithm.name());
    }
    let [a, b] = Algorithm::ALL.map(|algorithm| {
        let solution = Inference::new(&parse(text))
            .algorithm(algorithm)
            .precision(Precision::Exact)
            .solve()
            .unwrap();
        solution.answers[0].fraction.clone()
    });
    assert_eq!(a, b);
}

/// Observations that each say a little about what is hidden.
fn observations(count: usize, probabilities: [&str; 2]) -> String {
    let mut text = "0.5::h. query(h).\n".to_owned();
    for i in 0..count {
        let [with, without] = probabilities;
        let _ =
            writeln!(text, "{with}::e({i}) :- h. {without}::e({i}) :- \\+ h. evidence(e({i})).");
    }
    text
}

#[test]
fn many_observations_do_not_underflow() {
    for count in [1, 10, 323, 324, 1000, 3000] {
        let odds = (0.1001f64 / 0.1).ln() * f64::from(count as u32);
        let right = 1.0 / (1.0 + odds.exp());
        let found = exact(&observations(count, ["0.1", "0.1001"]));
        // The logarithm costs a few digits.
        assert!((found.probability / right - 1.0).abs() < 1e-11, "{found:?} instead of {right}");
    }
}

#[test]
fn tiny_observations_do_not_underflow() {
    let tiny = "0.000000000000000000000000000000000001";
    let text = observations(9, [tiny, "0.000000000000000000000000000000000002"]);
    is_exactly(&text, 1.0 / 513.0, 512.0 / 513.0);
}

/// A hidden Markov model in which state and observation are what they were with probability 0.9 and
/// 0.8, all observations alike: the forward algorithm, by hand.
#[test]
fn hidden_markov_models_with_a_thousand_observations() {
    let n = 1_100;
    let mut text = "0.5::s(0). ".to_owned();
    let mut forward = [0.5, 0.5];
    for i in 0..n {
        let _ = writeln!(
            text,
            "0.8::o({i}) :- s({i}). 0.2::o({i}) :- \\+ s({i}). evidence(o({i})).
             0.9::s({0}) :- s({i}). 0.1::s({0}) :- \\+ s({i}).",
            i + 1
        );
        let [no, yes] = [forward[0] * 0.2, forward[1] * 0.8];
        let next = [no * 0.9 + yes * 0.1, no * 0.1 + yes * 0.9];
        forward = next.map(|part| part / (next[0] + next[1]));
    }
    is_exactly(&format!("{text} query(s({n}))."), forward[1], forward[0]);
}

#[test]
fn what_is_unlikely_is_not_lost_beside_what_is_likely() {
    let many = |p: &str, n: usize| -> String { (0..n).map(|i| format!("{p}::a({i}). ")).collect() };
    let text = format!(
        "{} b :- a(X). c :- \\+ b. c :- d. 0.000000000000000001::d. evidence(c). query(d).",
        many("0.99", 9)
    );
    // d and not b exclude each other but for one part in 10^18.
    is_exactly(&text, 0.5, 0.5);
    let text = format!("{} ok :- a(_). down :- \\+ ok. query(down).", many("0.999", 6));
    is_exactly(&text, 1e-18, 1.0);
    let text = format!("{} ok :- a(_). query(ok).", many("0.999", 6));
    is_exactly(&text, 1.0, 1e-18);
}

#[test]
fn a_probability_close_to_one_keeps_its_complement() {
    is_everywhere("0.9999999999999999::a. 0.5::b. evidence(\\+ a). query(b).", 0.5, 0.5);
    is_everywhere("0.9999999999999999::a. query(a).", 1.0, 1e-16);
    let text = "0.9999999999999::a. 0.0000000000001::d. c :- \\+ a. c :- d. evidence(c). query(d).";
    is_everywhere(text, 1e13 / (2e13 - 1.0), (1e13 - 1.0) / (2e13 - 1.0));
}

#[test]
fn alternatives_keep_what_is_left() {
    let text = "0.9999999999999999::a; 0.00000000000000009::b. c :- \\+ a, \\+ b. query(c).";
    is_everywhere(text, 1e-17, 1.0);
    let text = "0.1::a; 0.2::b; 0.7::c. d :- \\+ a, \\+ b, \\+ c. query(d).";
    is_everywhere(text, 0.0, 1.0);
}

#[test]
fn long_products_are_right_to_the_promised_digits() {
    let n = 50_000;
    let mut text = "0.5::p(0). ".to_owned();
    for i in 0..n {
        let _ = writeln!(text, "0.999::p({}) :- p({i}).", i + 1);
    }
    let link = RBig::from(999u16) / RBig::from(1000u16);
    let right = (link.pow(n) / RBig::from(2u8)).to_f64().value();
    is_exactly(&format!("{text} query(p({n}))."), right, 1.0);
}

#[test]
fn what_is_too_small_for_a_floating_point_number_is_refused_but_for_fractions() {
    let facts: String = (0..1100).map(|i| format!("0.5::a({i}). ")).collect();
    let body: Vec<String> = (0..1100).map(|i| format!("a({i})")).collect();
    let program = parse(&format!("{facts} q :- {}. r :- \\+ q. query(q).", body.join(", ")));
    let refused = Inference::new(&program).solve().unwrap_err();
    assert_eq!(refused.kind(), "too-small");
    let found = Inference::new(&program).precision(Precision::Exact).solve().unwrap();
    let fraction = found.answers[0].fraction.clone().unwrap();
    let expected = RBig::from(2u8).pow(1100);
    assert_eq!(fraction * expected, RBig::ONE);
}

/// Far below any fraction of 128 bits: in facts, alternatives, expressions and values.
#[test]
fn probabilities_may_be_as_small_as_floating_point_numbers() {
    is_everywhere("1e-300::a. query(a).", 1e-300, 1.0);
    is_everywhere(
        "1e-300::a. 2e-300::b. c :- a. c :- b. evidence(c). query(a).",
        1.0 / 3.0,
        2.0 / 3.0,
    );
    is_everywhere(
        "1e-300::a; 3e-300::b; 0.5::c. d :- a. d :- b. evidence(d). query(a).",
        0.25,
        0.75,
    );
    is_everywhere(
        "1e-300::a; 0.9999999999999999::b. c :- \\+ b. evidence(c). query(a).",
        1e-284,
        1.0,
    );
    for text in [
        "1.0e-200*1.0e-100::a. query(a).",
        "P::a :- w(P). w(1e-300). query(a).",
        "P*0.1::a :- w(P). w(1e-299). query(a).",
        "0.5::c. P::a :- c, w(P). w(2e-300). query(a).",
    ] {
        let source = Program::parse(text).unwrap();
        for algorithm in Algorithm::ALL {
            let found = &Inference::new(&source).algorithm(algorithm).solve().unwrap().answers[0];
            let close = is_close(found.probability, 1e-300) && is_close(found.complement, 1.0);
            assert!(close, "{}: {found:?}: {text}", algorithm.name());
        }
    }
}

/// What cannot be kept exactly is refused: rounded to 1, its complement would be lost.
#[test]
fn an_expression_too_long_to_be_exact_is_refused() {
    for text in ["(1 - 1e-50)::a. query(a).", "1 - P::a :- w(P). w(1e-50). query(a)."] {
        let refused = match Program::parse(text) {
            Ok(source) => Algorithm::ALL
                .map(|algorithm| Inference::new(&source).algorithm(algorithm).solve().is_err()),
            Err(_) => [true; 2],
        };
        assert_eq!(refused, [true; 2], "{text}");
    }
}
