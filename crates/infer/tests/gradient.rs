//! Derivatives of answers against finite differences of what all worlds say, as fractions.

use crate::common::TOLERANCE;
use crate::observed::Observed;
use crate::random::Generator;
use randlog_base::random::{ChaCha8Rng, SeedableRng};
use randlog_infer::{Algorithm, Answer, Inference, Limits, Precision, RBig, Task};
use randlog_logic::{Annotation, Atom, Probability, Program};
use std::collections::BTreeMap;

/// How many programs are drawn; set `RANDLOG_PROGRAMS` for more.
fn programs() -> u64 {
    std::env::var("RANDLOG_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

/// Derivatives by the lines and texts of heads. What is written twice on a line is one.
type Gradient = BTreeMap<(u32, String), f64>;

fn gradients(program: &Program, precision: Precision) -> Vec<(Answer, Gradient)> {
    let inference = Inference::new(program).task(Task::Gradient).precision(precision);
    let answers = inference.solve().unwrap().answers.into_iter();
    let gradient = |answer: Answer| {
        let mut gradient = Gradient::new();
        for one in &answer.gradient {
            let exact = one.fraction.as_ref().map_or(one.value, |f| f.to_f64().value());
            assert_eq!(one.fraction.is_some(), precision == Precision::Exact);
            *gradient.entry((one.place.line, one.head.to_string())).or_default() += exact;
        }
        (answer, gradient)
    };
    answers.map(gradient).collect()
}

fn shifted(
    program: &Program,
    (clause, head): (usize, usize),
    probability: &RBig,
) -> Option<Vec<(Atom, RBig)>> {
    let mut program = program.clone();
    let probability = Probability::from_ratio(probability)?;
    program.clauses[clause].heads[head].probability = Annotation::Number(probability);
    let limits = Limits { worlds: 1 << 14, ..Limits::default() };
    let inference = Inference::new(&program).algorithm(Algorithm::Worlds).limits(limits);
    let answers = inference.precision(Precision::Exact).solve().ok()?.answers;
    answers.into_iter().map(|answer| Some((answer.atom, answer.fraction?))).collect()
}

/// By formulas of the fourth order; where the heads of a clause leave nothing, from one side.
fn differences(program: &Program, clause: usize, head: usize) -> Option<BTreeMap<Atom, f64>> {
    let heads = &program.clauses[clause].heads;
    let ratio = |head: usize| heads[head].probability.number().map(|number| number.to_ratio());
    let own = ratio(head)?;
    let rest = (0..heads.len()).try_fold(RBig::ONE, |rest, head| Some(rest - ratio(head)?))?;
    let whole = |number: i32| RBig::from_parts(number.into(), 1u8.into());
    let (step, formula): (RBig, &[(i32, i32)]) = match rest > RBig::ZERO {
        true => (own.clone().min(rest), &[(-2, 1), (-1, -8), (1, 8), (2, -1)]),
        false => (own.clone(), &[(0, 25), (-1, -48), (-2, 36), (-3, -16), (-4, 3)]),
    };
    let step = step / whole(1000);
    let mut sums: BTreeMap<Atom, RBig> = BTreeMap::new();
    for &(place, weight) in formula {
        let values = shifted(program, (clause, head), &(&own + &step * whole(place)))?;
        for (atom, value) in values {
            *sums.entry(atom).or_default() += value * whole(weight);
        }
    }
    let slope = |sum: RBig| (sum / (&step * whole(12))).to_f64().value();
    Some(sums.into_iter().map(|(atom, sum)| (atom, slope(sum))).collect())
}

#[test]
fn derivatives_are_limits_of_differences() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let generators = [Generator::new(8), Generator::extreme(9)];
    let (mut compared, mut negative) = (0, 0);
    for index in 0..programs() {
        let drawn = generators[index as usize % 2].draw(index);
        let Some(observed) = Observed::draw(&drawn, &mut rng) else { continue };
        let text = observed.text();
        // What has too many digits cannot be read back.
        let Ok(program) = Program::parse(&text) else { continue };
        if Inference::new(&program).solve().is_err() {
            continue;
        }
        // Differences of extreme numbers lose digits.
        let precision = if index % 2 == 1 { Precision::Exact } else { Precision::Float };
        let found = gradients(&program, precision);
        let mut right = vec![Gradient::new(); found.len()];
        let mut unknown = Vec::new();
        for clause in 0..program.clauses.len() {
            for head in 0..program.clauses[clause].heads.len() {
                let stated = &program.clauses[clause].heads[head];
                let key = (program.clauses[clause].place.line, stated.to_string());
                if stated.probability.number() == Some(Probability::ONE) {
                    continue;
                }
                match differences(&program, clause, head) {
                    Some(values) => {
                        for (gradient, (answer, _)) in right.iter_mut().zip(&found) {
                            *gradient.entry(key.clone()).or_default() += values[&answer.atom];
                        }
                    }
                    None => unknown.push(key),
                }
            }
        }
        for ((answer, found), right) in found.iter().zip(&right) {
            assert!(found.keys().all(|key| right.contains_key(key) || unknown.contains(key)));
            for (key, right) in right.iter().filter(|(key, _)| !unknown.contains(key)) {
                let found = found.get(key).copied().unwrap_or(0.0);
                let is_close = (found - right).abs() <= 1e-9 * right.abs().max(1.0);
                assert!(is_close, "{} by {key:?}: {found} instead of {right}\n{text}", answer.atom);
                compared += u64::from(*right != 0.0);
                negative += u64::from(*right < 0.0);
            }
        }
    }
    assert!(compared > programs() && negative > programs() / 10, "{compared}, {negative} negative");
}

/// Each instance of a clause has the probability of its head.
#[test]
fn all_instances_of_a_head_grow_together() {
    let text = "0.5::p(X) :- between(1, 3, X). 0.1::c. q :- p(_), \\+ c. query(q). query(p(1)).
                r(X) :- q, p(X). query(r(_)). evidence(p(3)).";
    for text in [text.to_owned(), text.replace("between(1, 3, X)", "n(X)") + " n(1). n(2). n(3)."] {
        let found = gradients(&Program::parse(&text).unwrap(), Precision::Float);
        let found: Vec<(String, Vec<f64>)> = found
            .into_iter()
            .map(|(answer, gradient)| (answer.atom.to_string(), gradient.into_values().collect()))
            .collect();
        // Given p(3), q is true unless c; r(1) is q and p(1).
        let right: [(&str, &[f64]); 5] = [
            ("q", &[-1.0]),
            ("p(1)", &[1.0]),
            ("r(1)", &[-0.5, 0.9]),
            ("r(2)", &[-0.5, 0.9]),
            ("r(3)", &[-1.0]),
        ];
        assert_eq!(found.len(), right.len());
        for ((atom, gradient), (name, values)) in found.iter().zip(right) {
            let nonzero: Vec<f64> =
                gradient.iter().copied().filter(|v| v.abs() > TOLERANCE).collect();
            let close = nonzero.len() == values.len()
                && nonzero.iter().zip(values).all(|(a, b)| (a - b).abs() < TOLERANCE);
            assert!(atom == name && close, "{atom}: {gradient:?}");
        }
    }
}

/// A head that takes its probability from its body is one head.
#[test]
fn a_probability_from_the_body_has_a_derivative() {
    let text = "P::p(X) :- w(X, P). w(a, 0.25). w(b, 0.5). q :- p(_). query(q).";
    let (_, gradient) = gradients(&Program::parse(text).unwrap(), Precision::Float).remove(0);
    assert_eq!(gradient.into_iter().collect::<Vec<_>>(), [((1, "P::p(X)".to_owned()), 1.25)]);
}

/// What a text has many of is in tables; its heads are found there.
#[test]
fn facts_in_tables_have_derivatives() {
    let facts: String = (0..3000).map(|n| format!("0.5::e({n}). ")).collect();
    let program = Program::parse(&(facts + "p :- e(7), e(8). query(p).")).unwrap();
    let answers = Inference::new(&program).task(Task::Gradient).solve().unwrap().answers;
    let heads: Vec<String> = answers[0].gradient.iter().map(|one| one.head.to_string()).collect();
    assert_eq!(heads, ["0.5::e(7)", "0.5::e(8)"]);
}
